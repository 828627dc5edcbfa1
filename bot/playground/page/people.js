/**
 * The people of the playground, with their fixed ids; the server knows the same four (see cast.py).
 */

export const PEOPLE = [
  { id: "1190000000000000200", username: "ada", global_name: "Ada" },
  { id: "1190000000000000201", username: "bruno", global_name: "Bruno" },
  { id: "1190000000000000202", username: "chloe", global_name: "Chloe" },
  { id: "1190000000000000203", username: "deniz", global_name: "Deniz" },
];

/** The person with this name, in any case; undefined when there is none. */
export function personNamed(name) {
  return PEOPLE.find((person) => person.global_name.toLowerCase() === name.toLowerCase());
}
