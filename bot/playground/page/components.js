/**
 * Message components of both generations, as elements. A `host` says what a use of one does and how texts
 * look: `act(component, values, element)`, `markdown(text)`, `context` (of its links), `world`, `attachments` (of the
 * message).
 */

import { goingTo, mediaLink, safeLink } from "./address.js";
import { BUTTON, COMPONENT } from "./discord.js";
import { append, el, icon } from "./dom.js";
import { fileCard, picture } from "./media.js";
import { SelectBox } from "./selects.js";

const BUTTON_CLASS = {
  [BUTTON.primary]: "primary",
  [BUTTON.secondary]: "secondary",
  [BUTTON.success]: "success",
  [BUTTON.danger]: "danger",
  [BUTTON.link]: "link",
};

const BUILDERS = {
  [COMPONENT.row]: row,
  [COMPONENT.button]: button,
  [COMPONENT.stringSelect]: select,
  [COMPONENT.userSelect]: select,
  [COMPONENT.roleSelect]: select,
  [COMPONENT.text]: (component, host) =>
    el("div", { class: "text-display" }, host.markdown(component.content)),
  [COMPONENT.gallery]: gallery,
  [COMPONENT.file]: file,
  [COMPONENT.separator]: separator,
  [COMPONENT.container]: container,
};

/** Elements for a list of components; one of an unknown type is named instead of left out. */
export function componentElements(components, host) {
  return (components ?? []).map((component) => {
    const build = BUILDERS[component.type];
    return build
      ? build(component, host)
      : el(
          "div",
          { class: "unknown-component" },
          host.world.texts.gettext("(component of type {type})", { type: component.type }),
        );
  });
}

function row(component, host) {
  return el("div", { class: "action-row" }, componentElements(component.components, host));
}

function button(component, host) {
  const content = el("span", {}, component.label);
  const className = `button button-${BUTTON_CLASS[component.style] ?? "secondary"}`;
  if (component.style === BUTTON.link) {
    const href = component.disabled ? null : safeLink(component.url);
    return el(
      "a",
      {
        class: className,
        href,
        target: "_blank",
        rel: "noopener noreferrer nofollow",
        "aria-disabled": component.disabled && "true",
        on: href ? goingTo(href, host.context) : {},
      },
      content,
      icon("link"),
    );
  }
  const made = el(
    "button",
    {
      type: "button",
      class: className,
      disabled: component.disabled,
      data: { customId: component.custom_id },
      on: { click: () => host.act(component, null, made) },
    },
    content,
  );
  return made;
}

function select(component, host) {
  const box = new SelectBox({
    component,
    world: host.world,
    onDone: (values) => host.act(component, values, box.button),
  });
  return box.element;
}

function galleryItem(item, host) {
  const source = mediaLink(item.media?.url, host.attachments);
  const known = host.attachments.find((attachment) => mediaLink(attachment.url) === source);
  return picture({
    source,
    description: item.description ?? known?.description,
    width: item.media?.width ?? known?.width,
    height: item.media?.height ?? known?.height,
    name: known?.filename,
    className: "gallery-item",
    texts: host.world.texts,
  });
}

function gallery(component, host) {
  return el(
    "div",
    { class: "gallery", data: { count: Math.min(4, component.items.length) } },
    component.items.map((item) => galleryItem(item, host)),
  );
}

function file(component, host) {
  const source = mediaLink(component.file?.url, host.attachments);
  const known = host.attachments.find((attachment) => mediaLink(attachment.url) === source);
  return fileCard({
    source,
    name: component.name ?? known?.filename ?? source,
    size: component.size ?? known?.size,
    texts: host.world.texts,
  });
}

function separator(component) {
  const large = component.spacing === 2 ? " large" : "";
  const line = component.divider === false ? "" : " line";
  return el("div", { class: `separator${large}${line}`, role: line ? "separator" : "presentation" });
}

function container(component, host) {
  const colour =
    component.accent_color == null ? null : `#${component.accent_color.toString(16).padStart(6, "0")}`;
  const box = el("div", {
    class: `container${colour ? " accented" : ""}`,
    vars: { "--accent-colour": colour },
  });
  return append(box, componentElements(component.components, host));
}
