/**
 * Pictures and files of messages, and the large view of a picture.
 */

import { mediaLink } from "./address.js";
import { el, icon, iconButton } from "./dom.js";

/**
 * A picture with its alt text; a click shows it large. Width and height are its own, in pixels, to keep its
 * place.
 */
export function picture({
  source,
  description,
  name,
  width,
  height,
  spoiler = false,
  className = "picture",
}) {
  const alt = description || name || "Picture without description";
  const image = el("img", { src: source, alt, width, height, loading: "lazy", decoding: "async" });
  const frame = el(
    "button",
    {
      type: "button",
      class: `picture-frame ${className}${spoiler ? " covered" : ""}`,
      title: "Show full size",
      on: {
        click: () => {
          if (frame.classList.contains("covered")) frame.classList.remove("covered");
          else showLarge(image.src, alt);
        },
      },
    },
    image,
  );
  image.addEventListener("error", () => frame.classList.add("broken"));
  if (width && height) keepPlace(frame, width, height);
  return frame;
}

/** Lets the style sheet give a picture its place before it has come. */
function keepPlace(frame, width, height) {
  frame.classList.add("sized");
  frame.style.setProperty("--ratio", width / height);
  frame.style.setProperty("--own-width", `${width}px`);
}

/** A file to download, with its name and size in bytes. */
export function fileCard({ source, name, size }) {
  return el(
    "a",
    { class: "file-card", href: source, download: name },
    icon("file"),
    el("span", { class: "file-name" }, name),
    size != null && el("span", { class: "file-size" }, sizeText(size)),
  );
}

/** A message's attachment: pictures are shown, anything else is a file to download. */
export function attachmentElement(attachment) {
  const source = mediaLink(attachment.url);
  const shown =
    attachment.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);
  return shown
    ? picture({
        source,
        description: attachment.description,
        name: attachment.filename,
        width: attachment.width,
        height: attachment.height,
        spoiler: attachment.filename.startsWith("SPOILER_"),
      })
    : fileCard({ source, name: attachment.filename, size: attachment.size });
}

/** Bytes as "12 B", "3.4 KB", "1.2 MB". */
export function sizeText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function showLarge(source, alt) {
  const back = document.activeElement;
  const dialog = el("dialog", {
    class: "large-view",
    "aria-label": alt,
    on: {
      click: (event) => {
        if (event.target !== caption) dialog.close();
      },
      close: () => {
        dialog.remove();
        back?.focus();
      },
    },
  });
  const caption = el("p", {}, alt);
  dialog.append(
    iconButton("close", "Close", () => dialog.close()),
    el("img", { src: source, alt }),
    caption,
  );
  document.body.append(dialog);
  dialog.showModal();
}
