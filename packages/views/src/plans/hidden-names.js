/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Reads } from '../state/read-state.js' */

/**
 * Whether a query, as on the view's own page, names a field of the view's table that the actor may not read.
 *
 * @param {Table | null} table @param {(actor: Actor) => Reads} readsOf
 * @returns {(query: string, actor: Actor) => boolean}
 */
export function createHides(table, readsOf) {
  if (!table) return () => false;
  return (query, actor) => {
    const reads = readsOf(actor);
    return fieldsNamed(query).some((name) => table.hasField(name.split('.')[0]) && !reads(table, name));
  };
}

/** Names in a query that may be fields: of its conditions, and in what it sorts and groups by. @param {string} query */
function fieldsNamed(query) {
  return [...new URLSearchParams(query)].flatMap(([key, value]) => {
    const name = key.slice(key.indexOf(':') + 1);
    if (name === 'sort' || name === 'group')
      return value.split(',').map((field) => field.replace(/^-/, '').replace(/:.*$/, ''));
    return name.split('.').map((step) => step.replace(/^any\d?-/, ''));
  });
}
