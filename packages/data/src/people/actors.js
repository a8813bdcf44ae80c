/** @import { Actor, Catalog, Role } from '@plinth/plugin' */

/**
 * Makes the actors of users: the closure of their roles over `inherits`, by the Catalog as it is now. Lists are shared
 * between users of the same roles.
 */
export function createActors() {
  /** @type {WeakMap<Catalog, Map<string, readonly string[]>>} */
  const known = new WeakMap();

  /**
   * @param {Catalog} catalog @param {string} userId @param {readonly string[]} roleIds
   * @param {{ name?: string, email?: string, groups?: readonly string[] }} [person]
   * @returns {Actor}
   */
  return function actorOf(catalog, userId, roleIds, { name, email, groups = NO_GROUPS } = {}) {
    let lists = known.get(catalog);
    if (!lists) known.set(catalog, (lists = new Map()));
    const key = [...roleIds].sort().join();
    let roles = lists.get(key);
    if (!roles) lists.set(key, (roles = Object.freeze(closure(catalog.roles, roleIds))));
    return Object.freeze({ userId, roles, groups, system: false, name, email });
  };
}

/** @type {readonly string[]} */
const NO_GROUPS = Object.freeze([]);

/** @param {readonly Role[]} roles @param {readonly string[]} ids @returns {string[]} every user is at least "user" */
function closure(roles, ids) {
  const byName = new Map(roles.map((role) => [role.name, role]));
  const found = new Set();
  /** @type {(string | null | undefined)[]} */
  const open = [...roles.filter((role) => ids.includes(role.id)).map((role) => role.name), 'user', 'public'];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (name === null || found.has(name)) continue;
    found.add(name);
    open.push(byName.get(name)?.inherits ?? null);
  }
  return [...found];
}

/** @param {Catalog} catalog @param {readonly string[]} names @returns {string[]} ids of roles that exist */
export function roleIds(catalog, names) {
  return catalog.roles.filter((role) => names.includes(role.name)).map((role) => role.id);
}
