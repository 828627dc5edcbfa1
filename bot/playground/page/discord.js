/**
 * Numbers of Discord's API that the page uses, and its ids. The source is the reference of its API.
 */

export const CHANNEL = { text: 0, direct: 1, thread: 11 };

export const FLAGS = { ephemeral: 1 << 6, loading: 1 << 7, components: 1 << 15 };

export const COMMAND = { chat: 1, user: 2, message: 3 };

export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  user: 6,
  attachment: 11,
};

export const COMPONENT = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  text: 10,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
};

export const BUTTON = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 };

/** Order of two snowflakes: negative when the first is older. They are too long for numbers. */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

export function isThread(channel) {
  return channel.type === CHANNEL.thread;
}

/** A name or description of a command in the person's language, where the bot gave one. */
export function localized(thing, field, locale) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? "";
}

/** The names by which a person can type a command or an option: their language's and the registered one. */
export function namesOf(thing, locale) {
  return [localized(thing, "name", locale).toLowerCase(), thing.name.toLowerCase()];
}
