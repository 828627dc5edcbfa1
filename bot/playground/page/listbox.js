/**
 * A list of things to pick from, which never takes the focus: keys stay with the field that owns it (the ARIA
 * combobox pattern), and this class says which entry they mean. Used by the composer's picker and by select
 * menus.
 */

import { append, el, uniqueId } from "./dom.js";

export class ListBox {
  /** `onPick(item)` is called for a click or for `pick()`; `field` is the element that has the focus. */
  constructor({ label, field, onPick, multiple = false }) {
    this.onPick = onPick;
    this.items = [];
    this.active = -1;
    this.element = el("div", {
      class: "listbox",
      role: "listbox",
      id: uniqueId("list"),
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
      on: { mousedown: (event) => event.preventDefault() },
    });
    if (field) this.attach(field);
  }

  /** Tell screen readers which field this list belongs to. */
  attach(field) {
    this.field?.removeAttribute("aria-activedescendant");
    this.field = field;
    field.setAttribute("aria-controls", this.element.id);
    field.setAttribute("aria-haspopup", "listbox");
  }

  /**
   * Items are {label, detail, lead, note, selected, ...}; `active` is the index of the entry that keys mean,
   * or -1.
   */
  show(items, active = 0) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, index) => this.entry(item, index)));
    this.activate(Math.min(active, items.length - 1));
  }

  /** Keys mean this item, and it is shown as it is by now. All entries stay, so that a screen reader says only this. */
  mark(item) {
    const index = this.items.indexOf(item);
    this.activate(index);
    this.element.children[index].setAttribute("aria-selected", String(Boolean(item.selected)));
  }

  entry(item, index) {
    const texts = el(
      "span",
      { class: "entry-texts" },
      el("span", { class: "entry-label" }, item.label),
      item.detail && el("span", { class: "entry-detail" }, item.detail),
    );
    const entry = el("div", {
      class: "entry",
      role: "option",
      id: `${this.element.id}-${index}`,
      "aria-selected": String(Boolean(item.selected)),
      on: {
        mousemove: () => {
          if (this.active !== index) this.activate(index);
        },
        click: (event) => {
          event.stopPropagation();
          this.onPick(item);
        },
      },
    });
    return append(entry, item.lead, texts, item.note && el("span", { class: "entry-note" }, item.note));
  }

  /** Mark one entry as the one that Enter and Tab mean. */
  activate(index) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = index;
    const entry = this.element.children[index];
    entry?.classList.add("active");
    entry?.scrollIntoView({ block: "nearest" });
    if (entry) this.field?.setAttribute("aria-activedescendant", entry.id);
    else this.field?.removeAttribute("aria-activedescendant");
  }

  /** Up and down, round the ends. */
  move(step) {
    if (!this.items.length) return;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.activate((from + step + this.items.length) % this.items.length);
  }

  /** Towards the ends by `step` times what fits into the list, and not beyond them. */
  page(step) {
    const height = this.element.children[0]?.offsetHeight || 1;
    const fitting = Math.max(1, Math.floor(this.element.clientHeight / height) - 1);
    this.activate(Math.max(0, Math.min(this.active + step * fitting, this.items.length - 1)));
  }

  /** Take the marked entry; false when there is none. */
  pick() {
    const item = this.items[this.active];
    if (item) this.onPick(item);
    return Boolean(item);
  }
}
