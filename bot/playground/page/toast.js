/**
 * Short notices at the foot of a pane that go away by themselves.
 */

import { append, el, icon, iconButton } from "./dom.js";

const SHOWN_MS = 7000;

/** The place of a pane's notices; `say(words)` adds one. */
export class Toasts {
  constructor(texts) {
    this.texts = texts;
    this.element = el("div", { class: "toasts", role: "alert" });
  }

  say(words) {
    if ([...this.element.children].some((toast) => toast.dataset.words === words)) return;
    const toast = el("div", { class: "toast", data: { words } });
    append(
      toast,
      icon("alert"),
      el("span", {}, words),
      iconButton("close", this.texts.gettext("Dismiss"), () => toast.remove()),
    );
    this.element.append(toast);
    setTimeout(() => toast.remove(), SHOWN_MS);
  }
}
