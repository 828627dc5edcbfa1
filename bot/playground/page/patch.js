/**
 * Brings an element up to date with a newer one of the same kind. What has not changed stays in place, so that a
 * screen reader does not read it again and the focus stays where it is.
 */

/** Elements with something of their own to keep or to answer: they are kept whole or replaced whole. */
const WHOLE = new Set(["A", "BUTTON", "DIALOG", "IMG", "INPUT", "SVG", "TEXTAREA"]);

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
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function patchChildren(parent, made) {
  const kept = unchanged([...parent.childNodes], made);
  let place = parent.firstChild;
  made.forEach((child, at) => {
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

/** A select is never unchanged: what somebody has picked in it may not be what the message says. */
function isUnchanged(old, made) {
  if (old.nodeType === Node.ELEMENT_NODE && old.querySelector("[role=combobox]")) return false;
  return old.isEqualNode(made);
}

function isSameKind(old, made) {
  if (old.nodeType !== made.nodeType || old.nodeName !== made.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return !WHOLE.has(old.nodeName.toUpperCase()) && old.classList[0] === made.classList[0];
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
