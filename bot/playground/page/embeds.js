/**
 * Embeds of messages: title, text, fields, pictures and foot, with the colour at the side.
 */

import { mediaLink, safeLink } from "./address.js";
import { append, el } from "./dom.js";
import { picture } from "./media.js";

/** One embed; `host` as for components. */
export function embedElement(embed, host) {
  const colour = embed.color == null ? null : `#${embed.color.toString(16).padStart(6, "0")}`;
  const box = el("div", { class: "container embed accented", vars: { "--accent-colour": colour } });
  const href = embed.url ? safeLink(embed.url) : null;
  const title = embed.title && host.line(embed.title);
  return append(
    box,
    embed.author && el("div", { class: "embed-author" }, embed.author.name),
    title &&
      el(
        "div",
        { class: "embed-title" },
        href
          ? el("a", { href, class: "md-link", target: "_blank", rel: "noopener noreferrer" }, title)
          : title,
      ),
    embed.description && el("div", { class: "text-display" }, host.markdown(embed.description)),
    embed.fields?.length > 0 &&
      el(
        "div",
        { class: "embed-fields" },
        embed.fields.map((field) => fieldElement(field, host)),
      ),
    embedPicture(embed.image ?? embed.thumbnail, host),
    embed.footer && el("div", { class: "embed-footer" }, embed.footer.text),
  );
}

function fieldElement(field, host) {
  return el(
    "div",
    { class: field.inline ? "embed-field inline" : "embed-field" },
    el("div", { class: "embed-name" }, host.line(field.name)),
    el("div", {}, host.markdown(field.value)),
  );
}

function embedPicture(image, host) {
  const source = image && mediaLink(image.url, host.attachments);
  if (!source) return null;
  const known = host.attachments.find((attachment) => mediaLink(attachment.url) === source);
  return picture({
    source,
    description: image.description ?? known?.description,
    name: known?.filename,
    width: image.width ?? known?.width,
    height: image.height ?? known?.height,
    texts: host.world.texts,
  });
}
