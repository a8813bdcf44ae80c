/** @import { Field, Select, Table } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */
/** @import { How } from './ways.js' */
/** @import { Left } from './left-rows.js' */
import { readableField } from '@plinth/data';
import { errorText } from '@plinth/plugin';

/** Rows that are written together. */
const BATCH = 500;

/** What has to be known of a row before values are added to those it has. @param {Request} req @param {Table} table @param {Field} field @param {How} how @returns {Select[]} */
export function columnsFor(req, table, field, how) {
  if (how !== 'add' && how !== 'remove') return [];
  const stamp = table.fields.find(({ auto }) => auto === 'updated_at');
  const isRead = stamp && readableField(req.ctx.actor, table, stamp);
  return [{ as: '_own', field: field.name }, ...(isRead ? [{ as: '_seen', field: stamp.name }] : [])];
}

/**
 * Sets a field in rows that were read with `columnsFor`, each under the rights of the actor. A row that somebody changes
 * meanwhile is left, where a value is added to those it had.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, field: Field, how: How, value: unknown }} change @param {readonly Record<string, any>[]} rows
 * @returns {Promise<Left>}
 */
export async function setByForm(app, req, { table, field, how, value }, rows) {
  const { t } = req.ctx;
  const actor = req.ctx.changing();
  /** @type {Record<string, any>[]} */
  const left = [];
  let reason = '';
  for (let i = 0; i < rows.length; i += BATCH) {
    const part = rows.slice(i, i + BATCH);
    const changes = how === 'add' || how === 'remove' ? changesOf(table, field, { how, value }, part) : null;
    const { errors } = changes
      ? await app.data.rows.updateEach(actor, table.name, changes)
      : await app.data.rows.updateMany(
          actor,
          table.name,
          part.map(({ id }) => id),
          { [field.name]: how === 'clear' ? null : value },
        );
    const ids = new Set(errors.map((/** @type {{ id: unknown }} */ { id }) => String(id)));
    left.push(...part.filter(({ id }) => ids.has(String(id))));
    if (errors.length > 0 && !reason) {
      const { message, fields } = errorText(errors[0].error, t);
      reason = fields[field.name] ?? message;
    }
  }
  return { rows: left, reason };
}

/**
 * The new lists of rows; those that have what is wanted stay as they are.
 *
 * @param {Table} table @param {Field} field @param {{ how: 'add' | 'remove', value: unknown }} change
 * @param {readonly Record<string, any>[]} rows
 */
function changesOf(table, field, { how, value }, rows) {
  const stamp = table.fields.find(({ auto }) => auto === 'updated_at')?.name;
  const given = [value ?? []].flat().map(String);
  return rows.flatMap(({ id, _own: own, _seen: seen }) => {
    const has = [own ?? []].flat().map(String);
    const next = how === 'add' ? [...new Set([...has, ...given])] : has.filter((one) => !given.includes(one));
    if (next.length === has.length) return [];
    return [{ id, values: { [field.name]: next }, expect: stamp && seen ? { [stamp]: seen } : {} }];
  });
}
