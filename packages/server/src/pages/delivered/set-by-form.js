/** @import { Field, Row, Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { How } from './ways.js' */
/** @import { Left } from './left-rows.js' */
import { createSameTable } from '@plinth/data';
import { errorText } from '@plinth/plugin';

/** Rows that are written together. */
const BATCH = 500;

/**
 * Sets a field in rows, each under the rights of the actor, also if it gets another name meanwhile. A value that is added to a list or taken from it is added to what
 * the list holds then, whatever others do to it at the same time.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, field: Field, how: How, value: unknown }} change @param {readonly Row[]} rows
 * @returns {Promise<Left>}
 */
export async function setByForm(app, req, { table, field, how, value }, rows) {
  const { t } = req.ctx;
  const actor = req.ctx.changing();
  const same = createSameTable(table, () => app.data.catalog());
  /** @type {Row[]} */
  const left = [];
  let reason = '';
  for (let i = 0; i < rows.length; i += BATCH) {
    const part = rows.slice(i, i + BATCH);
    const keys = part.map(({ id }) => id);
    const now = same.now();
    const current = same.fieldOf(now, field);
    const { errors } =
      how === 'add' || how === 'remove'
        ? await app.data.rows.changeEach(actor, now.name, keys, {
            fields: [current.name],
            make: (/** @type {Record<string, unknown>} */ row) => changeOf(current, { how, value }, row[current.name]),
          })
        : await app.data.rows.updateMany(actor, now.name, keys, { [current.name]: how === 'clear' ? null : value });
    const ids = new Set(errors.map(({ id }) => String(id)));
    left.push(...part.filter(({ id }) => ids.has(String(id))));
    if (errors.length > 0 && !reason) {
      const { message, fields } = errorText(errors[0].error, t);
      reason = fields[current.name] ?? message;
    }
  }
  return { rows: left, reason };
}

/**
 * The new list; null if it has what is wanted already.
 *
 * @param {Field} field @param {{ how: 'add' | 'remove', value: unknown }} change @param {unknown} own
 */
function changeOf(field, { how, value }, own) {
  const given = [value ?? []].flat().map(String);
  const has = [own ?? []].flat().map(String);
  const next = how === 'add' ? [...new Set([...has, ...given])] : has.filter((one) => !given.includes(one));
  return next.length === has.length ? null : { [field.name]: next };
}
