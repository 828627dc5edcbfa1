/**
 * A command being filled in: its name and one small field for each option. Required options are there from
 * the start, the others are added from the list. Keys: arrows and Tab or Enter choose, Tab goes on, Enter
 * sends, Escape closes the list and then the form, Backspace in an empty field takes the field away. Text after a
 * name with a colon goes to that option from wherever it is typed. Text without a name goes into the first option that
 * takes any text; nothing is sent while there is none for it.
 */

import { interactionData, namedOptions, optionForText } from "./commands.js";
import { localized, namesOf } from "./discord.js";
import { el, iconButton } from "./dom.js";
import { OptionField } from "./optionfield.js";

const DEBOUNCE_MS = 150;

export class CommandForm {
  /**
   * `host` has `world`, `picker`, `ask(data, take)` (choices from the bot), `upload(file)`, `submit(data,
   * leaf)` and `leave(text)` (back to plain text).
   */
  constructor(leaf, host) {
    this.leaf = leaf;
    this.host = host;
    this.fields = [];
    this.question = 0;
    const { texts } = host.world;
    // The last field has no option: it takes the name of one that could be added, and is where Enter sends.
    this.tail = el("input", {
      class: "option-tail",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-label": texts.gettext("More options for {command}, or Enter to send", { command: `/${leaf.name}` }),
      "aria-expanded": "false",
      enterkeyhint: "send",
      on: {
        focus: () => this.offerOptions(),
        blur: () => this.left(),
        input: () => this.tailTyped(),
        keydown: (event) => this.key(event, null),
      },
    });
    this.slot = el("span", { class: "options" }, this.tail);
    this.element = el(
      "div",
      { class: "command-form", role: "group", "aria-label": texts.gettext("Command {name}", { name: leaf.name }) },
      el("span", { class: "command-name" }, `/${leaf.name}`),
      this.slot,
      iconButton("close", texts.gettext("Cancel the command"), () => host.leave("")),
    );
    for (const option of leaf.options.filter((item) => item.required)) this.add(option);
    this.labelTail();
  }

  /**
   * Put in what was already typed after the name, and set the focus where something is missing; `loose` is text that
   * no option is left for.
   */
  start(texts = {}, loose = "") {
    this.tail.value = loose;
    for (const [name, text] of Object.entries(texts)) {
      const option = this.leaf.options.find((item) => item.name === name);
      this.name(option, text);
    }
    const typed = this.fields.find((field) => texts[field.option.name]);
    (typed ?? this.fields.find((field) => !field.text))?.input.focus();
    if (!this.fields.length || loose) this.tail.focus();
  }

  /** Put a text into the last field, as if typed. */
  insert(text) {
    this.tail.value = `${this.tail.value}${text}`;
    this.tail.focus();
    this.tailTyped();
  }

  fieldOf(option) {
    return this.fields.find((field) => field.option === option);
  }

  get missing() {
    return this.leaf.options.filter((option) => !this.fieldOf(option));
  }

  add(option) {
    const field = new OptionField(option, this.host.world, {
      focus: () => this.offer(field),
      click: () => this.offer(field),
      input: () => {
        field.typed();
        if (!this.spread(field)) this.offer(field);
      },
      keydown: (event) => this.key(event, field),
      blur: () => this.left(),
      change: () => this.fileChosen(field),
    });
    this.fields.push(field);
    this.tail.before(field.element);
    this.labelTail();
    return field;
  }

  /** A chosen file goes to the server at once; its id there is the option's value. */
  async fileChosen(field) {
    const [file] = field.input.files ?? [];
    if (!file) return;
    field.value = undefined;
    field.mark(null);
    try {
      field.value = (await this.host.upload(file)).id;
    } catch (error) {
      field.mark(error.message);
      this.host.picker.show({ field: field.input, title: error.message, items: [], onPick: () => {} });
    }
  }

  labelTail() {
    const count = this.missing.length;
    const { texts } = this.host.world;
    // Translators: as Discord's client says it of a command's options.
    const more = texts.ngettext("+{count} optional", "+{count} optional", count);
    this.tail.placeholder = count ? more : texts.gettext("Enter sends");
    this.tail.style.setProperty("--chars", String(this.tail.placeholder.length));
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.element.remove();
    this.labelTail();
    (this.fields[at - 1]?.input ?? this.tail).focus();
  }

  /** The focus has left a field: the panel goes with it unless it came to another one. */
  left() {
    requestAnimationFrame(() => {
      if (!this.element.contains(document.activeElement)) this.host.picker.hide();
    });
  }

  /* ---- lists ---- */

  offer(field) {
    const { option } = field;
    this.question += 1;
    clearTimeout(this.timer);
    if (option.autocomplete && !field.listed) {
      const { open, list } = this.host.picker;
      // The bot's last answer for this field stays until the next one.
      this.showEntries(field, open && list.field === field.input ? list.items : [], -1);
      const number = this.question;
      this.timer = setTimeout(() => this.askBot(field, number), DEBOUNCE_MS);
    } else {
      const complete = field.value !== undefined || (field.named && field.exact);
      this.showEntries(field, field.entries(), field.listed && !complete ? 0 : -1);
    }
  }

  askBot(field, number) {
    const values = this.fields
      .filter((item) => item === field || item.text)
      .map((item) => [item.option, item.partial()]);
    this.host.ask(interactionData(this.leaf, values, field.option), (choices) => {
      if (number !== this.question || document.activeElement !== field.input) return;
      const locale = this.host.world.settings.locale;
      const items = choices.map((choice) => ({
        label: localized(choice, "name", locale),
        value: choice.value,
      }));
      this.showEntries(field, items, -1);
    });
  }

  showEntries(field, items, active) {
    const locale = this.host.world.settings.locale;
    this.host.picker.show({
      field: field.input,
      title: localized(field.option, "name", locale),
      help: localized(field.option, "description", locale),
      items,
      active,
      onPick: (item) => {
        field.take(item);
        this.next(field);
      },
    });
  }

  tailTyped() {
    this.tail.setAttribute("aria-invalid", "false");
    if (!this.spread(null)) this.offerOptions();
  }

  /**
   * Give what is typed after a name with a colon to the option of that name, as the help writes whole commands;
   * whether any was named. `field` is where it was typed, null for the last one.
   */
  spread(field) {
    const { before, named } = this.namedIn(field?.text ?? this.tail.value, field);
    if (!named.length) return false;
    if (field) field.setText(before);
    else this.tail.value = before;
    const fields = named.map(([option, text]) => this.name(option, text));
    fields.at(-1).input.focus();
    this.offer(fields.at(-1));
    return true;
  }

  /** What a text names of the options without text. After other words, the name of its own field is a word. */
  namedIn(text, field) {
    const locale = this.host.world.settings.locale;
    const empty = this.leaf.options.filter((option) => !this.fieldOf(option)?.text);
    const found = namedOptions(field ? [field.option, ...empty] : empty, text, locale);
    return found.before && field ? namedOptions(empty, text, locale) : found;
  }

  /** The field of an option that was named, with the text after its name if there is any. */
  name(option, text) {
    const field = this.fieldOf(option) ?? this.add(option);
    field.named = true;
    if (text) field.setText(text);
    return field;
  }

  addFromTail(option) {
    this.tail.value = "";
    this.add(option).input.focus();
  }

  offerOptions() {
    const locale = this.host.world.settings.locale;
    const wanted = this.tail.value.trim().toLowerCase();
    clearTimeout(this.timer);
    this.question += 1;
    const items = this.offered(wanted);
    // What begins no option's name is for the option whose name and description are shown then.
    const meant = items.length ? undefined : wanted && this.optionForTail();
    this.host.picker.show({
      field: this.tail,
      title: meant ? localized(meant, "name", locale) : `/${this.leaf.name}`,
      help: meant ? localized(meant, "description", locale) : this.leaf.description,
      items,
      active: wanted ? 0 : -1,
      onPick: (item) => this.addFromTail(item.option),
    });
  }

  /** Entries for the options that could be added and whose name begins like this. */
  offered(wanted) {
    const locale = this.host.world.settings.locale;
    return this.missing
      .filter((option) => namesOf(option, locale).some((name) => name.startsWith(wanted)))
      .map((option) => ({
        option,
        label: localized(option, "name", locale),
        detail: localized(option, "description", locale),
      }));
  }

  /* ---- keys ---- */

  key(event, field) {
    if (event.isComposing || this.host.picker.key(event)) return;
    const input = field?.input ?? this.tail;
    if (event.key === "Enter" && !event.shiftKey) this.send();
    else if (event.key === "Tab" && this.tabTakes(event, field)) event.stopPropagation();
    else if (event.key === "Escape") this.escape();
    else if (event.key === "Backspace" && input.value === "") this.backspace(field);
    else return;
    event.preventDefault();
  }

  /** Tab takes the first suggestion of a half-typed option; otherwise it moves on as everywhere. */
  tabTakes(event, field) {
    const { list } = this.host.picker;
    if (event.shiftKey || !field || field.value !== undefined || !field.text || !list.items.length)
      return false;
    list.onPick((field.listed && field.exact) || list.items[0]);
    return true;
  }

  escape() {
    if (this.host.picker.open && this.host.picker.list.items.length) this.host.picker.hide();
    else this.host.leave("");
  }

  backspace(field) {
    if (field && !field.option.required) this.remove(field);
    else if (!field && this.fields.length) this.fields.at(-1).input.focus();
    else if (!field || field === this.fields[0]) this.leaveEmpty();
    else this.fields[this.fields.indexOf(field) - 1].input.focus();
  }

  /** Back to plain text, unless something has been typed for an option. */
  leaveEmpty() {
    if (!this.tail.value.trim() && !this.fields.some((field) => field.text))
      this.host.leave(`/${this.leaf.name}`);
  }

  /** To the next field that has nothing in it yet, else to the end. */
  next(field) {
    const after = this.fields.slice(this.fields.indexOf(field) + 1);
    (after.find((item) => !item.text)?.input ?? this.tail).focus();
  }

  /** Give the text without a name to an option; false, with a sentence that says why, when there is none for it. */
  settleTail() {
    const text = this.tail.value.trim();
    if (!text) return true;
    const option = this.optionForTail();
    if (option) {
      this.tail.value = "";
      (this.fieldOf(option) ?? this.add(option)).setText(text);
      return true;
    }
    this.refuseTail(text);
    return false;
  }

  optionForTail() {
    return optionForText(
      this.leaf.options.filter((item) => !this.fieldOf(item)?.text),
      { free: true },
    );
  }

  refuseTail(text) {
    const { texts } = this.host.world;
    const facts = { command: `/${this.leaf.name}`, text };
    const words = this.missing.length
      ? texts.gettext("{command} has no place for “{text}”. Please delete it, or choose an option for it.", facts)
      : texts.gettext("{command} has no place for “{text}”. Please delete it.", facts);
    this.tail.focus();
    this.tail.setAttribute("aria-invalid", "true");
    const onPick = ({ option }) => {
      this.tail.value = "";
      const field = this.add(option);
      field.setText(text);
      field.input.focus();
    };
    this.host.picker.show({ field: this.tail, title: words, items: this.offered(""), active: -1, onPick });
  }

  /**
   * Check everything and hand the command over; the first field that is wrong gets the focus and says why.
   */
  send() {
    if (!this.settleTail()) return;
    const wrong = this.fields.map((field) => [field, field.settle()]);
    for (const [field, problem] of wrong) field.mark(problem);
    const [first, problem] = wrong.find(([, words]) => words) ?? [];
    if (first) {
      first.input.focus();
      this.host.picker.show({
        field: first.input,
        title: problem,
        help: localized(first.option, "description", this.host.world.settings.locale),
        items: first.entries(),
        active: -1,
        onPick: (item) => {
          first.take(item);
          this.next(first);
        },
      });
      return;
    }
    clearTimeout(this.timer);
    const given = this.fields.filter((field) => field.value !== undefined);
    this.host.submit(
      interactionData(
        this.leaf,
        given.map((field) => [field.option, field.value]),
      ),
      this.leaf,
    );
  }
}
