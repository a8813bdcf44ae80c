/** @import { Actor, Catalog, Role } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { peopleIn } from '../expressions/people-in.js';

/**
 * Makes actors of users: their roles with everything these inherit, according to the current Catalog. Users with the
 * same roles share the lists.
 */
export function createActors() {
  const listsOf = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Map<string, readonly string[]>} */ (new Map()),
  );

  /**
   * @param {Catalog} catalog @param {string} userId @param {readonly string[]} roleIds
   * @param {{ name?: string, email?: string, groups?: readonly string[], timeZone?: string | null }} [person]
   * @returns {Actor}
   */
  return function actorOf(catalog, userId, roleIds, { name, email, groups = NO_GROUPS, timeZone } = {}) {
    const lists = listsOf(catalog);
    const key = [...roleIds].sort().join();
    let roles = lists.get(key);
    if (!roles) lists.set(key, (roles = Object.freeze(closure(catalog.roles, roleIds))));
    const wanted = groupsAsked(catalog);
    const asked = wanted.size > 0 ? { asked: groups.filter((group) => wanted.has(group)).sort() } : null;
    return Object.freeze({
      userId,
      roles,
      groups,
      ...asked,
      ...(timeZone && { timeZone }),
      system: false,
      name,
      email,
    });
  };
}

/** Groups that access rules mention by name. */
const groupsAsked = memoize((/** @type {Catalog} */ catalog) => {
  const names = (catalog.tables ?? []).flatMap((table) =>
    Object.values(table.access).flatMap((rights) =>
      Object.values(rights).flatMap((level) => (level?.rule ? peopleIn('groups', catalog, table, level.rule) : [])),
    ),
  );
  return new Set(names);
});

/** @type {readonly string[]} */
const NO_GROUPS = Object.freeze([]);

/**
 * @param {readonly Role[]} roles @param {readonly string[]} ids
 * @returns {string[]} every user has at least the role "user"
 */
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

/** @param {Catalog} catalog @param {readonly string[]} ids @returns {string[]} names of those that exist */
export function roleNames(catalog, ids) {
  return catalog.roles.filter((role) => ids.includes(role.id)).map((role) => role.name);
}

/** @param {Catalog} catalog @param {readonly string[]} names @returns {string[]} ids of roles that exist */
export function roleIds(catalog, names) {
  return catalog.roles.filter((role) => names.includes(role.name)).map((role) => role.id);
}
