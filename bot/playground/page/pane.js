/**
 * One person's window: socket, channels, messages and composer, and how they work together.
 */

import { addressOf } from "./address.js";
import { interactionData } from "./commands.js";
import { Composer } from "./composer.js";
import { CHANNEL, isThread } from "./discord.js";
import { append, el, icon, iconButton } from "./dom.js";
import { dropFloating } from "./floating.js";
import { MessageLog } from "./log.js";
import { markdown } from "./markdown.js";
import { channelMenu, messageMenu, personMenu } from "./menus.js";
import { Modal } from "./modal.js";
import { Requests } from "./requests.js";
import { toggleSettings } from "./settings.js";
import { Sidebar } from "./sidebar.js";
import { PageSocket } from "./socket.js";
import { parts } from "./texts.js";
import { learnPeople, personTile } from "./tiles.js";
import { Toasts } from "./toast.js";
import { nameOf, World } from "./world.js";

const TYPING_MS = 10000;

/** Whether a key writes something where nothing can be written: on a button or link, which Space and Enter press. */
function isTypedBeside(event) {
  const writes = [...event.key].length === 1 && event.key !== " ";
  if (!writes || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return false;
  const { target } = event;
  return Boolean(target.closest("button, a, [role=button]")) && !target.closest("[role=dialog], [role=menu]");
}

export class Pane {
  /**
   * `host` has `token`, `close(pane)`, `changed()` (the bot came or went, or something is unread) and `speak(pane,
   * locale)` (the person has chosen another language). The texts of `locale` are loaded.
   */
  constructor(person, locale, host) {
    Object.assign(this, { person, locale, host });
    this.world = new World((what, details) => this.worldChanged(what, details), locale);
    this.texts = this.world.texts;
    this.typing = new Map();
    this.requests = new Requests(this);
    this.sidebar = new Sidebar({
      world: this.world,
      open: (id) => this.open(id),
      openDirect: () => this.requests.openDirect(),
      newServer: (name) => this.requests.request("new_server", { name }),
    });
    this.log = new MessageLog(this.view());
    this.composer = new Composer({
      world: this.world,
      channel: () => this.world.viewed,
      ask: (data, take) => this.requests.ask(data, take),
      message: (text, replyTo) => this.requests.sendText(text, replyTo),
      command: (data, leaf) => this.requests.sendCommand(data, `/${leaf.name}`),
      upload: (file) => this.requests.upload(file),
    });
    this.toasts = new Toasts(this.texts);
    this.build();
    this.socket = new PageSocket({
      token: host.token,
      user: person.id,
      texts: this.texts,
      onFrame: (frame) => this.frame(frame),
      onStatus: (status) => this.status(status),
    });
  }

  build() {
    const { texts } = this;
    const name = nameOf(this.person);
    this.title = el("h2", { class: "channel-title" });
    this.typingLine = el("div", { class: "typing", "aria-live": "polite" });
    this.banner = el("div", { class: "banner", role: "status", hidden: true });
    this.menuButton = iconButton("menu", texts.gettext("Channels"), () => this.toggleChannels(), {
      class: "icon-button menu-button",
      "aria-expanded": "false",
    });
    this.more = iconButton("more", texts.gettext("Channel actions"), (event) =>
      channelMenu(this, event.currentTarget),
    );
    this.settingsButton = iconButton("settings", texts.gettext("{name}’s settings", { name }), () =>
      this.toggleSettings(),
    );
    this.head = el(
      "header",
      { class: "pane-head" },
      this.menuButton,
      personTile(this.person, "medium"),
      el("span", { class: "pane-name" }, name),
      el(
        "span",
        { class: "pane-tools" },
        this.settingsButton,
        el(
          "a",
          {
            class: "icon-button",
            href: addressOf([name]),
            target: "_blank",
            rel: "noopener",
            title: texts.gettext("Open in a new window"),
            "aria-label": texts.gettext("Open {name} in a new window", { name }),
          },
          icon("window"),
        ),
        iconButton("close", texts.gettext("Close {name}", { name }), () => this.host.close(this)),
      ),
    );
    this.main = el(
      "div",
      { class: "pane-main" },
      el("div", { class: "channel-head" }, this.title, this.more),
      this.banner,
      this.log.element,
      this.typingLine,
      this.composer.element,
    );
    this.body = el(
      "div",
      { class: "pane-body" },
      this.sidebar.element,
      el("div", { class: "drawer-shade", on: { click: () => this.toggleChannels(false) } }),
      this.main,
    );
    this.element = el(
      "section",
      {
        class: "pane",
        lang: texts.locale,
        "aria-label": texts.gettext("{name}’s view", { name }),
        data: { person: name, locale: this.locale },
        on: {
          keydown: (event) => {
            if (event.key === "Escape") this.toggleChannels(false);
            if (isTypedBeside(event)) this.composer.focus();
          },
        },
      },
      this.head,
      this.body,
      this.toasts.element,
    );
  }

  /** What the message log may ask for and do. */
  view() {
    const { world } = this;
    const context = {
      get locale() {
        return world.settings.locale;
      },
      get me() {
        return world.me.id;
      },
      userName: (id) => world.userName(id),
      channelName: (id) => world.channelName(id),
      roleName: (id) => world.roleName(id),
      commandName: (registered) => world.commandName(registered),
      texts: this.texts,
      openChannel: (id, message) => this.open(id, message),
      openCommand: (name) => this.composer.fillNamed(name),
    };
    return {
      world,
      context,
      start: (id) => this.startNote(id),
      type: () => this.typeAgain(),
      act: (...use) => this.requests.act(...use),
      reply: (message) => this.composer.answer(message),
      dismiss: (message) => this.requests.dismiss(message),
      menu: (message, anchor, point) => messageMenu(this, message, anchor, point),
      person: (user, anchor) => personMenu(this, user, anchor),
    };
  }

  /** The channels, and on a narrow pane the button that hides them, with marks for what is unread. */
  drawChannels() {
    this.sidebar.draw();
    const { texts } = this;
    const { count, loud } = this.world.unreadElsewhere;
    const words = texts.ngettext("Channels, {count} unread message", "Channels, {count} unread messages", count);
    this.menuButton.querySelector(".badge")?.remove();
    this.menuButton.setAttribute("aria-label", count ? words : texts.gettext("Channels"));
    this.menuButton.title = this.menuButton.getAttribute("aria-label");
    const kind = loud ? "badge" : "badge quiet";
    if (count) this.menuButton.append(el("span", { class: kind, "aria-hidden": "true" }, texts.number(count)));
  }

  /* ---- from the server ---- */

  frame(frame) {
    if (frame.op === "hello") this.hello(frame);
    else if (frame.op === "settings") this.settingsChanged(frame.settings);
    else if (frame.op === "event" && this.world.ready) this.world.event(frame.t, frame.d);
    else if (frame.op === "commands") this.world.commands = frame.commands;
    else if (frame.op === "bot") this.botChanged(frame.connected);
    else if (frame.op === "modal" && this.socket.started.has(frame.id)) this.openModal(frame);
    else if (frame.op === "error") this.toasts.say(frame.message);
  }

  hello(frame) {
    // Nothing is drawn in a language that this person has left.
    if (frame.settings.locale !== this.locale) return this.settingsChanged(frame.settings);
    this.world.hello(frame);
    if (this.choosing) this.toggleSettings();
    this.choosing = false;
    return undefined;
  }

  toggleSettings() {
    const change = (changed) => this.requests.changeSettings(changed);
    toggleSettings(this.settingsButton, nameOf(this.person), this.world, change);
  }

  /** The settings were changed, in this window or another one. */
  settingsChanged(settings) {
    if (settings.locale === this.locale) Object.assign(this.world.settings, settings);
    else this.host.speak(this, settings.locale);
  }

  botChanged(connected) {
    this.world.connected = connected;
    this.drawBanner();
    this.host.changed();
  }

  status(status) {
    this.offline = status === "waiting";
    this.drawBanner();
  }

  drawBanner() {
    const { texts, world } = this;
    const words = this.offline
      ? texts.gettext("Connection lost. Trying again…")
      : world.ready && !world.connected
        ? texts.gettext("{bot} is not connected yet. Commands work once it is.", { bot: nameOf(world.bot) })
        : "";
    this.banner.hidden = !words;
    this.banner.textContent = words;
    this.banner.classList.toggle("bad", this.offline);
    this.element.classList.toggle("offline", this.offline);
  }

  worldChanged(what, details) {
    const here = details.channel === this.world.viewed;
    if (what === "all") return this.start();
    if (what === "channels") return this.channelsChanged();
    if (what === "typing") return here && this.showTyping(details.user);
    if (what === "message-new") this.typing.delete(details.message.author?.id);
    if (here && what === "message-gone") this.log.remove(details.id);
    else if (here) this.log.put(details.message);
    this.drawTyping();
    this.drawChannels();
    this.host.changed();
    return undefined;
  }

  /** A whole new state has come: at first, and after each reconnect. */
  start() {
    learnPeople([...this.world.users.values()]);
    const wanted = [this.world.viewed, sessionStorage.getItem(`channel-${this.person.id}`)].find((id) =>
      this.world.channels.has(id),
    );
    this.open(wanted ?? this.world.tree()[0]?.[0].id);
    this.drawBanner();
    this.host.changed();
  }

  channelsChanged() {
    if (!this.world.channels.has(this.world.viewed)) this.open(this.world.tree()[0]?.[0].id);
    if (this.directWanted && this.world.directChannels().length) {
      this.directWanted = false;
      this.open(this.world.directChannels()[0].id);
    }
    this.drawTitle();
    this.drawChannels();
  }

  /* ---- what is shown ---- */

  /** Show a channel, and a message in it if one is named. */
  open(id, messageId = null) {
    if (!this.world.channels.has(id)) return;
    const changed = this.world.viewed !== id;
    this.world.view(id);
    sessionStorage.setItem(`channel-${this.person.id}`, id);
    this.typing.clear();
    this.drawTyping();
    this.drawTitle();
    if (changed) this.composer.reset();
    this.log.show(id);
    this.drawChannels();
    this.toggleChannels(false);
    if (messageId) this.log.reveal(messageId);
    this.host.changed();
  }

  drawTitle() {
    const channel = this.world.channels.get(this.world.viewed);
    if (!channel) return;
    const sign = channel.type === CHANNEL.direct ? "at" : isThread(channel) ? "thread" : "hash";
    this.title.replaceChildren(icon(sign), el("span", {}, this.world.channelName(channel.id)));
    this.more.hidden = channel.type === CHANNEL.direct;
  }

  toggleChannels(open = !this.body.classList.contains("show-channels")) {
    this.body.classList.toggle("show-channels", open);
    this.menuButton.setAttribute("aria-expanded", String(open));
  }

  startNote(id) {
    const name = this.world.channelName(id);
    const direct = this.world.isDirect(id);
    const { texts } = this;
    const words = direct
      ? texts.gettext("Your messages with {name}. Type {slash} to see what {bot} can do.")
      : texts.gettext("This is the start of {channel}. Type {slash} to see what {bot} can do.");
    const facts = { name, channel: `#${name}`, slash: el("kbd", {}, "/"), bot: nameOf(this.world.bot) };
    return append(
      el("div", { class: "start-note" }),
      direct ? personTile(this.world.bot, "huge") : el("span", { class: "start-sign" }, icon("hash")),
      el("h3", {}, direct ? name : `#${name}`),
      el("p", {}, parts(words, facts)),
      el(
        "div",
        { class: "start-buttons" },
        this.startButton(texts.gettext("Play the computer"), "button-primary", () =>
          this.use("game new", { computer: 3 }),
        ),
        this.startButton(texts.gettext("Start a game"), "button-secondary", () => this.use("game new")),
        this.startButton(texts.gettext("Show commands"), "button-secondary", () => this.composer.write("/")),
      ),
    );
  }

  startButton(label, kind, click) {
    return el("button", { type: "button", class: `button ${kind}`, on: { click } }, label);
  }

  /** Send a command as if it had been filled in, by its registered name and {option name: value}. */
  use(name, values = {}) {
    const leaf = this.composer.commands.find((item) => item.base === name);
    if (!leaf)
      return this.toasts.say(
        this.texts.gettext("{bot} is not connected yet.", { bot: nameOf(this.world.bot) }),
      );
    const given = leaf.options
      .filter((option) => option.name in values)
      .map((option) => [option, values[option.name]]);
    return this.requests.sendCommand(interactionData(leaf, given), `/${leaf.name}`);
  }

  showTyping(user) {
    if (user === this.world.me.id) return;
    clearTimeout(this.typing.get(user));
    this.typing.set(
      user,
      setTimeout(() => {
        this.typing.delete(user);
        this.drawTyping();
      }, TYPING_MS),
    );
    this.drawTyping();
  }

  drawTyping() {
    const names = [...this.typing.keys()].map((id) => this.world.userName(id)).filter(Boolean);
    this.typingLine.textContent = names.length
      ? this.texts.ngettext("{names} is typing…", "{names} are typing…", names.length, {
          names: this.texts.join(names),
        })
      : "";
  }

  openModal(frame) {
    this.openForm(frame, (data, handlers) =>
      this.socket.send({ op: "modal_submit", id: frame.id, data }, handlers),
    );
  }

  /** A form over this pane, of the bot's or of this page's own; the rest of the pane rests meanwhile. */
  openForm(frame, submit) {
    this.modal?.close();
    const rest = (on) => {
      this.body.inert = on;
      this.head.inert = on;
    };
    this.modal = new Modal(
      frame,
      {
        world: this.world,
        markdown: (text) => markdown(text, this.log.view.context),
        submit,
        upload: (file) => this.requests.upload(file),
      },
      (sent) => {
        rest(false);
        this.modal = null;
        if (sent) this.typeAgain();
      },
    );
    rest(true);
    this.element.append(this.modal.element);
    this.modal.focus();
  }

  /** Focus the field where one types; not on a touch screen, where that opens a keyboard. */
  typeAgain() {
    if (!matchMedia("(pointer: coarse)").matches) this.composer.focus();
  }

  /** Take the pane away. */
  close() {
    dropFloating(this.element);
    this.socket.close();
    this.element.remove();
  }
}
