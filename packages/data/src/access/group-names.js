/** @import { Catalog, Message, Problem, Registry } from '@plinth/plugin' */
/** @import { Change, StoredCatalog, StoredObject } from '../catalog/types.d.ts' */
/** @import { Transaction } from '../postgres/transaction.js' */
/** @typedef {Pick<Problem, 'kind' | 'id' | 'name' | 'at'> & { group: string }} NamedGroup which object names it, and where */
/** @typedef {Pick<Transaction, 'query'>} On */
import { AppError, inputInvalid, nearest, phrase } from '@plinth/plugin';
import { mapObject } from '../catalog/references.js';
import { groupsIn } from '../expressions/groups-in.js';
import { sql } from '../sql/index.js';

/**
 * Refuses changes that ask for a group which is not there: nobody could be in it, and nothing would say so. Groups are
 * people's matter and no part of the Catalog, so the database is asked, when there is anything to ask. What was named
 * before stays, as it does when its group is removed.
 *
 * @param {On} on @param {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Change[], registry: Registry }} edit
 * @throws {AppError} INPUT_INVALID with the places
 */
export async function refuseUnknownGroups(on, edit) {
  const missing = await unknownIn(on, newlyNamed(edit));
  if (missing.length > 0) throw inputInvalid(Object.fromEntries(missing.map(({ at, phrase: what }) => [at, what])));
}

/**
 * The same as problems, where changes are taken all the same: an app brings its rules to a site that has other groups,
 * and undo brings back what stood there.
 *
 * @param {On} on @param {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Change[], registry: Registry }} edit
 * @returns {Promise<Problem[]>}
 */
export const newUnknownGroups = (on, edit) => unknownIn(on, newlyNamed(edit));

/** All groups that the metadata asks for and that are not there. @param {On} on @param {StoredCatalog} catalog @param {Registry} registry */
export function unknownGroups(on, catalog, registry) {
  let named = known.get(catalog);
  if (!named) known.set(catalog, (named = namedIn(catalog.objects.values(), catalog, registry)));
  return unknownIn(on, named);
}

/** What all objects name, looked through once for each Catalog. @type {WeakMap<Catalog, NamedGroup[]>} */
const known = new WeakMap();

/** @param {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Change[], registry: Registry }} edit @returns {NamedGroup[]} */
function newlyNamed({ before, after, changes, registry }) {
  return changes.flatMap(({ id }) => {
    const [old, next] = [before.objects.get(id), after.objects.get(id)];
    if (!next) return [];
    const had = new Set(old ? namedIn([old], before, registry).map(({ group }) => group) : []);
    return namedIn([next], after, registry).filter(({ group }) => !had.has(group));
  });
}

/** @param {On} on @param {readonly NamedGroup[]} named @returns {Promise<(Problem & { phrase: Message })[]>} */
async function unknownIn(on, named) {
  if (named.length === 0) return [];
  const { rows } = await on.query(sql`select name from plinth.groups order by name`);
  const groups = rows.map(({ name }) => name);
  return named.flatMap(({ group, ...place }) => {
    if (groups.includes(group)) return [];
    const meant = nearest(group, groups);
    const message = meant
      ? phrase`There is no group "${group}". Did you mean "${meant}"?`
      : phrase`There is no group "${group}"`;
    return [{ ...place, message: String(message), phrase: message }];
  });
}

/** @param {Iterable<StoredObject>} objects @param {StoredCatalog} catalog @param {Registry} registry @returns {NamedGroup[]} */
function namedIn(objects, catalog, registry) {
  /** @type {NamedGroup[]} */
  const found = [];
  for (const object of objects) {
    const { kind, id, name } = object;
    if (!JSON.stringify(object.body).includes('groups')) continue;
    const visit = (/** @type {import('@plinth/plugin').Reference} */ reference) => {
      if (reference.kind !== 'expression') return;
      const table = catalog.hasTable(reference.table ?? '') ? catalog.table(reference.table ?? '') : null;
      for (const group of groupsIn(catalog, table, reference.name))
        found.push({ kind, id, name, at: reference.at, group });
    };
    try {
      mapObject(object, { catalog, registry }, visit);
    } catch (error) {
      // That it can't be read is a problem of its own.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}
