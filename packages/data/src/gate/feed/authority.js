/** @import { Change } from '../../postgres/changes/types.d.ts' */
/** @import { Subscription } from './subscription.js' */

/** Tables of schema plinth that decide an actor's rights. */
const TABLES = new Set(['sessions', 'users', 'user_roles', 'api_tokens', 'group_members', 'groups', 'group_roles']);
/** A change here may affect every member. */
const OF_MANY = new Set(['groups', 'group_roles']);

/** Finds the subscriptions whose rights a change of sessions, tokens, users or roles may have affected. */
export function createAuthority() {
  /** @type {Map<string, Set<Subscription>>} */
  const watching = new Map();
  /** @type {Set<Subscription>} */
  const all = new Set();
  return {
    /** @param {Subscription} subscription */
    remember(subscription) {
      all.add(subscription);
      for (const name of subscription.listener.watch) {
        const of = watching.get(name) ?? new Set();
        watching.set(name, of.add(subscription));
      }
    },
    /** @param {Subscription} subscription */
    forget(subscription) {
      all.delete(subscription);
      for (const name of subscription.listener.watch) {
        const of = watching.get(name);
        of?.delete(subscription);
        if (of?.size === 0) watching.delete(name);
      }
    },
    /** @param {readonly Change[]} changes @returns {Set<Subscription>} */
    affected(changes) {
      /** @type {Set<Subscription>} */
      const found = new Set();
      for (const { schema, table, key, oldKey } of changes) {
        if (schema !== 'plinth' || !TABLES.has(table)) continue;
        if (key === null || OF_MANY.has(table)) return new Set(all);
        // The first column of the key is the user.
        const of = table === 'user_roles' || table === 'group_members' ? 'users' : table;
        for (const id of [key[0], oldKey?.[0]]) for (const one of watching.get(`${of}:${id}`) ?? []) found.add(one);
      }
      return found;
    },
  };
}
