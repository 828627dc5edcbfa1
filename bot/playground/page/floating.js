/**
 * Things that float over the page near what opened them: select menus, context menus, small notes. One floats
 * at a time.
 */

import { el } from "./dom.js";

const GAP = 4;
const MARGIN = 8;

let open = null;

/**
 * Show `element` below `anchor` (above where there is no room) until `closeFloating`; `onClose` is called
 * then. A `point` {x, y} of the window takes the place of the anchor's box.
 */
export function openFloating(anchor, element, { onClose, width = null, side = "left", point = null } = {}) {
  closeFloating();
  document.body.append(element);
  element.classList.add("floating");
  open = { anchor, element, onClose, width, side, point };
  place(open);
}

/** Close what floats, if anything does. */
export function closeFloating() {
  if (!open) return;
  const { element, onClose } = open;
  open = null;
  element.remove();
  onClose?.();
}

/** Close what an element inside `root` has opened, because `root` goes away; `onClose` is not called. */
export function dropFloating(root) {
  if (!open || !root.contains(open.anchor)) return;
  open.element.remove();
  open = null;
}

/** Whether something floats that `anchor` opened. */
export function floatsFrom(anchor) {
  return open?.anchor === anchor;
}

function place({ anchor, element, width, side, point }) {
  const box = point ? new DOMRect(point.x, point.y) : anchor.getBoundingClientRect();
  if (width) element.style.setProperty("width", `${Math.max(width, box.width)}px`);
  element.style.removeProperty("max-height");
  const own = element.getBoundingClientRect();
  const below = innerHeight - box.bottom - GAP - MARGIN;
  const above = box.top - GAP - MARGIN;
  const up = own.height > below && above > below;
  const room = Math.max(120, up ? above : below);
  const height = Math.min(own.height, room);
  const left = side === "right" ? box.right - own.width : box.left;
  element.style.setProperty("max-height", `${room}px`);
  element.style.setProperty("left", `${Math.max(MARGIN, Math.min(left, innerWidth - own.width - MARGIN))}px`);
  element.style.setProperty("top", `${up ? box.top - GAP - height : box.bottom + GAP}px`);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeFloating();
});
// Not "mousedown": a touch screen may make none of a tap beside everything that can be pressed.
document.addEventListener("pointerdown", (event) => {
  if (!open || open.element.contains(event.target)) return;
  if (open.point || !open.anchor.contains(event.target)) closeFloating();
});
addEventListener("resize", closeFloating);
document.addEventListener(
  "scroll",
  (event) => {
    if (!open || !event.target.contains(open.anchor)) return;
    if (open.point) closeFloating();
    else place(open);
  },
  true,
);

/**
 * A menu of actions [{label, run, danger}] at `anchor`, or at a `point` in it, with arrow keys; the focus returns
 * to `anchor`.
 */
export function openMenu(anchor, label, actions, { side = "right", point = null } = {}) {
  const done = (action) => {
    closeFloating();
    anchor.focus();
    action?.run();
  };
  const items = actions.map((action) =>
    el(
      "button",
      {
        type: "button",
        role: "menuitem",
        tabindex: "-1",
        class: action.danger ? "menu-item danger" : "menu-item",
        on: { click: () => done(action) },
      },
      action.label,
    ),
  );
  const menu = el(
    "div",
    {
      class: "menu",
      role: "menu",
      "aria-label": label,
      on: { keydown: (event) => menuKey(event, items, done) },
    },
    items,
  );
  openFloating(anchor, menu, { side: point ? "left" : side, point });
  items[0]?.focus();
}

function menuKey(event, items, done) {
  const at = items.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  if (event.key in steps) {
    items[(steps[event.key] + items.length) % items.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    done(null);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
