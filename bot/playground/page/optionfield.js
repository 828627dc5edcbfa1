/**
 * One option of a command in the composer: its little field, what can be chosen for it, its value and what is
 * wrong with it.
 */

import { localized, OPTION } from "./discord.js";
import { el, uniqueId } from "./dom.js";
import { tooShort } from "./modalfields.js";
import { personTile } from "./tiles.js";
import { nameOf } from "./world.js";

const MOST_SHOWN = 25;

/** What the server knows for options that name one of its things. */
const THINGS = {
  [OPTION.user]: (world) => [...world.users.values()].map(userItem),
};

function userItem(user) {
  return { label: nameOf(user), value: user.id, lead: personTile(user) };
}

function bare(text) {
  return text.trim().replace(/^[#@]/, "").toLowerCase();
}

export class OptionField {
  /** `listeners` are events of the input. */
  constructor(option, world, listeners) {
    this.option = option;
    this.world = world;
    this.value = undefined;
    /** Whether the person wrote the option's name: what is exactly an entry then needs not be chosen from the list. */
    this.named = false;
    const name = localized(option, "name", world.settings.locale);
    const id = uniqueId("option");
    const file = option.type === OPTION.attachment;
    this.input = el("input", {
      id,
      class: "option-input",
      type: file ? "file" : "text",
      autocomplete: "off",
      spellcheck: "false",
      role: file ? null : "combobox",
      "aria-autocomplete": file ? null : "list",
      "aria-expanded": file ? null : "false",
      "aria-required": String(Boolean(option.required)),
      enterkeyhint: "send",
      data: { option: option.name },
      on: listeners,
    });
    this.element = el(
      "span",
      { class: "option" },
      el("label", { class: "option-name", for: id }, name),
      this.input,
    );
    this.resize();
  }

  get texts() {
    return this.world.texts;
  }

  get numeric() {
    return this.option.type === OPTION.integer;
  }

  /** Whether only what is in the list can be the value. */
  get listed() {
    return Boolean(this.option.choices?.length) || this.option.type in THINGS;
  }

  get text() {
    return this.input.value;
  }

  /** Put a text in, as if typed; what was taken from a list keeps its value. A file cannot be chosen by its name. */
  setText(text) {
    if (this.input.type !== "file") this.input.value = text;
    this.typed();
    if (text && text === this.taken?.label) this.value = this.taken.value;
  }

  typed() {
    this.value = undefined;
    this.mark(null);
    this.resize();
  }

  /** Take an entry of the list. */
  take(item) {
    this.taken = item;
    this.input.value = item.label;
    this.value = item.value;
    this.mark(null);
    this.resize();
  }

  resize() {
    if (this.input.type !== "file")
      this.input.style.setProperty("--chars", String(Math.max(4, this.text.length + 1)));
  }

  /** Say what is wrong, or that nothing is (null). */
  mark(problem) {
    this.element.classList.toggle("wrong", Boolean(problem));
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
    this.input.title = problem ?? "";
  }

  /** Entries that fit the text, of those that are known without asking the bot. */
  entries() {
    const locale = this.world.settings.locale;
    const all = this.option.choices?.length
      ? this.option.choices.map((choice) => ({
          label: localized(choice, "name", locale),
          value: choice.value,
        }))
      : (THINGS[this.option.type]?.(this.world) ?? []);
    const wanted = this.value === undefined ? this.text.trim().toLowerCase() : "";
    return all
      .filter(
        (item) => item.label.toLowerCase().includes(wanted) || String(item.value).toLowerCase() === wanted,
      )
      .slice(0, MOST_SHOWN);
  }

  /** The entry that the text is, by its label or its value; undefined if it is only a part of one. */
  get exact() {
    const entries = this.entries();
    const text = bare(this.text);
    return (
      entries.find((item) => bare(item.label) === text) ??
      entries.find((item) => String(item.value).toLowerCase() === text)
    );
  }

  /** Turn the text into a value; a sentence about what is wrong, or null. */
  settle() {
    if (this.value !== undefined) return null;
    const text = this.text.trim();
    if (this.input.type === "file" && text) return this.texts.gettext("The file has not been uploaded yet.");
    if (!text) return this.option.required ? this.texts.gettext("This option is required.") : null;
    if (this.listed) return this.settleListed();
    return this.numeric ? this.settleNumber(text) : this.settleText(text);
  }

  settleListed() {
    const entries = this.entries();
    const meant = this.exact ?? (entries.length === 1 ? entries[0] : null);
    if (!meant) return this.texts.gettext("Choose one from the list.");
    this.take(meant);
    return null;
  }

  settleNumber(text) {
    const number = Number(text.replace(",", "."));
    const { min_value: least, max_value: most } = this.option;
    if (!Number.isInteger(number))
      return this.texts.gettext("A number is needed here.");
    if (least !== undefined && number < least)
      return this.texts.gettext("At least {number}, please.", { number: this.texts.number(least) });
    if (most !== undefined && number > most)
      return this.texts.gettext("At most {number}, please.", { number: this.texts.number(most) });
    this.value = number;
    return null;
  }

  settleText(text) {
    const { min_length: least, max_length: most } = this.option;
    const { texts } = this;
    if (least !== undefined && text.length < least) return tooShort(least, texts);
    if (most !== undefined && text.length > most)
      return texts.ngettext("At most {count} character, please.", "At most {count} characters, please.", most);
    this.value = text;
    return null;
  }

  /** What goes into an autocomplete question: the value if there is one, else the raw text. */
  partial() {
    return this.value === undefined ? this.text : this.value;
  }
}
