/**
 * One message as an element: who, when, to what it answers, text, pictures, components and what can be done
 * with it.
 *
 * A `view` is what the log knows: `world`, `context` (for markdown) and what the person can do: `act(message,
 * component, values, element)`, `reply(message)`, `dismiss(message)`, `menu(message, anchor, point)`,
 * `person(user, anchor)`.
 */

import { componentElements } from "./components.js";
import { COMMAND, FLAGS } from "./discord.js";
import { append, el, icon, iconButton } from "./dom.js";
import { markdown, markdownLine } from "./markdown.js";
import { attachmentElement } from "./media.js";
import { parts } from "./texts.js";
import { personTile } from "./tiles.js";
import { inStyle, sentAt, timeElement } from "./times.js";
import { nameOf } from "./world.js";

const SAME_GROUP_MS = 5 * 60 * 1000;

/** Characters of a message's label. */
const LABEL = 80;

/** Message types that are what somebody wrote or a bot answered; the rest are one line of news. */
const WRITTEN = new Set([0, 19, 20, 23]);

/** Elements that begin a line. */
const LINES = new Set(["BLOCKQUOTE", "DIV", "H3", "H4", "H5", "H6", "LI", "OL", "P", "PRE", "UL"]);

/** Lines of news by message type, as Discord's client words them. */
const NEWS = {
  6: (texts) => texts.gettext("{name} pinned a message."),
  7: (texts) => texts.gettext("{name} joined the server."),
  18: (texts) => texts.gettext("{name} started a thread: {thread}"),
  21: (texts) => texts.gettext("{name} started this thread."),
};

/** The element of a message; `previous` is the one above it, or null. */
export function messageElement(message, previous, view) {
  if (!WRITTEN.has(message.type ?? 0)) return newsElement(message, view);
  const compact = follows(message, previous);
  const article = el("article", {
    class: classes(message, compact, view),
    tabindex: "-1",
    data: { id: message.id },
    on: { contextmenu: (event) => pressedAside(event, message, view), click: (event) => tapped(event) },
  });
  const body = el(
    "div",
    { class: "message-body" },
    header(message, compact, view),
    content(message, view),
    reactions(message, view.context.texts),
    isPrivate(message) && privateFooter(message, view),
  );
  article.setAttribute("aria-label", labelOf(message, body, view));
  return append(
    article,
    reference(message, view),
    el(
      "div",
      { class: "message-row" },
      el(
        "div",
        { class: "message-side" },
        compact
          ? timeElement(Date.parse(message.timestamp), "t", view.context.locale, "side-time")
          : personTile(message.author, "large"),
      ),
      body,
    ),
    toolbar(message, view),
  );
}

/** What a screen reader calls a message: who wrote it, and its first words. */
function labelOf(message, body, view) {
  const author = nameOf(view.world.users.get(message.author.id) ?? message.author);
  const texts = [...body.querySelectorAll(".message-text, .text-display, .thinking, img[alt]")];
  const line = texts.map((part) => firstLine(part) || part.alt || "").find(Boolean) ?? "";
  const first = line.length > LABEL ? `${line.slice(0, LABEL).replace(/\s+\S*$/, "")}…` : line;
  return first ? `${author}: ${first}` : author;
}

/** The first line of an element that is not in the page yet: a heading or list item is a line of its own. */
function firstLine(part) {
  const lines = [""];
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const [first, ...more] = node.nodeValue.split("\n");
      lines.push(lines.pop() + first, ...more);
      return;
    }
    if (LINES.has(node.nodeName)) lines.push("");
    node.childNodes.forEach(read);
    if (LINES.has(node.nodeName)) lines.push("");
  };
  read(part);
  return lines.map((line) => line.trim()).find(Boolean) ?? "";
}

/** Whether a message goes on under the header of the one before. */
function follows(message, previous) {
  return Boolean(
    previous &&
    WRITTEN.has(previous.type ?? 0) &&
    previous.author.id === message.author.id &&
    !message.message_reference &&
    !commandOf(message) &&
    isPrivate(message) === isPrivate(previous) &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < SAME_GROUP_MS,
  );
}

function classes(message, compact, view) {
  const names = ["message"];
  if (compact) names.push("compact");
  if (isPrivate(message)) names.push("private");
  if (view.world.isToMe(message)) names.push("mentions-me");
  return names.join(" ");
}

/** Whether it answers something that this person did, and nobody else sees it. */
export function isPrivate(message) {
  return Boolean(message.flags & FLAGS.ephemeral);
}

/** Whether the bot has promised an answer that has not come yet. */
export function isThinking(message) {
  return Boolean(message.flags & FLAGS.loading);
}

function newsElement(message, view) {
  const { texts } = view.context;
  const words = NEWS[message.type]?.(texts) ?? texts.gettext("{name} did something.");
  const facts = {
    name: el("strong", {}, nameOf(message.author)),
    thread: el("strong", {}, message.content ?? ""),
  };
  return el(
    "article",
    { class: "message news", data: { id: message.id } },
    el("span", { class: "news-text" }, parts(words, facts)),
    " ",
    sentAt(message.timestamp, view.context.locale),
  );
}

function header(message, compact, view) {
  const { texts } = view.context;
  const author = view.world.users.get(message.author.id) ?? message.author;
  const who = el(
    "button",
    {
      type: "button",
      class: "author",
      on: { click: (event) => view.person(author, event.currentTarget) },
    },
    nameOf(author),
  );
  return el(
    "div",
    { class: compact ? "message-header visually-hidden" : "message-header" },
    who,
    author.bot && el("span", { class: "bot-tag" }, texts.gettext("BOT")),
    " ",
    sentAt(message.timestamp, view.context.locale),
  );
}

/** The line above a message: whom it answers, or which command was used. */
function reference(message, view) {
  const { texts } = view.context;
  const command = commandOf(message);
  const place = message.message_reference;
  if (command) {
    const user = view.world.users.get(command.user.id) ?? command.user;
    const name = view.world.commandName(command.name, command.type);
    // Translators: as Discord's client says it above an answer.
    const words = parts(texts.gettext("{name} used {command}"), {
      name: el("span", { class: "reference-name" }, nameOf(user)),
      command: el(
        "span",
        { class: "reference-command" },
        `${command.type === COMMAND.chat ? "/" : ""}${name}`,
      ),
    });
    return el("div", { class: "reference" }, personTile(command.user, "tiny"), words);
  }
  if (!place?.message_id) return null;
  const target =
    view.world.findMessage(place.channel_id ?? message.channel_id, place.message_id) ??
    message.referenced_message;
  if (!target?.author)
    return el(
      "div",
      { class: "reference" },
      icon("reply"),
      el("em", {}, texts.gettext("The original message was deleted")),
    );
  return el(
    "div",
    { class: "reference" },
    icon("reply"),
    personTile(target.author, "tiny"),
    el("span", { class: "reference-name" }, nameOf(target.author)),
    el(
      "button",
      {
        type: "button",
        class: "reference-text",
        "aria-label": texts.gettext("Go to the message by {name}", { name: nameOf(target.author) }),
        on: { click: () => view.context.openChannel(target.channel_id ?? message.channel_id, target.id) },
      },
      target.content
        ? markdownLine(target.content.slice(0, 200), view.context)
        : el("em", {}, texts.gettext("Press to see the message")),
    ),
  );
}

/** {name, type, user} of the command that a message answers, or null. */
function commandOf(message) {
  const data = message.interaction_metadata ?? message.interaction;
  const name = message.interaction?.name ?? data?.name;
  if (data?.type !== 2 || !name) return null;
  return { name, user: data.user, type: data.command_type ?? COMMAND.chat };
}

function content(message, view) {
  const { texts } = view.context;
  // Translators: as Discord's client says it.
  const waiting = texts.gettext("{name} is thinking…", { name: nameOf(message.author) });
  if (isThinking(message)) return thinking(waiting);
  const host = hostOf(message, view);
  const box = el("div", { class: "message-content" });
  const text = message.content ? el("div", { class: "message-text" }, host.markdown(message.content)) : null;
  append(box, text);
  if (!(message.flags & FLAGS.components)) 
    append(
      box,
      host.attachments.map((attachment) => attachmentElement(attachment, texts)),
    );
  append(box, componentElements(message.components, host));
  if (message.edited_timestamp)
    append(text?.querySelector(":scope > .md-text:last-child") ?? box, editedMark(message, view));
  return box;
}

/** Glyphs that every font has, for the emoji with which the bot reacts. */
const GLYPHS = { "✅": "✓", "❓": "?" };

function reactions(message, texts) {
  if (!message.reactions?.length) return null;
  return el(
    "div",
    { class: "reactions" },
    message.reactions.map(({ emoji, count }) =>
      el(
        "span",
        {
          class: "reaction",
          role: "img",
          "aria-label": texts.ngettext("{emoji}, {count} reaction", "{emoji}, {count} reactions", count, {
            emoji: emoji.name,
          }),
        },
        el("strong", {}, GLYPHS[emoji.name] ?? emoji.name),
        el("span", { class: "reaction-count" }, texts.number(count)),
      ),
    ),
  );
}

/** A line with moving dots; screen readers hear the words. */
export function thinking(words) {
  return el(
    "div",
    { class: "thinking", role: "status" },
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    words,
  );
}

function editedMark(message, view) {
  const when = inStyle(Date.parse(message.edited_timestamp), "F", view.context.locale);
  // Translators: as Discord's client says it after a message.
  const words = view.context.texts.gettext("(edited)");
  // Boards are edited after every move; a screen reader would say this mark each time.
  return el("span", { class: "edited", title: when, "aria-hidden": "true" }, " ", words);
}

function hostOf(message, view) {
  return {
    world: view.world,
    attachments: message.attachments ?? [],
    markdown: (text) => markdown(text, view.context),
    line: (text) => markdownLine(text, view.context),
    act: (component, values, element) => view.act(message, component, values, element),
    context: view.context,
  };
}

function privateFooter(message, view) {
  const { texts } = view.context;
  return el(
    "div",
    { class: "private-note" },
    icon("eye"),
    // Translators: as Discord's client says it; "Dismiss message" follows.
    texts.gettext("Only you can see this"),
    " · ",
    el(
      "button",
      { type: "button", class: "text-button", on: { click: () => view.dismiss(message) } },
      texts.gettext("Dismiss message"),
    ),
  );
}

/** Whether there is anything to do with a message but to read it. */
function hasMenu(message) {
  return !isPrivate(message) && !isThinking(message);
}

/** The message's menu for the other mouse button or a long press; the browser's own for links, pictures and text. */
function pressedAside(event, message, view) {
  const own = event.target.closest("a, img, input, textarea") || !getSelection().isCollapsed;
  if (own || event.shiftKey || !hasMenu(message)) return;
  event.preventDefault();
  const byMouse = event.clientX || event.clientY;
  view.menu(message, event.currentTarget, byMouse ? { x: event.clientX, y: event.clientY } : null);
}

/** On a touch screen a tap gives a message the focus, by which its tools are shown; not every browser does so itself. */
function tapped({ currentTarget: article }) {
  if (!matchMedia("(hover: none)").matches || article.contains(document.activeElement)) return;
  if (article.isConnected && getSelection().isCollapsed) article.focus({ preventScroll: true });
}

function toolbar(message, view) {
  if (!hasMenu(message)) return null;
  const { texts } = view.context;
  return el(
    "div",
    { class: "toolbar", "aria-live": "off" },
    iconButton("reply", texts.gettext("Reply"), () => view.reply(message)),
    iconButton("more", texts.gettext("More about this message"), (event) => view.menu(message, event.currentTarget)),
  );
}
