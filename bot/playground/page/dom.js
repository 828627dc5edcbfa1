/**
 * Building elements. Everything the page shows goes through `el` and so through text nodes and attributes:
 * no string of a message is ever read as HTML.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Outlines on a 24 x 24 grid, drawn with the current text colour. */
const ICONS = {
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0zM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0z",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  window: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  reply: "M10 6 4 12l6 6M4 12h10a6 6 0 0 1 6 6v1",
  more: "M4.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M18.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0",
  menu: "M4 7h16M4 12h16M4 17h16",
  down: "m6 9 6 6 6-6",
  arrow: "M12 5v14M6 13l6 6 6-6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  link: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
  send: "M4 12 20 5l-5 15-3.5-6.5z",
  slash: "M4 4h16v16H4zM14.5 8l-5 8",
  check: "m5 12.5 4.5 4.5L19 7.5",
  alert: "M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.01",
};

/**
 * Make an element.
 *
 * `properties` are attributes, but for: `on` (listeners by event name), `data` (data-* by camel-case name),
 * `vars` (CSS custom properties). A value of null, undefined or false leaves the attribute out; true sets it
 * empty. Children may be nodes, strings, nested lists or nothing.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  append(element, children);
  return element;
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "data") {
    for (const [key, item] of Object.entries(value)) if (item != null) element.dataset[key] = item;
  } else if (name === "vars") {
    for (const [key, item] of Object.entries(value)) if (item != null) element.style.setProperty(key, item);
  } else if (name === "value") {
    element.value = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Append nodes and strings to an element, skipping what is null, undefined or false. */
export function append(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** One of the drawings in ICONS, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows only a drawing; `label` is its name for screen readers and its tooltip. */
export function iconButton(name, label, onClick, properties = {}) {
  return el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": label,
      title: label,
      on: { click: onClick },
      ...properties,
    },
    icon(name),
  );
}

let lastId = 0;

/** An id that no other element of this page has. */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** The elements inside `root` that Tab reaches, in order. */
export function focusable(root) {
  const all = root.querySelectorAll("button, a[href], input, textarea, select, [tabindex='0']");
  return [...all].filter((item) => !item.disabled && item.offsetParent !== null);
}

/** Keep Tab inside `root`; for a keydown listener. */
export function trapTab(root, event) {
  if (event.key !== "Tab") return;
  const items = focusable(root);
  if (!items.length) return;
  const edge = event.shiftKey ? items[0] : items.at(-1);
  if (document.activeElement === edge || !root.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? items.at(-1) : items[0]).focus();
  }
}
