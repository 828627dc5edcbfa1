/**
 * Addresses: of this page, of its server, and of what messages point to.
 */

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
const MESSAGE_LINK = /\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** The token of this run of the server, in a page's source; null when there is none. */
export function tokenIn(source) {
  const page = new DOMParser().parseFromString(source, "text/html");
  return page.querySelector("meta[name=run-token]")?.content ?? null;
}

/** The address of a socket of this page's server, with a query. */
export function pageAddress(path, query) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}?${new URLSearchParams(query)}`;
}

/** An http(s) address as a string, or null for anything else (so that no `javascript:` is ever followed). */
export function safeLink(text) {
  const url = URL.canParse(text, location.href) ? new URL(text, location.href) : null;
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}

/**
 * Where to load a picture or a file of a message from: `attachment://name` is looked up among the message's
 * attachments, and any name of this machine becomes the one the page itself was loaded from.
 */
export function mediaLink(text, attachments = []) {
  if (!text) return null;
  if (text.startsWith("attachment://")) {
    const name = text.slice("attachment://".length);
    const found = attachments.find((item) => item.filename === name);
    return found ? mediaLink(found.url) : null;
  }
  const link = safeLink(text);
  if (!link) return null;
  const url = new URL(link);
  return LOOPBACK.has(url.hostname) && url.port === location.port ? url.pathname + url.search : link;
}

/** The {channel, message} that a link to a message or channel names, or null for any other link. */
function messageLink(link) {
  const match = MESSAGE_LINK.exec(new URL(link).pathname);
  return match ? { channel: match[1], message: match[2] ?? null } : null;
}

/** For `on` of a link: one to a message or channel that is known goes there in the same pane. */
export function goingTo(link, context) {
  const place = messageLink(link);
  if (!place || context.channelName(place.channel) === null) return {};
  const click = (event) => {
    event.preventDefault();
    context.openChannel(place.channel, place.message);
  };
  return { click };
}

/** Names of the people in the address, such as `?people=Ada,Bruno`. */
export function peopleInAddress() {
  const names = new URLSearchParams(location.search).get("people") ?? "";
  return names
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** The address of a page that shows these people. */
export function addressOf(names) {
  return names.length ? `/?people=${names.map(encodeURIComponent).join(",")}` : "/";
}
