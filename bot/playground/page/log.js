/**
 * The messages of the channel that is shown: drawn, kept up to date, scrolled; with notes of this page's own
 * between them (a command on its way, one that nobody answered).
 */

import { append, el, icon, iconButton } from "./dom.js";
import { dropFloating } from "./floating.js";
import { isPrivate, isThinking, messageElement, thinking } from "./message.js";
import { patch } from "./patch.js";

const NEAR_END_PX = 60;
/** Above the newest message when it begins the log, and below it. */
const ABOVE_PX = 6;
const BELOW_PX = 10;
const NOTE_DELAY_MS = 300;
/** How long the bot thinks before anybody is told. */
const THINKING_DELAY_MS = 500;
/** When a screen reader has taken up the words of a new message. */
const TOOLS_DELAY_MS = 300;

export class MessageLog {
  /**
   * `view` as for messageElement, with `start(channelId)` for the note at the top of a channel and `type()` for the
   * focus on the field where one types.
   */
  constructor(view) {
    this.view = view;
    this.channel = null;
    this.following = true;
    this.lastTop = 0;
    this.newest = null;
    this.list = el("div", {
      class: "log-list",
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
    });
    this.scroller = el(
      "div",
      { class: "log", tabindex: "0", "aria-label": this.texts.gettext("Messages"), on: { scroll: () => this.scrolled() } },
      this.list,
    );
    this.down = el(
      "button",
      { type: "button", class: "to-end", hidden: true, on: { click: () => this.toEnd() } },
      icon("arrow"),
      el("span", {}, this.texts.gettext("Newest")),
    );
    this.element = el("div", { class: "log-frame" }, this.scroller, this.down);
    const observer = new ResizeObserver(() => {
      if (this.following) this.follow();
    });
    observer.observe(this.list);
    observer.observe(this.scroller);
    // Words take more lines where there is less room for them.
    new ResizeObserver(() => {
      const { clientWidth } = this.scroller;
      if (clientWidth !== this.width) this.fit(this.drawn);
      this.width = clientWidth;
    }).observe(this.scroller);
  }

  get texts() {
    return this.view.context.texts;
  }

  /** Draw a channel from the beginning, at its end. */
  show(channelId) {
    this.channel = channelId;
    dropFloating(this.list);
    this.list.setAttribute("aria-live", "off");
    const place = this.view.world.channelName(channelId);
    this.list.setAttribute("aria-label", this.texts.gettext("Messages in {place}", { place }));
    const messages = this.view.world.messagesOf(channelId);
    this.list.replaceChildren(
      this.view.start(channelId),
      ...messages.map((message, at) => messageElement(message, messages[at - 1] ?? null, this.view)),
    );
    this.fit(this.drawn);
    this.toEnd();
    requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  /**
   * Draw one message of this channel, new or changed. The focus stays on the control it was on, or the one in its
   * place, or returns to where one types if that is gone.
   */
  put(message, waited = false) {
    const messages = this.view.world.messagesOf(this.channel);
    const at = messages.indexOf(message);
    const made = messageElement(message, messages[at - 1] ?? null, this.view);
    const old = this.find(message.id);
    if (!old && isThinking(message) && !waited) return this.putLater(message);
    if (old) {
      dropFloating(old);
      const focused = old.contains(document.activeElement) ? document.activeElement : null;
      const controls = controlsOf(old);
      const shown = patch(old, made);
      this.fit([shown]);
      if (focused && !focused.isConnected) this.refocus(shown, focused, controls);
    } else {
      const next = messages
        .slice(at + 1)
        .map((later) => this.find(later.id))
        .find(Boolean);
      this.quieten(made);
      if (next) next.before(made);
      else this.insertLast(made);
      this.fit([made]);
    }
    // People see what the button that they pressed did, even if they had to scroll up to it.
    if (!old && (this.following || isPrivate(message))) this.toEnd();
    else if (this.following) this.follow();
    else if (!old) this.down.classList.add("fresh");
    return undefined;
  }

  /** Most answers follow at once, and who listens should hear only those. */
  putLater(message) {
    const { channel } = this;
    setTimeout(() => {
      const current = this.channel === channel && this.view.world.findMessage(channel, message.id);
      if (current && isThinking(current) && !this.find(message.id)) this.put(current, true);
    }, THINKING_DELAY_MS);
  }

  /** Keep the tools of a new message from being read aloud with it: they come later, and are no news by themselves. */
  quieten(message) {
    const tools = message.querySelector(":scope > .toolbar");
    if (!tools) return;
    tools.hidden = true;
    setTimeout(() => (tools.hidden = false), TOOLS_DELAY_MS);
  }

  /**
   * Focus the control that took the place of a lost one, one of `before`: that of the same id, or the same place if
   * there are as many as before, as after a switch is pressed; else the field where one types.
   */
  refocus(message, lost, before) {
    const controls = controlsOf(message);
    const id = lost.dataset.customId;
    const same = id && controls.find((item) => item.dataset.customId === id);
    const next = same ?? (controls.length === before.length && controls[before.indexOf(lost)]);
    if (next && !next.disabled) next.focus();
    else this.view.type();
  }

  /** Behind the last message, before the notes about what is still on its way. */
  insertLast(element) {
    const waiting = this.list.querySelector(".note.waiting");
    if (waiting) waiting.before(element);
    else this.list.append(element);
  }

  /** Take a message away; the one below may need a header again. */
  remove(id) {
    const old = this.find(id);
    if (!old) return;
    const below = old.nextElementSibling?.dataset.id;
    const focused = old.contains(document.activeElement);
    dropFloating(old);
    old.remove();
    if (focused) this.view.type();
    const message = below && this.view.world.findMessage(this.channel, below);
    if (message) this.put(message);
  }

  /** The elements of the messages. */
  get drawn() {
    return [...this.list.children].filter((child) => child.dataset.id);
  }

  find(id) {
    return this.drawn.find((child) => child.dataset.id === id) ?? null;
  }

  /** Scroll to a message and mark it for a moment. */
  reveal(id) {
    const target = this.find(id);
    if (!target) return;
    this.following = false;
    const fits = target.offsetHeight <= this.scroller.clientHeight;
    target.scrollIntoView({ block: fits ? "center" : "start" });
    target.classList.add("marked");
    target.focus({ preventScroll: true });
    setTimeout(() => target.classList.remove("marked"), 1600);
  }

  /** Go to what is newest, and stay with it. */
  toEnd() {
    this.following = true;
    this.newest = null;
    this.follow();
    this.down.hidden = true;
    this.down.classList.remove("fresh");
  }

  /**
   * Where the newest message is seen: at the end, or at its beginning if there is no room for all of it. A card is then
   * seen without what is above it. If there are several pictures in a post, as at the end of a game, the last is the news.
   */
  get stop() {
    const { scrollHeight, clientHeight } = this.scroller;
    const newest = this.list.lastElementChild;
    // Who presses a button at the foot of a message that grows then wants to press it again.
    const foot = newest?.contains(document.activeElement) && newest === this.newest;
    const last = newest && !newest.matches(".private") && newest.querySelectorAll(".picture-frame.sized").length > 1;
    const stop = newest && !foot && !last ? newest.offsetTop + cardTop(newest) - ABOVE_PX : Infinity;
    return Math.min(scrollHeight - clientHeight, stop);
  }

  /** Tell the style sheet how high messages are without their picture, so that the whole of each fits. */
  fit(messages) {
    const room = messages.map((message) => {
      const pictures = message.querySelectorAll(".picture-frame.sized");
      return pictures.length === 1 ? message.offsetHeight - pictures[0].offsetHeight + BELOW_PX + ABOVE_PX : null;
    });
    messages.forEach((message, at) => {
      if (room[at] === null) message.style.removeProperty("--beside");
      else message.style.setProperty("--beside", `${room[at]}px`);
    });
  }

  /** Show what is newest; who has read on in it is left where they are. */
  follow() {
    const { stop } = this;
    const newest = this.list.lastElementChild;
    if (newest !== this.newest || this.scroller.scrollTop < stop) this.scroller.scrollTop = stop;
    this.newest = newest;
  }

  scrolled() {
    const { scrollTop } = this.scroller;
    const atEnd = this.stop - scrollTop < NEAR_END_PX;
    // A picture that arrives late pushes the end away; only people who scroll up want to stay there.
    this.following = atEnd || (this.following && scrollTop >= this.lastTop);
    this.lastTop = scrollTop;
    this.down.hidden = this.following;
    if (this.following) this.down.classList.remove("fresh");
  }

  /**
   * A note that a command of this person is on its way, shown if that takes a while. Returns {failed(title,
   * text), remove()}.
   */
  waitingNote(words) {
    const note = el("div", { class: "note waiting" }, thinking(words));
    const show = () => {
      this.list.append(note);
      if (this.following) this.follow();
    };
    const timer = setTimeout(show, NOTE_DELAY_MS);
    return {
      remove: () => {
        clearTimeout(timer);
        note.remove();
      },
      failed: (title, text) => {
        clearTimeout(timer);
        note.className = "note failed";
        note.replaceChildren();
        append(
          note,
          icon("alert"),
          el("span", {}, el("strong", {}, title), " ", text),
          iconButton("close", this.texts.gettext("Dismiss"), () => note.remove()),
        );
        show();
      },
    };
  }
}

/** How far below the top of a message its card begins, 0 if it does not begin with one. */
function cardTop(message) {
  const card = message.querySelector(".message-content > .container:first-child");
  return card ? card.getBoundingClientRect().top - message.getBoundingClientRect().top : 0;
}

/** The buttons and menus of a message. */
function controlsOf(message) {
  return [...message.querySelectorAll("[data-custom-id]")];
}
