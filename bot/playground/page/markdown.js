/**
 * Discord's markdown, as nodes. Blocks (code, quotes, headings, lists, subtext) are found line by line, the
 * rest inside them by the table of inline rules, first match first.
 *
 * A `context` tells how to show what a text points to: `locale`, `me` (user id), `userName(id)`,
 * `channelName(id)`, `roleName(id)`, `commandName(name)`, what a click does: `openChannel(id, messageId)`,
 * `openCommand(name)`, and `texts`.
 * Names are null when unknown.
 */

import { goingTo, safeLink } from "./address.js";
import { append, el } from "./dom.js";
import { timeElement } from "./times.js";

const DEEPEST = 12;
const FENCE = /```(?:([\w+.#-]*)\n)?([\s\S]*?[^`])\n?```(?!`)/y;
const LIST_LINE = /^( *)([-*]|\d{1,9}\.) +(.+)$/;

/** All of a message's text. */
export function markdown(text, context) {
  const root = document.createDocumentFragment();
  append(root, blocks(String(text ?? ""), { depth: 0, quoted: false, ...context }));
  return root;
}

/** Text without blocks, for one line: replies, labels, descriptions. */
export function markdownLine(text, context) {
  const root = document.createDocumentFragment();
  const words = String(text ?? "")
    .replace(/^(?:#{1,3}|-#|>{1,3}|[-*]|\d+\.) +/gm, "")
    .replace(/\s+/g, " ");
  append(root, inline(words, { depth: 0, ...context }));
  return root;
}

/* ---- blocks ---- */

function blocks(text, context) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain.replaceAll("\n", ""))
      out.push(el("div", { class: "md-text" }, inline(plain.replace(/\n$/, ""), context)));
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const found = blockAt(text, at, context) ?? fenceIn(text, at);
    if (found) {
      plain += found.before ?? "";
      flush();
      out.push(found.node);
      at = found.end;
    } else {
      const end = lineEnd(text, at);
      plain += text.slice(at, end);
      at = end;
    }
  }
  flush();
  return out;
}

/** The position after the line that starts at `at`, its line break included. */
function lineEnd(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** The block that starts with the line at `at`, as {node, end}; null when that line is ordinary text. */
function blockAt(text, at, context) {
  const end = lineEnd(text, at);
  const line = text.slice(at, end).replace(/\n$/, "");
  if (!context.quoted && line.startsWith(">>> ")) {
    return { node: quote(text.slice(at + 4), context), end: text.length };
  }
  if (!context.quoted && line.startsWith("> ")) return quoteAt(text, at, context);
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) return { node: headingOf(heading, context), end };
  const small = /^-# +(.+)$/.exec(line);
  if (small) return { node: el("div", { class: "md-small" }, inline(small[1], context)), end };
  return LIST_LINE.test(line) ? listAt(text, at, context) : null;
}

function headingOf([, marks, words], context) {
  return el(
    "div",
    { class: `md-heading md-heading-${marks.length}`, role: "heading", "aria-level": marks.length + 3 },
    inline(words, context),
  );
}

function quote(text, context) {
  return el("blockquote", { class: "md-quote" }, blocks(text, { ...context, quoted: true }));
}

function quoteAt(text, at, context) {
  let inside = "";
  let end = at;
  while (text.startsWith("> ", end) || (end > at && /^>(\n|$)/.test(text.slice(end, end + 2)))) {
    const next = lineEnd(text, end);
    inside += text.slice(end, next).replace(/^> ?/, "");
    end = next;
  }
  return { node: quote(inside.replace(/\n$/, ""), context), end };
}

/** A code block that begins somewhere in the line at `at`, with the text `before` it. */
function fenceIn(text, at) {
  const start = text.indexOf("```", at);
  if (start < 0 || start >= lineEnd(text, at) || text[start - 1] === "\\") return null;
  FENCE.lastIndex = start;
  const match = FENCE.exec(text);
  if (!match) return null;
  const node = el("pre", { class: "md-block", tabindex: "0" }, el("code", {}, match[2].replace(/^\n/, "")));
  const end = FENCE.lastIndex + (text[FENCE.lastIndex] === "\n" ? 1 : 0);
  return { node, end, before: text.slice(at, start) };
}

function listAt(text, at, context) {
  const items = [];
  let end = at;
  while (end < text.length) {
    const next = lineEnd(text, end);
    const match = LIST_LINE.exec(text.slice(end, next).replace(/\n$/, ""));
    if (!match) break;
    items.push({ depth: match[1].length, number: parseInt(match[2], 10), words: match[3] });
    end = next;
  }
  const node = document.createDocumentFragment();
  append(node, listsOf(items, context));
  return { node, end };
}

/** Nested lists from lines with their indentation; deeper lines belong to the line above them. */
function listsOf(items, context) {
  const lists = [];
  for (let at = 0; at < items.length;) {
    const item = items[at];
    const numbered = !Number.isNaN(item.number);
    let end = at + 1;
    while (end < items.length && items[end].depth > items[0].depth) end += 1;
    const tag = numbered ? "OL" : "UL";
    if (lists.at(-1)?.tagName !== tag)
      lists.push(el(tag, { class: "md-list", start: numbered && item.number }));
    const inner = items.slice(at + 1, end);
    lists
      .at(-1)
      .append(append(el("li"), inline(item.words, context), inner.length ? listsOf(inner, context) : null));
    at = end;
  }
  return lists;
}

/* ---- inside a line ---- */

const wrap = (tag, className) => (match, context) => el(tag, { class: className }, inline(match[1], context));

/** [regular expression tried at the position, what it becomes]; a null result lets the next rule try. */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (match) => match[1]],
  [
    /(`+)([\s\S]*?[^`])\1(?!`)/y,
    (match) => el("code", { class: "md-code" }, match[2].replace(/^ (?=`)|(?<=`) $/g, "")),
  ],
  [/<@!?(\d{5,20})>/y, userMention],
  [/<@&(\d{5,20})>/y, roleMention],
  [/<#(\d{5,20})>/y, channelMention],
  [/<\/([^:>\n]{1,100}):(\d{1,20})>/y, commandMention],
  [/<t:(-?\d{1,12})(?::([tTdDfFRsS]))?>/y, timestamp],
  [/<a?:(\w{2,32}):\d{5,20}>/y, (match) => `:${match[1]}:`],
  [/@(everyone|here)\b/y, (match) => el("span", { class: "mention" }, match[0])],
  [
    /\[((?:\\.|[^[\]\\]|\[[^[\]]*\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\))?)>?(?:\s+"[^"]*")?\)/y,
    maskedLink,
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (match, context) => linkTo(match[1], [match[1]], context)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'!?)\]*_~|]/y, (match, context) => linkTo(match[0], [match[0]], context)],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, wrap("strong")],
  [/\*(?![\s*])((?:\\[\s\S]|\*\*[^*]+?\*\*|[^*\\])+?)(?<!\s)\*(?!\*)/y, wrap("em")],
  [/__([\s\S]+?)__(?!_)/y, wrap("u")],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, wrap("em")],
  [/~~([\s\S]+?)~~/y, wrap("s")],
  [/\|\|([\s\S]+?)\|\|/y, spoiler],
];

/** Nodes and strings of a text without blocks. */
function inline(text, outer) {
  if (outer.depth >= DEEPEST) return [text];
  const context = { ...outer, depth: outer.depth + 1 };
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = /[\\`<@[h*_~|]/.test(text[at]) ? ruleAt(text, at, context) : null;
    if (found) {
      out.push(plain, found.node);
      plain = "";
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  out.push(plain);
  return out.filter((part) => part !== "");
}

function ruleAt(text, at, context) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // The end is read before `make`, which may use the same pattern for what is inside.
    const end = pattern.lastIndex;
    const node = match ? make(match, context) : null;
    if (node !== null) return { node, end };
  }
  return null;
}

function userMention([, id], context) {
  const own = id === context.me ? " mention-me" : "";
  const name = context.userName(id) ?? context.texts.gettext("unknown-user");
  return el("span", { class: `mention${own}` }, `@${name}`);
}

function roleMention([, id], context) {
  const name = context.roleName(id) ?? context.texts.gettext("unknown-role");
  return el("span", { class: "mention" }, `@${name}`);
}

function channelMention([, id], context) {
  const name = context.channelName(id);
  const unknown = context.texts.gettext("unknown-channel");
  if (name === null) return el("span", { class: "mention" }, `#${unknown}`);
  return el(
    "button",
    { type: "button", class: "mention", on: { click: () => context.openChannel(id, null) } },
    `#${name}`,
  );
}

function commandMention([, name], context) {
  return el(
    "button",
    { type: "button", class: "mention", on: { click: () => context.openCommand(name) } },
    `/${context.commandName(name)}`,
  );
}

function timestamp([, seconds, letter], context) {
  const instant = Number(seconds) * 1000;
  return Math.abs(instant) <= 8.64e15 ? timeElement(instant, letter ?? "f", context.locale) : null;
}

function maskedLink([, words, target], context) {
  return linkTo(target, inline(words, { ...context, inLink: true }), context);
}

/** A link; one to a message or channel goes there in the same pane. */
function linkTo(target, children, context) {
  const href = context.inLink ? null : safeLink(target);
  if (!href) return context.inLink ? el("span", {}, children) : null;
  return el(
    "a",
    {
      href,
      class: "md-link",
      target: "_blank",
      rel: "noopener noreferrer nofollow",
      on: goingTo(href, context),
    },
    children,
  );
}

function spoiler(match, context) {
  const inner = el("span", { class: "spoiler-text", "aria-hidden": "true" }, inline(match[1], context));
  const open = (event) => {
    if (event.key && event.key !== "Enter" && event.key !== " ") return;
    if (outer.classList.contains("open")) return;
    event.preventDefault();
    event.stopPropagation();
    outer.classList.add("open");
    outer.removeAttribute("role");
    outer.removeAttribute("aria-label");
    inner.removeAttribute("aria-hidden");
  };
  const outer = el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": context.texts.gettext("Spoiler, press to show"),
      on: { click: open, keydown: open },
    },
    inner,
  );
  return outer;
}
