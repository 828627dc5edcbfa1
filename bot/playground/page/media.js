/**
 * Pictures and files of messages, and the large view of a picture.
 */

import { mediaLink } from "./address.js";
import { el, icon, iconButton } from "./dom.js";

const SIZES = [
  ["megabyte", 1024 ** 2],
  ["kilobyte", 1024],
  ["byte", 1],
];

/**
 * A picture with its alt text; a click shows it large. Width and height are its own, in pixels, to keep its
 * place. `texts` word what the page says of it.
 */
export function picture({
  source,
  description,
  name,
  width,
  height,
  className = "picture",
  texts,
}) {
  const alt = description || name || texts.gettext("Picture without description");
  const image = el("img", { src: source, alt, width, height, loading: "lazy", decoding: "async" });
  const frame = el(
    "button",
    {
      type: "button",
      class: `picture-frame ${className}`,
      title: texts.gettext("Show full size"),
      on: {
        click: () => showLarge(image.src, alt, texts),
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
export function fileCard({ source, name, size, texts }) {
  return el(
    "a",
    { class: "file-card", href: source, download: name },
    icon("file"),
    el("span", { class: "file-name" }, name),
    size != null && el("span", { class: "file-size" }, sizeText(size, texts)),
  );
}

/** A message's attachment: pictures are shown, anything else is a file to download. */
export function attachmentElement(attachment, texts) {
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
        texts,
      })
    : fileCard({ source, name: attachment.filename, size: attachment.size, texts });
}

/** Bytes as "12 byte", "3.4 kB", "1.2 MB". */
function sizeText(bytes, texts) {
  const [unit, size] = SIZES.find(([, least]) => bytes >= least) ?? SIZES.at(-1);
  return texts.number(bytes / size, { style: "unit", unit, maximumFractionDigits: 1 });
}

function showLarge(source, alt, texts) {
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
    iconButton("close", texts.gettext("Close"), () => dialog.close()),
    el("img", { src: source, alt }),
    caption,
  );
  document.body.append(dialog);
  dialog.showModal();
}
