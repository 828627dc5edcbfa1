/**
 * A person's picture: their initial on a small tile, in a colour of their own.
 */

import { el } from "./dom.js";
import { compareIds } from "./discord.js";
import { nameOf } from "./world.js";

const HUES = [168, 268, 345, 212, 95, 20, 300, 190];

const order = [];

/** Give these users their colours, in the order of their ids, so that they are the same in every window. */
export function learnPeople(users) {
  for (const user of [...users].sort((one, other) => compareIds(one.id, other.id))) {
    if (!user.bot && !order.includes(user.id)) order.push(user.id);
  }
}

/**
 * The tile of a user; the bot's is drawn in the page's accent colour. Decorative: the name stands beside it.
 */
export function personTile(user, size = "small") {
  const hue = HUES[Math.max(0, order.indexOf(user.id)) % HUES.length];
  return el(
    "span",
    {
      class: `tile tile-${size}${user.bot ? " tile-bot" : ""}`,
      "aria-hidden": "true",
      vars: { "--hue": hue },
    },
    [...nameOf(user)][0]?.toUpperCase() ?? "?",
  );
}
