/**
 * The channels of one person: the server's with their threads and its events, and direct messages; with marks for
 * what is unread.
 */

import { goingTo, safeLink } from "./address.js";
import { append, el, icon } from "./dom.js";
import { personTile } from "./tiles.js";
import { timeElement } from "./times.js";

export class Sidebar {
  /** `host` has `world`, `open(channelId)`, `openDirect()`, `newServer(name)`. */
  constructor(host) {
    this.host = host;
    /** The ids of the events whose descriptions are open. */
    this.read = new Set();
    this.element = el("nav", { class: "sidebar", "aria-label": host.world.texts.gettext("Channels") });
  }

  /** Draw it anew; cheap enough to do at every change. */
  draw() {
    const { world } = this.host;
    const kept = this.element.contains(document.activeElement) ? { ...document.activeElement.dataset } : {};
    this.element.replaceChildren();
    append(
      this.element,
      world.guilds.map((guild) => this.server(guild)),
      el("h3", {}, world.texts.gettext("Direct messages")),
      this.direct(),
      this.newServer(),
    );
    for (const [key, id] of Object.entries(kept))
      this.element.querySelector(`[data-${key}="${CSS.escape(id)}"]`)?.focus();
  }

  server(guild) {
    const tree = this.host.world.tree(guild.id);
    return [
      el("h3", {}, guild.name),
      tree.map(([channel, threads]) => [
        this.entry(channel, "hash"),
        threads.map((thread) => this.entry(thread, "thread")),
      ]),
      this.host.world.eventsOf(guild.id).map((event) => this.event(event)),
    ];
  }

  event(event) {
    const { texts } = this.host.world;
    const begins = Date.parse(event.scheduled_start_time);
    const toggle = (on) => (on.target.open ? this.read.add(event.id) : this.read.delete(event.id));
    return el(
      "details",
      { class: "event", open: this.read.has(event.id), on: { toggle } },
      el(
        "summary",
        { class: "channel", data: { event: event.id } },
        icon("calendar"),
        el("span", { class: "event-name" }, event.name, timeElement(begins, "R", texts.locale, "event-time")),
      ),
      el("p", {}, timeElement(begins, "f", texts.locale)),
      event.description && el("p", {}, event.description),
      el("p", {}, this.place(event.entity_metadata.location)),
    );
  }

  /** Where an event takes place: a link to a channel of the server, or whatever is written there. */
  place(location) {
    const { world } = this.host;
    const link = /^https?:/.test(location) ? safeLink(location) : null;
    if (!link) return location;
    const channelName = (id) => world.channelName(id);
    const on = goingTo(link, { channelName, openChannel: (id) => this.host.open(id) });
    const named = on.click && world.channelName(link.split("/").at(-1));
    return el("a", { href: link, rel: "noopener noreferrer", target: "_blank", on }, named ? `#${named}` : link);
  }

  direct() {
    const { world } = this.host;
    const channels = world.directChannels();
    if (channels.length) return channels.map((channel) => this.entry(channel, null));
    return el(
      "button",
      { type: "button", class: "channel", on: { click: () => this.host.openDirect() } },
      personTile(world.bot, "tiny"),
      el("span", { class: "channel-name" }, world.userName(world.bot.id)),
    );
  }

  /** Makes a server into which the bot comes, as somebody who invites it there would. */
  newServer() {
    const { texts, guilds } = this.host.world;
    const name = texts.gettext("Server {number}", { number: texts.number(guilds.length + 1) });
    const click = () => this.host.newServer(name);
    return el(
      "button",
      { type: "button", class: "channel new-server", data: { action: "new-server" }, on: { click } },
      icon("plus"),
      el("span", { class: "channel-name" }, texts.gettext("New server")),
    );
  }

  entry(channel, sign) {
    const { world } = this.host;
    const name = world.channelName(channel.id);
    const unread = world.unreadIn(channel.id);
    const current = channel.id === world.viewed;
    const other = channel.recipients?.find((user) => user.id !== world.me.id) ?? world.bot;
    const classes = [
      "channel",
      sign === "thread" && "thread",
      unread && "unread",
      current && "current",
    ].filter(Boolean);
    return el(
      "button",
      {
        type: "button",
        class: classes.join(" "),
        "aria-current": current && "page",
        data: { channel: channel.id },
        on: { click: () => this.host.open(channel.id) },
      },
      sign ? icon(sign) : personTile(other, "tiny"),
      el("span", { class: "channel-name" }, name),
      unread && badge(unread, world.texts),
    );
  }
}

/** The mark of an unread channel: a number where it is about this person, else a dot. */
function badge({ count, loud }, texts) {
  const words = texts.ngettext("{count} unread message", "{count} unread messages", count);
  return loud
    ? el("span", { class: "badge", "aria-label": words }, texts.number(loud))
    : el("span", { class: "dot", role: "img", "aria-label": words });
}
