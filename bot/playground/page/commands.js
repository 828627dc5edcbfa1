/**
 * The commands that the bot registered: flattened to what can be typed, searched, and turned into interaction
 * data.
 */

import { CHANNEL, COMMAND, localized, OPTION } from "./discord.js";

/**
 * Everything that can be typed after a slash: {command, path, name, base, description, options}. `path` are
 * the subcommands on the way, `name` is in the person's language, `base` as registered.
 *
 * Discord lists the commands of a bot by how much they are used; here, where nobody has used any, they stay in
 * the order in which the bot registered them.
 */
export function leaves(commands, locale) {
  return commands
    .filter((command) => (command.type ?? COMMAND.chat) === COMMAND.chat)
    .flatMap((command) => below(command, command, [], locale));
}

function below(command, node, path, locale) {
  const nested = (node.options ?? []).filter((option) => [OPTION.subcommand, OPTION.group].includes(option.type));
  if (nested.length) return nested.flatMap((option) => below(command, option, [...path, option], locale));
  const way = [command, ...path];
  return [
    {
      command,
      path,
      name: way.map((part) => localized(part, "name", locale)).join(" "),
      base: way.map((part) => part.name).join(" "),
      description: localized(node, "description", locale),
      options: requiredFirst(node.options ?? []),
    },
  ];
}

function requiredFirst(options) {
  return [...options.filter((option) => option.required), ...options.filter((option) => !option.required)];
}

/**
 * Commands that may be used in a channel: those of its server that ask for no permission that the person lacks there,
 * and in private those that the bot allows there.
 */
export function usableIn(commands, channel, guilds) {
  const place = channel.type === CHANNEL.direct ? 1 : 0;
  const held = BigInt(guilds.find((guild) => guild.id === channel.guild_id)?.permissions ?? 0);
  return commands.filter((command) => {
    const needed = BigInt(command.default_member_permissions ?? 0);
    if (place === 0 && (held & needed) !== needed) return false;
    if (command.guild_id && command.guild_id !== channel.guild_id) return false;
    if (command.contexts?.length) return command.contexts.includes(place);
    return place === 0 || command.dm_permission !== false;
  });
}

/**
 * The first of each command, then the rest: nobody who has typed only a slash should have to go through all
 * subcommands of one command to find the next.
 */
export function overview(all) {
  const first = all.filter((leaf, at) => leaf.command !== all[at - 1]?.command);
  return [...first, ...all.filter((leaf) => !first.includes(leaf))];
}

/**
 * Leaves that fit what was typed, best first: the name begins with it, then a word of it, then anywhere in
 * it.
 */
export function search(all, typed) {
  const wanted = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  if (!wanted) return overview(all);
  return all
    .map((leaf) => [Math.min(rank(leaf.name, wanted), rank(leaf.base, wanted)), leaf])
    .filter(([worth]) => worth < 3)
    .sort((one, other) => one[0] - other[0])
    .map(([, leaf]) => leaf);
}

function rank(name, wanted) {
  const text = name.toLowerCase();
  if (text.startsWith(wanted)) return 0;
  if (text.split(" ").some((word) => word.startsWith(wanted))) return 1;
  return text.includes(wanted) ? 2 : 3;
}

/** The leaf that a text names completely, followed by a space: {leaf, rest}; null when there is none. */
export function typedLeaf(all, text) {
  for (const leaf of all) {
    for (const name of [leaf.name, leaf.base]) {
      if (text.toLowerCase().startsWith(`${name.toLowerCase()} `))
        return { leaf, rest: text.slice(name.length + 1) };
    }
  }
  return null;
}

/**
 * The option that a text without a name is for: a required one, else one that takes any text, else the first. `free`
 * leaves those out that nobody means unless they name them, so that there may be none. A file cannot be typed.
 */
export function optionForText(options, { free = false } = {}) {
  const any = options.find((option) => option.type === OPTION.string && !option.choices?.length);
  const typed = options.filter((option) => option.type !== OPTION.attachment);
  return free ? any : (typed.find((option) => option.required) ?? any ?? typed[0]);
}

/**
 * The options that a text names, in order: `8H HELLO rack:AEIR` is {before: "8H HELLO", named: [[option, "AEIR"]]}.
 * Options are named in the person's language or as registered. A name is a word of the text where it cannot be meant:
 * the second time, and with text after it for a file.
 */
export function namedOptions(options, text, locale) {
  const marks = marksOf(options, text, locale).filter(
    ({ option, end }, at, all) =>
      all.findIndex((mark) => mark.option === option) === at &&
      !(option.type === OPTION.attachment && text.slice(end).trim()),
  );
  const named = marks.map(({ option, end }, at) => [option, text.slice(end, marks[at + 1]?.start).trim()]);
  return { before: text.slice(0, marks[0]?.start).trim(), named };
}

/** Where the names of options are in a text, with their colons: {option, start, end}. */
function marksOf(options, text, locale) {
  // A person's own names come later, so that they win over the registered name of another option.
  const byName = new Map([
    ...options.map((option) => [option.name.toLowerCase(), option]),
    ...options.map((option) => [localized(option, "name", locale).toLowerCase(), option]),
  ]);
  if (!byName.size) return [];
  const names = [...byName.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):`, "giu"))]
    .map((match) => ({
      option: byName.get(match[1].toLowerCase()),
      start: match.index,
      end: match.index + match[0].length,
    }))
    .filter(({ option }) => option);
}

/**
 * What was typed after a command's name, as {values: {registered option name: text}, loose}, or without any name the
 * whole text for one option. `loose` is a text that no option is left for.
 */
export function typedOptions(leaf, rest, locale) {
  const { before: loose, named } = namedOptions(leaf.options, rest, locale);
  const values = Object.fromEntries(named.map(([option, text]) => [option.name, text]));
  const option = loose && optionForText(leaf.options.filter((item) => !(item.name in values)));
  if (!option) return { values, loose };
  return { values: { [option.name]: loose, ...values }, loose: "" };
}

/**
 * Interaction data of a leaf; `values` are [option, value] pairs, `focused` the option that is being typed.
 */
export function interactionData(leaf, values, focused = null) {
  let options = values.map(([option, value]) => ({
    name: option.name,
    type: option.type,
    value,
    ...(option === focused ? { focused: true } : {}),
  }));
  for (const part of [...leaf.path].reverse()) options = [{ name: part.name, type: part.type, options }];
  return { id: leaf.command.id, name: leaf.command.name, type: leaf.command.type ?? COMMAND.chat, options };
}
