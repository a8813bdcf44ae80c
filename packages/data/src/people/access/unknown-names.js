/** @import { Catalog, Message, Problem, Registry } from '@plinth/plugin' */
/** @import { Change, StoredCatalog, StoredObject } from '../../catalog/types.d.ts' */
/** @import { List } from '../../rules/expressions/people-in.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/**
 * @typedef {Pick<Problem, 'kind' | 'id' | 'name' | 'at'> & { list: List, named: string }} Named which object mentions
 *   which group or role, and where
 */
/** @typedef {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Change[], registry: Registry }} Edited */
/** @typedef {Pick<Transaction, 'query'>} On */
import { AppError, inputInvalid, memoize, nearest, phrase } from '@plinth/plugin';
import { mapObject } from '../../catalog/model/references.js';
import { peopleIn } from '../../rules/expressions/people-in.js';
import { k } from '../../postgres/sql/index.js';

/**
 * Refuses changes that mention a group or role that does not exist: nobody could be in it, and nothing would say so.
 * Groups are not part of the Catalog, so the database is asked if there are any. Names that were mentioned before stay,
 * as they do when their group is removed.
 *
 * @param {On} on @param {Edited} edit @throws {AppError} INPUT_INVALID with their locations
 */
export async function refuseUnknownNames(on, edit) {
  const missing = await unknownIn(on, edit.after, newlyNamed(edit));
  if (missing.length > 0) throw inputInvalid(Object.fromEntries(missing.map(({ at, phrase: what }) => [at, what])));
}

/**
 * Same as problems, where changes are accepted anyway: an app brings its rules to a site with other groups, undo
 * restores earlier rules, and a role that rules mention is renamed or removed.
 *
 * @param {On} on @param {Edited} edit @returns {Promise<Problem[]>}
 */
export function newUnknownNames(on, edit) {
  const gone = edit.changes.flatMap(({ kind, before, after }) =>
    kind === 'role' && before && before.name !== after?.name ? [before.name] : [],
  );
  const left = gone.length > 0 ? allNamed(edit.after, edit.registry) : [];
  const lost = left.filter(({ list, named }) => list === 'roles' && gone.includes(named));
  return unknownIn(on, edit.after, [...lost, ...newlyNamed(edit)]);
}

/**
 * All groups and roles that the metadata mentions and that don't exist.
 *
 * @param {On} on @param {StoredCatalog} catalog @param {Registry} registry
 */
export const unknownNames = (on, catalog, registry) => unknownIn(on, catalog, allNamed(catalog, registry));

/** By registry; a process usually has only one. */
const namedBy = memoize((/** @type {Registry} */ registry) =>
  memoize((/** @type {StoredCatalog} */ catalog) => namedIn(catalog.objects.values(), catalog, registry)),
);

/** What all objects mention, collected once per Catalog. @param {StoredCatalog} catalog @param {Registry} registry */
const allNamed = (catalog, registry) => namedBy(registry)(catalog);

/** @param {Edited} edit @returns {Named[]} */
function newlyNamed({ before, after, changes, registry }) {
  const keyOf = (/** @type {Named} */ { list, named }) => `${list} ${named}`;
  return changes.flatMap(({ id }) => {
    const [old, next] = [before.objects.get(id), after.objects.get(id)];
    if (!next) return [];
    const had = new Set(old ? namedIn([old], before, registry).map(keyOf) : []);
    return namedIn([next], after, registry).filter((one) => !had.has(keyOf(one)));
  });
}

/** @param {On} on @param {Catalog} catalog @param {readonly Named[]} named @returns {Promise<(Problem & { phrase: Message })[]>} */
async function unknownIn(on, catalog, named) {
  const roles = catalog.roles.map(({ name }) => name);
  const groups = named.some(({ list }) => list === 'groups') ? await groupNames(on) : [];
  return named.flatMap(({ list, named: name, ...place }) => {
    const there = list === 'groups' ? groups : roles;
    if (there.includes(name)) return [];
    const message = (list === 'groups' ? noGroup : noRole)(name, nearest(name, there));
    return [{ ...place, message: String(message), phrase: message }];
  });
}

/** @param {On} on @returns {Promise<string[]>} */
async function groupNames(on) {
  const { rows } = await on.query(k('plinth.groups').select('name').orderBy('name'));
  return rows.map(({ name }) => name);
}

/** @param {string} name @param {string | null | undefined} meant */
const noGroup = (name, meant) =>
  meant ? phrase`There is no group "${name}". Did you mean "${meant}"?` : phrase`There is no group "${name}"`;

/** @param {string} name @param {string | null | undefined} meant */
const noRole = (name, meant) =>
  meant ? phrase`There is no role "${name}". Did you mean "${meant}"?` : phrase`There is no role "${name}"`;

/** @param {Iterable<StoredObject>} objects @param {StoredCatalog} catalog @param {Registry} registry @returns {Named[]} */
function namedIn(objects, catalog, registry) {
  /** @type {Named[]} */
  const found = [];
  for (const object of objects) {
    const { kind, id, name } = object;
    if (!/groups|roles/.test(JSON.stringify(object.body))) continue;
    const visit = (/** @type {import('@plinth/plugin').Reference} */ reference) => {
      if (reference.kind !== 'expression') return;
      const table = catalog.hasTable(reference.table ?? '') ? catalog.table(reference.table ?? '') : null;
      for (const list of /** @type {const} */ (['groups', 'roles']))
        for (const named of peopleIn(list, catalog, table, reference.name))
          found.push({ kind, id, name, at: reference.at, list, named });
    };
    try {
      mapObject(object, { catalog, registry }, visit);
    } catch (error) {
      // An unreadable rule is a problem of its own.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}
