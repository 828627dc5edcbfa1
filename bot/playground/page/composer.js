/**
 * Where a person types: text, answers to messages, mentions, and commands after a slash.
 */

import { CommandForm } from "./commandform.js";
import { leaves, search, typedLeaf, typedOptions, usableIn } from "./commands.js";
import { localized } from "./discord.js";
import { el, icon, iconButton } from "./dom.js";
import { Picker } from "./picker.js";
import { parts } from "./texts.js";
import { personTile } from "./tiles.js";
import { nameOf } from "./world.js";

const MOST_SHOWN = 100;
const LONGEST_TEXT = 2000;

export class Composer {
  /**
   * `host` has `world`, `channel()` (the id), `message(text, replyTo)`, `command(data, leaf)`, `ask(data,
   * take)`, `upload(file)`.
   */
  constructor(host) {
    this.host = host;
    this.picker = new Picker(host.world.texts);
    this.reply = null;
    this.form = null;
    this.text = el("textarea", {
      class: "text-input",
      rows: 1,
      role: "combobox",
      "aria-expanded": "false",
      maxlength: LONGEST_TEXT,
      "aria-autocomplete": "list",
      autocomplete: "off",
      enterkeyhint: "send",
      on: {
        input: () => this.typed(),
        keydown: (event) => this.key(event),
        blur: () => this.picker.hide(),
        focus: () => this.typed(),
      },
    });
    this.slash = iconButton("slash", this.texts.gettext("Commands"), () => this.offerCommands());
    this.sendButton = iconButton("send", this.texts.gettext("Send"), () =>
      this.form ? this.form.send() : this.send(),
    );
    this.field = el("div", { class: "composer-field" }, this.text);
    this.replyBar = el("div", { class: "reply-bar", hidden: true });
    this.element = el(
      "div",
      { class: "composer" },
      this.picker.element,
      this.replyBar,
      el("div", { class: "composer-row" }, this.slash, this.field, this.sendButton),
    );
  }

  get texts() {
    return this.host.world.texts;
  }

  /** The channel has changed: a new place to write to, and nothing half-written for another one. */
  reset() {
    const name = this.host.world.channelName(this.host.channel());
    const place = this.host.world.isDirect(this.host.channel()) ? `@${name}` : `#${name}`;
    // Translators: as Discord's client says it in the empty field; the place is #channel or @person.
    const words = this.texts.gettext("Message {place}", { place });
    this.text.placeholder = words;
    this.text.setAttribute("aria-label", words);
    this.answer(null);
    if (this.form) this.leave("", false);
  }

  focus() {
    (this.form?.tail ?? this.text).focus();
  }

  /** List the commands; what has been typed stays, after the slash. */
  offerCommands() {
    const typed = this.text.value;
    this.write(typed.startsWith("/") ? typed : `/${typed}`);
  }

  /** Put a text where the cursor is, as if typed; after the last word of a command that is being filled in. */
  insert(text) {
    if (this.form) return this.form.insert(text);
    const { selectionStart, selectionEnd, value } = this.text;
    const space = /\S$/.test(value.slice(0, selectionStart)) ? " " : "";
    this.text.setRangeText(`${space}${text}`, selectionStart, selectionEnd, "end");
    this.text.focus();
    return this.typed();
  }

  /** Put a text into the field as if typed. */
  write(text) {
    if (this.form) this.leave("", false);
    this.text.value = text;
    this.text.focus();
    this.typed();
  }

  /** Answer a message with the next text; null takes that back. */
  answer(message) {
    this.reply = message;
    this.replyBar.hidden = !message;
    if (!message) return;
    // Translators: as Discord's client says it.
    const replying = this.texts.gettext("Replying to {name}");
    this.replyBar.replaceChildren(
      icon("reply"),
      el("span", {}, parts(replying, { name: el("strong", {}, nameOf(message.author)) })),
      iconButton("close", this.texts.gettext("Do not reply"), () => {
        this.answer(null);
        this.focus();
      }),
    );
    this.focus();
  }

  /* ---- text ---- */

  get locale() {
    return this.host.world.settings.locale;
  }

  get commands() {
    const { world } = this.host;
    const channel = world.channels.get(this.host.channel());
    return channel ? leaves(usableIn(world.commands, channel, world.guilds), this.locale) : [];
  }

  typed() {
    const text = this.text.value;
    this.grow();
    if (text.startsWith("/") && !text.includes("\n")) return this.typedCommand(text.slice(1));
    return this.typedMention(text.slice(0, this.text.selectionStart));
  }

  grow() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
  }

  typedCommand(typed) {
    const all = this.commands;
    const whole = typedLeaf(all, typed);
    if (whole) return this.fill(whole.leaf, whole.rest);
    const items = search(all, typed)
      .slice(0, MOST_SHOWN)
      .map((leaf) => ({
        leaf,
        label: `/${leaf.name}`,
        detail: leaf.description,
        note: optionNames(leaf, this.locale),
      }));
    return this.picker.show({
      field: this.text,
      title: items.length ? this.texts.gettext("Commands") : this.texts.gettext("No matching commands"),
      items,
      onPick: (item) => this.fill(item.leaf),
    });
  }

  typedMention(before) {
    const typed = /(?:^|\s)@(\w*)$/.exec(before)?.[1].toLowerCase();
    const users =
      typed === undefined
        ? []
        : [...this.host.world.users.values()].filter((user) => nameOf(user).toLowerCase().startsWith(typed));
    if (!users.length) return this.picker.hide();
    const items = users.map((user) => ({ user, label: nameOf(user), lead: personTile(user) }));
    return this.picker.show({
      field: this.text,
      title: this.texts.gettext("People"),
      items,
      onPick: (item) => this.mention(item.user, typed.length),
    });
  }

  mention(user, typed) {
    const at = this.text.selectionStart;
    this.text.setRangeText(`${nameOf(user)} `, at - typed, at, "end");
    this.picker.hide();
  }

  key(event) {
    if (event.isComposing || this.picker.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) this.send();
    else if (event.key === "Escape" && this.picker.open) this.picker.hide();
    else if (event.key === "Escape" && this.reply) this.answer(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  send() {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/") && this.sendTyped(text.slice(1))) return;
    if (!this.host.message(this.withMentions(text), this.reply?.id ?? null)) return;
    this.answer(null);
    this.write("");
  }

  /** A command that was typed or pasted whole goes into its form. */
  sendTyped(text) {
    const whole = typedLeaf(this.commands, `${text} `);
    if (whole) this.fill(whole.leaf, whole.rest.trim());
    return Boolean(whole);
  }

  /** "@Ada" becomes the mention that Discord sends. */
  withMentions(text) {
    const users = [...this.host.world.users.values()].sort(
      (one, other) => nameOf(other).length - nameOf(one).length,
    );
    return users.reduce((result, user) => result.replace(mentionOf(user), `$1<@${user.id}>`), text);
  }

  /* ---- commands ---- */

  /** Fill in a command, with what was typed after its name already there. */
  fill(leaf, typed = "") {
    if (this.form) this.form.element.remove();
    this.picker.hide();
    this.form = new CommandForm(leaf, {
      world: this.host.world,
      picker: this.picker,
      ask: this.host.ask,
      upload: this.host.upload,
      leave: (text) => this.leave(text),
      submit: (data) => this.submit(data, leaf),
    });
    this.text.value = "";
    this.text.hidden = true;
    this.field.append(this.form.element);
    const { values, loose } = typedOptions(leaf, typed, this.locale);
    this.form.start(values, loose);
  }

  /** Fill in the command that a mention like </game new:1> names. */
  fillNamed(name) {
    const leaf = this.commands.find((item) => item.base === name);
    if (leaf) this.fill(leaf);
  }

  submit(data, leaf) {
    if (this.host.command(data, leaf)) this.leave("");
  }

  /** Back from a command to plain text. */
  leave(text, focus = true) {
    this.form?.element.remove();
    this.form = null;
    this.picker.hide();
    this.text.hidden = false;
    this.text.value = text;
    if (focus) this.text.focus();
    this.grow();
  }
}

function optionNames(leaf, locale) {
  const names = leaf.options.map((option) => {
    const name = localized(option, "name", locale);
    return option.required ? name : `[${name}]`;
  });
  return names.slice(0, 4).join(" ") + (names.length > 4 ? " …" : "");
}

function mentionOf(user) {
  const name = nameOf(user).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(^|\\s)@${name}(?!\\w)`, "gu");
}
