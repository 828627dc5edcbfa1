/**
 * The panel above the composer: what is being typed, in words, and the list of what could be meant.
 */

import { append, el } from "./dom.js";
import { ListBox } from "./listbox.js";

export class Picker {
  constructor(texts) {
    this.head = el("div", { class: "picker-head" });
    this.list = new ListBox({ label: texts.gettext("Suggestions"), onPick: (item) => this.onPick?.(item) });
    this.element = el("div", { class: "picker", hidden: true }, this.head, this.list.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Show a list for `field`: `title` and `help` above it, the entry `active` marked, `onPick(item)` for the
   * choice.
   */
  show({ field, title, help = "", items, active = 0, onPick }) {
    this.onPick = onPick;
    this.head.replaceChildren();
    append(this.head, el("strong", {}, title), help && el("span", {}, help));
    this.list.attach(field);
    this.list.show(items, active);
    this.element.hidden = false;
    field.setAttribute("aria-expanded", String(items.length > 0));
  }

  hide() {
    this.element.hidden = true;
    this.list.field?.setAttribute("aria-expanded", "false");
    this.list.field?.removeAttribute("aria-activedescendant");
    this.list.show([]);
  }

  /** Arrow and page keys and taking the marked entry; true when the key was used. */
  key(event) {
    if (!this.open || !this.list.items.length) return false;
    if (event.key === "ArrowDown") this.list.move(1);
    else if (event.key === "ArrowUp") this.list.move(-1);
    else if (event.key === "PageDown") this.list.page(1);
    else if (event.key === "PageUp") this.list.page(-1);
    else if ((event.key !== "Enter" && event.key !== "Tab") || event.shiftKey || !this.list.pick())
      return false;
    event.preventDefault();
    return true;
  }
}
