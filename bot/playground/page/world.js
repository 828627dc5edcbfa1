/**
 * What one person sees of the server: built from the socket's "hello" and changed by its events. Users,
 * channels and messages keep Discord's own shapes.
 */

import { leaves } from "./commands.js";
import { CHANNEL, COMMAND, compareIds, isThread, localized } from "./discord.js";
import { textsFor } from "./texts.js";

export class World {
  /** `changed(what, details)` is called after every change; `locale` is the person's until the server says. */
  constructor(changed, locale) {
    this.changed = changed;
    this.users = new Map();
    this.channels = new Map();
    this.messages = new Map();
    /** Unread messages by channel: whether each, by its id, is one to this person. */
    this.unread = new Map();
    this.commands = [];
    this.events = new Map();
    this.settings = { dms_closed: false, locale };
    this.connected = false;
    this.guilds = [];
    this.roles = [];
    this.viewed = null;
    this.ready = false;
  }

  /** What the page says to this person. */
  get texts() {
    return textsFor(this.settings.locale);
  }

  /** Start from a whole new state. */
  hello(frame) {
    this.me = frame.me;
    this.bot = frame.bot;
    this.guilds = frame.guilds;
    this.roles = frame.roles;
    this.events = new Map(frame.events.map((event) => [event.id, event]));
    this.connected = frame.connected;
    this.settings = { ...this.settings, ...frame.settings };
    this.users = new Map([...frame.users, frame.bot, frame.me].map((user) => [user.id, user]));
    this.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map(Object.entries(frame.messages).map(([id, list]) => [id, sorted(list)]));
    for (const [id, unread] of this.unread)
      for (const message of unread.keys()) if (!this.findMessage(id, message)) this.markRead(id, message);
    this.ready = true;
    this.changed("all", {});
  }

  /** Apply one gateway event. */
  event(type, data) {
    if (type.startsWith("MESSAGE_REACTION_")) this.reactionEvent(type, data);
    else if (type.startsWith("MESSAGE_")) this.messageEvent(type, data);
    else if (/^(CHANNEL|THREAD)_(CREATE|UPDATE|DELETE)$/.test(type)) this.channelEvent(type, data);
    else if (type.startsWith("GUILD_SCHEDULED_EVENT_")) this.scheduledEvent(type, data);
    else if (type === "TYPING_START")
      this.changed("typing", { channel: data.channel_id, user: data.user_id });
  }

  messageEvent(type, data) {
    const list = this.messagesOf(data.channel_id);
    const at = list.findIndex((message) => message.id === data.id);
    if (type === "MESSAGE_DELETE") {
      if (at < 0) return;
      list.splice(at, 1);
      this.markRead(data.channel_id, data.id);
      this.changed("message-gone", { channel: data.channel_id, id: data.id });
    } else if (at >= 0) {
      // The same object: what was drawn for it and stays in the page still refers to it.
      Object.assign(list[at], data);
      this.changed("message-changed", { channel: data.channel_id, message: list[at] });
    } else if (type === "MESSAGE_CREATE") {
      if (data.author) this.users.set(data.author.id, { ...this.users.get(data.author.id), ...data.author });
      this.messages.set(data.channel_id, sorted([...list, data]));
      this.markUnread(data);
      this.changed("message-new", { channel: data.channel_id, message: data });
    }
  }

  scheduledEvent(type, data) {
    if (type.endsWith("_DELETE")) this.events.delete(data.id);
    else this.events.set(data.id, data);
    this.changed("channels", { gone: null });
  }

  /** A server's events that are not over, the first to begin first. */
  eventsOf(guildId) {
    const begins = (event) => Date.parse(event.scheduled_start_time);
    return [...this.events.values()]
      .filter((event) => event.guild_id === guildId && Date.parse(event.scheduled_end_time) > Date.now())
      .sort((one, other) => begins(one) - begins(other) || compareIds(one.id, other.id));
  }

  reactionEvent(type, data) {
    const message = this.findMessage(data.channel_id, data.message_id);
    if (!message) return;
    const others = (message.reactions ?? []).filter((one) => one.emoji.name !== data.emoji.name);
    const old = (message.reactions ?? []).find((one) => one.emoji.name === data.emoji.name);
    const count = (old?.count ?? 0) + (type.endsWith("_ADD") ? 1 : -1);
    message.reactions = count > 0 ? [...others, { ...old, emoji: data.emoji, count }] : others;
    this.changed("message-changed", { channel: data.channel_id, message });
  }

  channelEvent(type, data) {
    if (type.endsWith("_DELETE")) {
      for (const channel of [...this.channels.values()]) {
        if (channel.id === data.id || channel.parent_id === data.id) this.forget(channel.id);
      }
    } else {
      this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
    }
    this.changed("channels", { gone: type.endsWith("_DELETE") ? data.id : null });
  }

  forget(id) {
    this.channels.delete(id);
    this.messages.delete(id);
    this.unread.delete(id);
  }

  markUnread(message) {
    if (message.channel_id === this.viewed || message.author?.id === this.me.id) return;
    const loud = this.isDirect(message.channel_id) || this.mentionsMe(message);
    if (!this.unread.has(message.channel_id)) this.unread.set(message.channel_id, new Map());
    this.unread.get(message.channel_id).set(message.id, loud);
  }

  /** A message is no longer there to be read. */
  markRead(channelId, messageId) {
    const unread = this.unread.get(channelId);
    unread?.delete(messageId);
    if (!unread?.size) this.unread.delete(channelId);
  }

  /** What is unread in a channel, {count, loud}: `loud` are messages to this person. Null if nothing is. */
  unreadIn(channelId) {
    const unread = this.unread.get(channelId);
    return unread ? { count: unread.size, loud: [...unread.values()].filter(Boolean).length } : null;
  }

  /** Forget a message, here only. */
  forgetMessage(message) {
    this.messageEvent("MESSAGE_DELETE", message);
  }

  /** The person looks at this channel from now on. */
  view(channelId) {
    this.viewed = channelId;
    this.unread.delete(channelId);
  }

  /** The same for all channels together. */
  get unreadElsewhere() {
    const all = [...this.unread.keys()].map((id) => this.unreadIn(id));
    const sum = (what) => all.reduce((total, entry) => total + entry[what], 0);
    return { count: sum("count"), loud: sum("loud") };
  }

  messagesOf(channelId) {
    if (!this.messages.has(channelId)) this.messages.set(channelId, []);
    return this.messages.get(channelId);
  }

  findMessage(channelId, messageId) {
    return this.messagesOf(channelId).find((message) => message.id === messageId) ?? null;
  }

  isDirect(channelId) {
    return this.channels.get(channelId)?.type === CHANNEL.direct;
  }

  mentionsMe(message) {
    return Boolean(message.mention_everyone || message.mentions?.some((user) => user.id === this.me.id));
  }

  /**
   * Whether a message is shown as one to this person. An edit by which the bot notifies nobody empties the list of
   * whom its message mentions, but the words still do.
   */
  isToMe(message) {
    if (message.author?.id === this.me.id) return false;
    return this.mentionsMe(message) || Boolean(message.edited_timestamp && this.namesMe(message));
  }

  namesMe({ content, components }) {
    const texts = (parts) =>
      (parts ?? []).flatMap((part) => [part.content ?? "", ...texts(part.components), ...texts(part.accessory && [part.accessory])]);
    return [content ?? "", ...texts(components)].some((text) => new RegExp(`<@!?${this.me.id}>`).test(text));
  }

  userName(id) {
    const user = this.users.get(id);
    return user ? nameOf(user) : null;
  }

  /** A channel's name without its sign; a DM is called like the other person. */
  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return null;
    if (channel.type !== CHANNEL.direct) return channel.name;
    const other = channel.recipients?.find((user) => user.id !== this.me.id) ?? this.bot;
    return nameOf(other);
  }

  /** A command's name in this person's language, by its registered name ("game new") and type. */
  commandName(name, type = COMMAND.chat) {
    const { locale } = this.settings;
    if (type === COMMAND.chat) return leaves(this.commands, locale).find((leaf) => leaf.base === name)?.name ?? name;
    const command = this.commands.find((one) => one.name === name && one.type === type);
    return command ? localized(command, "name", locale) : name;
  }

  roleName(id) {
    return this.roles.find((role) => role.id === id)?.name ?? null;
  }

  /**
   * A server's channels with their threads under them, in its order: [[channel, [thread, ...]], ...]. A thread that is
   * put away is among them only while it is viewed.
   */
  tree(guildId = this.guilds[0]?.id) {
    const all = [...this.channels.values()].filter((channel) => channel.guild_id === guildId).sort(inOrder);
    return all
      .filter((channel) => channel.type === CHANNEL.text)
      .map((channel) => [
        channel,
        all.filter((thread) => isThread(thread) && thread.parent_id === channel.id && this.isListed(thread)),
      ]);
  }

  isListed(thread) {
    return thread.id === this.viewed || !thread.thread_metadata.archived;
  }

  directChannels() {
    return [...this.channels.values()].filter((channel) => channel.type === CHANNEL.direct);
  }
}

/** What a user is called: the display name, else the user name. */
export function nameOf(user) {
  return user.global_name ?? user.username;
}

function sorted(messages) {
  return [...messages].sort((one, other) => compareIds(one.id, other.id));
}

function inOrder(one, other) {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id);
}
