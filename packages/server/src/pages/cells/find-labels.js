/** @import { Field, Table, Translate } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { RowChange } from './cell-request.js' */
/** @import { EditedField } from './write-cells.js' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

const MOST_ALIKE = 20;
const LONGEST = 200;

/**
 * Finds the rows that typed and pasted labels mean, each label once.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {ReadonlyMap<string, EditedField>} fields
 * @param {readonly RowChange[]} changes
 * @returns {Promise<(field: Field, text: string) => string | number>} throws FIELD_INVALID: none or several are called so
 */
export async function findLabels(app, { ctx: { actor } }, table, fields, changes) {
  /** @type {Map<string, { field: string, text: string }>} */
  const wanted = new Map();
  for (const { set } of changes) {
    for (const [name, { text, key }] of set) {
      if (fields.get(name)?.kind !== 'lookup' || key !== null || text.trim() === '') continue;
      const label = text.trim().slice(0, LONGEST);
      if (wanted.size < LIMITS.pastedNames) wanted.set(idOf(name, label), { field: name, text: label });
    }
  }
  /** @type {Map<string, (string | number)[]>} */
  const found = new Map();
  await Promise.all(
    [...wanted].map(async ([id, { field, text }]) => {
      /** @type {{ value: string | number, label: string }[]} */
      const choices = await app.data.rows.choices(actor, table.name, field, { search: text, limit: MOST_ALIKE });
      const exact = choices.filter(({ label }) => label === text);
      const alike = choices.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
      found.set(
        id,
        (exact.length > 0 ? exact : alike).map(({ value }) => value),
      );
    }),
  );

  return (field, text) => {
    const label = text.trim().slice(0, LONGEST);
    const keys = found.get(idOf(field.name, label));
    if (!keys) throw refused(phrase`${field.label}: at most ${LIMITS.pastedNames} different names at once`);
    if (keys.length === 1) return keys[0];
    if (keys.length > 1) throw refused(phrase`${field.label}: there are several rows named "${label.slice(0, 60)}"`);
    throw refused(phrase`${field.label}: there is no "${label.slice(0, 60)}"`);
  };
}

/** @param {string} field @param {string} label */
const idOf = (field, label) => `${field}\n${label}`;

/** @param {import('@plinth/plugin').Phrase} message */
const refused = (message) =>
  new AppError('FIELD_INVALID', message, { status: 422, hint: 'Choose one from the list of the cell' });
