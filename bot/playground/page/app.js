/**
 * The whole page: the bar at the top, the choice of people, and one to four panes side by side.
 */

import { addressOf, peopleInAddress } from "./address.js";
import { append, el, icon } from "./dom.js";
import { openMenu } from "./floating.js";
import { Pane } from "./pane.js";
import { PEOPLE, personNamed } from "./people.js";
import { learnPeople, personTile } from "./tiles.js";
import { startClock } from "./times.js";
import { nameOf } from "./world.js";

const MOST_PANES = 4;
const TITLE = "Tilewright playground";

class App {
  constructor() {
    this.token = document.querySelector("meta[name=run-token]").content;
    this.panes = [];
    this.tabs = document.getElementById("tabs");
    this.stage = document.getElementById("stage");
    this.state = document.getElementById("bot-state");
    this.addButton = document.getElementById("add-person");
    this.addButton.addEventListener("click", () => this.addMenu());
    learnPeople(PEOPLE);
    startClock();
    const people = peopleInAddress().map(personNamed).filter(Boolean);
    for (const person of [...new Set(people)].slice(0, MOST_PANES)) this.add(person);
    this.draw();
  }

  add(person) {
    const pane = new Pane(person, {
      token: this.token,
      close: (closed) => this.remove(closed),
      changed: () => this.drawState(),
    });
    this.panes.push(pane);
    this.draw();
    pane.element.scrollIntoView({ inline: "nearest" });
  }

  remove(pane) {
    this.panes = this.panes.filter((other) => other !== pane);
    pane.close();
    this.draw();
  }

  get absent() {
    return PEOPLE.filter((person) => !this.panes.some((pane) => pane.person === person));
  }

  addMenu() {
    openMenu(
      this.addButton,
      "Add a person",
      this.absent.map((person) => ({ label: nameOf(person), run: () => this.add(person) })),
    );
  }

  draw() {
    const names = this.panes.map((pane) => nameOf(pane.person));
    history.replaceState(null, "", addressOf(names));
    this.stage.dataset.count = String(this.panes.length);
    // Panes stay where they are: moving an element would lose its scroll position and focus.
    for (const child of [...this.stage.children])
      if (!this.panes.some((pane) => pane.element === child)) child.remove();
    if (!this.panes.length) this.stage.append(this.chooser());
    for (const pane of this.panes) if (!pane.element.isConnected) this.stage.append(pane.element);
    this.addButton.hidden = !this.panes.length || !this.absent.length;
    this.drawTabs();
    this.drawState();
  }

  /** On a narrow screen one pane is seen at a time, and these lead to the others. */
  drawTabs() {
    this.tabs.hidden = this.panes.length < 2;
    this.tabs.replaceChildren(
      ...this.panes.map((pane) =>
        el(
          "button",
          {
            type: "button",
            class: "tab",
            "aria-label": `Show ${nameOf(pane.person)}`,
            on: { click: () => pane.element.scrollIntoView({ behavior: "smooth", inline: "start" }) },
          },
          personTile(pane.person, "medium"),
        ),
      ),
    );
  }

  drawState() {
    const ready = this.panes.filter((pane) => pane.world.ready);
    const connected = ready.some((pane) => pane.world.connected);
    this.state.hidden = !ready.length;
    this.state.classList.toggle("good", connected);
    const words = connected ? "Bot connected" : "Bot not connected";
    // Setting the same words again would make a screen reader say them after every message.
    if (this.state.lastElementChild.textContent !== words) this.state.lastElementChild.textContent = words;
    const loud = ready
      .flatMap((pane) => [...pane.world.unread.values()])
      .reduce((sum, entry) => sum + entry.loud, 0);
    const names = this.panes.map((pane) => nameOf(pane.person)).join(", ") || "Welcome";
    document.title = `${loud ? `(${loud}) ` : ""}${names} · ${TITLE}`;
  }

  chooser() {
    const person = (one) =>
      el(
        "a",
        { class: "choice", href: addressOf([nameOf(one)]) },
        personTile(one, "huge"),
        el("span", {}, nameOf(one)),
      );
    const several = (count) => {
      const names = PEOPLE.slice(0, count).map(nameOf);
      return el(
        "a",
        { class: "button button-secondary", href: addressOf(names) },
        `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
      );
    };
    return append(
      el("div", { class: "chooser" }),
      el(
        "div",
        { class: "chooser-card" },
        el(
          "p",
          { class: "wordmark", "aria-hidden": "true" },
          [..."TILEWRIGHT"].map((letter) => el("span", { class: "letter" }, letter)),
        ),
        el("h1", {}, "Who are you?"),
        el(
          "p",
          { class: "lead" },
          "A small Discord of your own, on this machine only. Choose somebody to be; ",
          "the others can sit beside you or in another window.",
        ),
        el("div", { class: "choices" }, PEOPLE.map(person)),
        el("p", { class: "several" }, "Or side by side:"),
        el("div", { class: "several-buttons" }, several(2), several(4)),
      ),
    );
  }
}

append(document.getElementById("add-person"), icon("plus"), el("span", {}, "Add person"));
new App();
