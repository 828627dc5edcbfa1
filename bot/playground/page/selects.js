/**
 * Select menus: of strings, people and roles; one value or several. Keys as in a native select.
 */

import { COMPONENT } from "./discord.js";
import { append, el, icon, uniqueId } from "./dom.js";
import { closeFloating, floatsFrom, openFloating } from "./floating.js";
import { ListBox } from "./listbox.js";
import { nameOf } from "./world.js";

/** The entries of a select component: its own options, the people of the playground, or the server's roles. */
function entriesOf(component, world) {
  if (component.type === COMPONENT.stringSelect) return component.options.map(ownEntry);
  if (component.type === COMPONENT.userSelect) return [...world.users.values()].map(personEntry);
  const chosen = new Set((component.default_values ?? []).map((item) => item.id));
  return world.roles.map(({ id, name }) => ({
    value: id,
    label: `@${name.replace(/^@/, "")}`,
    selected: chosen.has(id),
  }));
}

function personEntry(user) {
  return { value: user.id, label: nameOf(user) };
}

function ownEntry(option) {
  return {
    value: option.value,
    label: option.label,
    detail: option.description,
    selected: option.default,
  };
}

export class SelectBox {
  /** `onDone(values)` is called when a choice is complete, and only if it differs from the one before. */
  constructor({ component, world, label, onDone = () => {} }) {
    this.onDone = onDone;
    this.texts = world.texts;
    this.entries = entriesOf(component, world);
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.placeholder = component.placeholder ?? this.texts.gettext("Make a selection");
    this.before = this.values();
    this.button = el("button", {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-expanded": "false",
      "aria-label": label ?? this.placeholder,
      id: uniqueId("select"),
      disabled: component.disabled,
      data: { customId: component.custom_id, offers: this.offers() },
      on: {
        click: () => this.toggle(),
        keydown: (event) => this.key(event),
        blur: () => this.close(),
      },
    });
    this.list = new ListBox({
      label: label ?? this.placeholder,
      field: this.button,
      multiple: this.most > 1,
      onPick: (entry) => this.pick(entry),
    });
    this.panel = this.most > 1 ? this.panelOfSeveral() : this.list.element;
    this.element = el("div", { class: "select-frame" }, this.button);
    this.draw();
  }

  /** The list of a menu of several values, which are sent when it closes: with a button that closes it. */
  panelOfSeveral() {
    const done = el(
      "button",
      {
        type: "button",
        class: "button button-primary",
        // Keys stay with the menu, where Escape and Tab close the list.
        tabindex: "-1",
        on: { mousedown: (event) => event.preventDefault(), click: () => this.close() },
      },
      this.texts.gettext("Done"),
    );
    return el("div", { class: "select-panel" }, this.list.element, done);
  }

  values() {
    return this.entries.filter((entry) => entry.selected).map((entry) => entry.value);
  }

  /** What can be picked, as text, so that a menu with other choices is seen to be another one. */
  offers() {
    return JSON.stringify([this.least, this.most, this.entries.map(({ value, label, detail }) => [value, label, detail])]);
  }

  draw() {
    const chosen = this.entries.filter((entry) => entry.selected);
    const shown = chosen.length
      ? chosen.map((entry) => el("span", { class: "select-value" }, entry.label))
      : el("span", { class: "select-empty" }, this.placeholder);
    // While the list is open, its entries say what is chosen; a screen reader would say all of it after each of them.
    const open = floatsFrom(this.button);
    this.button.replaceChildren();
    append(
      this.button,
      el("span", { class: "select-values", "aria-hidden": open ? "true" : null }, shown),
      icon("down"),
    );
    if (!open) this.button.setAttribute("aria-description", this.texts.join(chosen.map((entry) => entry.label)));
  }

  toggle() {
    if (floatsFrom(this.button)) return this.close();
    // Not every browser gives the focus to a button that is tapped, and without it no key reaches the list.
    this.button.focus();
    const first = Math.max(
      0,
      this.entries.findIndex((entry) => entry.selected),
    );
    this.list.show(this.entries, first);
    this.button.setAttribute("aria-expanded", "true");
    openFloating(this.button, this.panel, { width: 200, onClose: () => this.closed() });
    this.draw();
    this.list.activate(first);
    return undefined;
  }

  close() {
    if (floatsFrom(this.button)) closeFloating();
  }

  closed() {
    this.button.setAttribute("aria-expanded", "false");
    this.draw();
    const now = this.values();
    if (now.length < this.least || now.join() === this.before.join()) return;
    this.before = now;
    this.onDone(now);
  }

  pick(entry) {
    if (this.most === 1) {
      const off = this.least === 0 && entry.selected;
      for (const other of this.entries) other.selected = other === entry && !off;
    } else if (entry.selected || this.values().length < this.most) {
      entry.selected = !entry.selected;
    }
    this.draw();
    if (this.most === 1) this.close();
    else this.list.mark(entry);
  }

  key(event) {
    const shown = floatsFrom(this.button);
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const pages = { PageDown: 1, PageUp: -1, End: Infinity, Home: -Infinity };
    if (!shown && event.key in steps) this.toggle();
    else if (event.key in steps) this.list.move(steps[event.key]);
    else if (shown && event.key in pages) this.list.page(pages[event.key]);
    else if (shown && (event.key === "Enter" || event.key === " ")) this.list.pick();
    else if (shown && event.key === "Escape") this.close();
    else if (shown && event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.typeAhead(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A letter goes to the next entry that begins with it. */
  typeAhead(letter) {
    const count = this.entries.length;
    for (let step = 1; step <= count; step += 1) {
      const index = (this.list.active + step) % count;
      if (this.entries[index].label.toLowerCase().startsWith(letter.toLowerCase()))
        return this.list.activate(index);
    }
    return undefined;
  }
}
