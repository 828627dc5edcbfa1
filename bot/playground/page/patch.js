/**
 * Brings an element up to date with a newer one of the same kind. What has not changed stays in place, so that a
 * screen reader does not read it again and the focus stays where it is.
 */

/** Elements with something of their own to keep or to answer: they are kept whole or replaced whole. */
const WHOLE = new Set(["A", "BUTTON", "DIALOG", "IMG", "INPUT", "SVG", "TEXTAREA"]);

/** What is read in one go: patched word by word, a screen reader would hear fragments or nothing. */
const SPOKEN = ".md-text, .md-small, .md-heading, .md-quote, .md-block, li";

/** Change `old` into `made`, which must not be used afterwards; returns the element that is in the page now. */
export function patch(old, made) {
  if (!isSameKind(old, made)) {
    old.replaceWith(made);
    return made;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== made.nodeValue) old.nodeValue = made.nodeValue;
    return old;
  }
  patchAttributes(old, made);
  patchChildren(old, [...made.childNodes]);
  return old;
}

function patchAttributes(old, made) {
  for (const name of old.getAttributeNames()) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const name of made.getAttributeNames()) {
    const value = made.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    // The page's rules forbid styles as attributes, but not what scripts set.
    if (name === "style") old.style.cssText = made.style.cssText;
    else old.setAttribute(name, value);
  }
}

function patchChildren(parent, made) {
  const kept = unchanged([...parent.childNodes], made);
  let place = parent.firstChild;
  made.forEach((child, at) => {
    const isOver = () => !kept.includes(place) && !made.slice(at).some((later) => isSameKind(place, later));
    while (place && isOver()) place = removed(place);
    let now = kept[at];
    if (now) {
      while (place !== now) place = removed(place);
    } else if (place && !kept.includes(place) && isSameKind(place, child)) {
      now = place;
      place = now.nextSibling;
      patch(now, child);
      return;
    } else {
      parent.insertBefore(child, place);
      return;
    }
    place = now.nextSibling;
  });
  while (place) place = removed(place);
}

/** For each new child the old one that is equal to it, in order; null where there is none. */
function unchanged(olds, made) {
  let from = 0;
  return made.map((child) => {
    const at = olds.findIndex((old, index) => index >= from && isUnchanged(old, child));
    if (at < 0) return null;
    from = at + 1;
    return olds[at];
  });
}

/** Whether both are the same to anyone, a select with what somebody has picked in it: only its ids are its own. */
function isUnchanged(old, made) {
  if (old.isEqualNode(made)) return true;
  if (old.nodeType !== Node.ELEMENT_NODE || !old.querySelector("[role=combobox]")) return false;
  return withoutIds(old).isEqualNode(withoutIds(made));
}

function withoutIds(element) {
  const copy = element.cloneNode(true);
  for (const field of copy.querySelectorAll("[role=combobox]")) {
    for (const name of ["id", "aria-controls", "aria-activedescendant"]) field.removeAttribute(name);
  }
  return copy;
}

function isSameKind(old, made) {
  if (old.nodeType !== made.nodeType || old.nodeName !== made.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if (old.classList[0] !== made.classList[0]) return false;
  if (old.matches(SPOKEN)) return saidBy(old) === saidBy(made);
  return !WHOLE.has(old.nodeName.toUpperCase()) || isSamePicture(old, made);
}

/** The words of an element without those that a clock changes. */
function saidBy(element) {
  const copy = element.cloneNode(true);
  for (const time of copy.querySelectorAll("time")) time.textContent = time.dateTime;
  return copy.innerHTML;
}

/** Whether both show a picture with the same description, so that only where it comes from may differ. */
function isSamePicture(old, made) {
  const [before, after] = [old, made].map((node) => (node.nodeName === "IMG" ? node : node.querySelector("img")));
  return Boolean(before && after && before.alt === after.alt && old.textContent === made.textContent);
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
