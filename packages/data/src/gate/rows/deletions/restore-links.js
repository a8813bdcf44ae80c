/** @import { Field, Table } from '@plinth/plugin' */
/** @import { DeletionEntry } from './find-deletion.js' */
/** @import { Link, Restoring } from './restoring.js' */
import { AppError } from '@plinth/plugin';
import { keyType, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, ident, sql } from '../../../postgres/sql/index.js';
import { toPayload } from '../write/payload.js';
import { withinTransaction } from '../write/within-transaction.js';
import { readKey } from '../../../catalog/schema/key.js';
import { existing, listsOf } from './restoring.js';

/**
 * What rows lost because of a deletion: the links to set again.
 *
 * @param {Restoring} restoring @param {readonly DeletionEntry[]} entries @returns {Link[]}
 */
export function lostLinks({ context: { catalog, registry } }, entries) {
  return entries.flatMap(({ table_id: id, row_key: rowKey, before, after }) => {
    const table = catalog().tables.find((one) => one.id === id);
    if (!table) return [];
    const fields = table.fields.filter(
      (field) =>
        field.target && !field.formula && registry.has('fieldType', field.type) && Object.hasOwn(before, field.id),
    );
    return fields.map((field) => {
      const kept = new Set([after?.[field.id] ?? []].flat().map(String));
      const targets = /** @type {any[]} */ ([before[field.id]].flat()).filter(
        (key) => key !== null && !kept.has(String(key)),
      );
      return { table, field, key: readKey(registry, table, rowKey), targets };
    });
  });
}

/**
 * Lets rows point again at what is back. A row that points at something else by now, or is gone, is left alone.
 *
 * @param {Restoring} restoring @param {readonly Link[]} links
 */
export async function restoreLinks(restoring, links) {
  /** @type {Map<string, Link[]>} */
  const alike = new Map();
  for (const link of links) alike.set(link.field.id, [...(alike.get(link.field.id) ?? []), link]);
  for (const group of alike.values()) await restoreField(restoring, group);
}

/** @param {Restoring} restoring @param {Link[]} links of one field */
async function restoreField(restoring, links) {
  const { tx, context, system, conflicts } = restoring;
  const [{ table, field }] = links;
  const there = await existing(
    restoring,
    /** @type {string} */ (field.target),
    links.flatMap(({ targets }) => targets),
  );
  const isList = context.registry.fieldType(field.type).storage === 'join';
  const values = isList
    ? await fuller(restoring, table, field, links, there)
    : await emptyOnes(restoring, table, field, links, there);
  if (values.length === 0) return;
  const rows = values.map(({ key, value }) => ({
    k: key,
    v: toPayload(context.registry, table, { [field.name]: value }),
  }));
  const outcomes = await withinTransaction(tx, context.work(system, table.name, 'update'))(rows);
  for (const { error } of outcomes) {
    if (!error) continue;
    if (!(error instanceof AppError)) throw error;
    conflicts.push({ table, title: null, taken: true, error });
  }
}

/** @typedef {{ key: string | number, value: unknown }[]} Changes */

/** @param {Restoring} restoring @param {Table} table @param {Field} field @param {Link[]} links @param {Set<string>} there @returns {Promise<Changes>} */
async function emptyOnes({ tx }, table, field, links, there) {
  const wanted = new Map(links.map(({ key, targets }) => [String(key), { key, value: targets[0] }]));
  const { rows } = await tx.query(sql`select t.id::text as k from ${tableSql(table)} t
    where t.id = any(${[...wanted.keys()]}::text[]::${fixed(keyType(table))}[]) and t.${ident(field.name)} is null
    order by t.id for no key update of t`);
  return rows.flatMap(({ k }) => {
    const change = /** @type {Changes[number]} */ (wanted.get(k));
    return there.has(String(change.value)) ? [change] : [];
  });
}

/** @param {Restoring} restoring @param {Table} table @param {Field} field @param {Link[]} links @param {Set<string>} there @returns {Promise<Changes>} */
async function fuller(restoring, table, field, links, there) {
  const lists = await listsOf(
    restoring,
    table,
    field,
    links.map(({ key }) => key),
  );
  return links.flatMap(({ key, targets }) => {
    const list = lists.get(String(key));
    const back = targets.filter((target) => there.has(String(target)));
    return list && back.length > 0 ? [{ key, value: [...list, ...back] }] : [];
  });
}
