/**
 * The whole page: the bar at the top, the choice of people, and one to four panes side by side.
 */

import { addressOf, peopleInAddress } from "./address.js";
import { append, el, icon } from "./dom.js";
import { openMenu } from "./floating.js";
import { Pane } from "./pane.js";
import { PEOPLE, personNamed } from "./people.js";
import { browserLocale, learn, localeOf, rememberLocale, textsFor } from "./texts.js";
import { learnPeople, personTile } from "./tiles.js";
import { startClock } from "./times.js";
import { nameOf } from "./world.js";

const MOST_PANES = 4;

class App {
  /** `people` are those to show from the start; the texts of their languages are loaded. */
  constructor(people) {
    this.token = document.querySelector("meta[name=run-token]").content;
    this.panes = [];
    this.tabs = document.getElementById("tabs");
    this.stage = document.getElementById("stage");
    this.state = document.getElementById("bot-state");
    this.addButton = document.getElementById("add-person");
    this.addButton.addEventListener("click", () => this.addMenu());
    this.watch = new IntersectionObserver((seen) => this.scrolled(seen), { root: this.stage, threshold: 0.6 });
    learnPeople(PEOPLE);
    startClock();
    for (const person of people) this.panes.push(this.paneOf(person));
    this.draw();
  }

  /** The bar speaks the language of the first person shown; with nobody shown, the browser's. */
  get texts() {
    return textsFor(this.panes[0]?.locale ?? browserLocale());
  }

  paneOf(person) {
    return new Pane(person, localeOf(person), {
      token: this.token,
      close: (closed) => this.remove(closed),
      changed: () => this.drawState(),
      speak: (pane, locale) => this.speak(pane, locale),
    });
  }

  async add(person) {
    await learn(localeOf(person));
    if (this.panes.some((pane) => pane.person === person)) return;
    const pane = this.paneOf(person);
    this.panes.push(pane);
    this.draw();
    pane.element.scrollIntoView({ inline: "nearest" });
  }

  /** Build a pane anew in another language, in its place; `locale` may be chosen in any window of that person. */
  async speak(pane, locale) {
    rememberLocale(pane.person, locale);
    await learn(locale);
    const at = this.panes.indexOf(pane);
    if (at < 0 || localeOf(pane.person) !== locale) return;
    const made = this.paneOf(pane.person);
    made.choosing = pane.choosing;
    this.panes[at] = made;
    pane.element.replaceWith(made.element);
    pane.close();
    this.draw();
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
      this.texts.gettext("Add a person"),
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
    this.watch.disconnect();
    for (const pane of this.panes) this.watch.observe(pane.element);
    this.addButton.hidden = !this.panes.length || !this.absent.length;
    const { texts } = this;
    document.documentElement.lang = texts.locale;
    const brand = texts.pgettext("after the bot's name, in small letters", "playground");
    document.querySelector(".brand-sub").textContent = brand;
    this.addButton.replaceChildren(icon("plus"), el("span", {}, texts.gettext("Add person")));
    this.drawTabs();
    this.drawState();
  }

  /** On a narrow screen panes come into view one at a time. */
  scrolled(seen) {
    const [entry] = seen.filter((one) => one.isIntersecting);
    if (entry) this.inView = this.panes.find((pane) => pane.element === entry.target);
    this.markTabs();
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
            data: { person: nameOf(pane.person) },
            on: { click: () => pane.element.scrollIntoView({ behavior: "smooth", inline: "start" }) },
          },
          personTile(pane.person, "medium"),
        ),
      ),
    );
  }

  /** Mark the tab of the pane that is in view, and those of people who have unread messages. */
  markTabs() {
    const { texts } = this;
    this.panes.forEach((pane, at) => {
      const tab = this.tabs.children[at];
      const name = nameOf(pane.person);
      const { loud } = pane.world.unreadElsewhere;
      const unread = texts.ngettext("Show {name}, {count} unread message", "Show {name}, {count} unread messages", loud, {
        name,
      });
      tab.setAttribute("aria-label", loud ? unread : texts.gettext("Show {name}", { name }));
      tab.querySelector(".badge")?.remove();
      if (loud) tab.append(el("span", { class: "badge", "aria-hidden": "true" }, texts.number(loud)));
      if (pane === this.inView) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    });
  }

  drawState() {
    const ready = this.panes.filter((pane) => pane.world.ready);
    const connected = ready.some((pane) => pane.world.connected);
    this.state.hidden = !ready.length;
    this.state.classList.toggle("good", connected);
    const { texts } = this;
    const words = connected ? texts.gettext("Bot connected") : texts.gettext("Bot not connected");
    // Setting the same words again would make a screen reader say them after every message.
    if (this.state.lastElementChild.textContent !== words) this.state.lastElementChild.textContent = words;
    const loud = ready.reduce((sum, pane) => sum + pane.world.unreadElsewhere.loud, 0);
    if (!this.tabs.hidden) this.markTabs();
    const names = this.panes.map((pane) => nameOf(pane.person)).join(", ") || texts.gettext("Welcome");
    const title = texts.gettext("Tilewright playground");
    document.title = `${loud ? `(${texts.number(loud)}) ` : ""}${names} · ${title}`;
  }

  chooser() {
    const { texts } = this;
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
        texts.join(names),
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
        el("h1", {}, texts.gettext("Who are you?")),
        el(
          "p",
          { class: "lead" },
          texts.gettext("A small Discord of your own, on this machine only."),
          " ",
          texts.gettext("Choose someone to be; the others can sit beside you or in another window."),
        ),
        el("div", { class: "choices" }, PEOPLE.map(person)),
        el("p", { class: "several" }, texts.gettext("Or side by side:")),
        el("div", { class: "several-buttons" }, several(2), several(4)),
      ),
    );
  }
}

const people = [...new Set(peopleInAddress().map(personNamed).filter(Boolean))].slice(0, MOST_PANES);
// Before anything is drawn, so that no sentence changes its language before your eyes.
await Promise.all([browserLocale(), ...people.map(localeOf)].map(learn));
new App(people);
