/** @import { Field, FieldType, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError, fieldMessages, phrase } from '@plinth/plugin';
import { textForm } from '../field-types/base/conversion.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { fixed, quoteIdentifier, sql } from '../../postgres/sql/index.js';
import { LIMITS } from '../limits/limits.js';
import { choicesOf, entriesIn, LONGEST_CHOICE } from './choices-from.js';

/** Different texts that are read; several choices can make many more texts than choices. */
const MOST_TEXTS = 20_000;
/** A longer text is no list of choices. */
const LONGEST_LIST = 1000;

/**
 * The choices that a field gets when it becomes a list of choices: what its rows have. Texts that can't be choices, because
 * they are too long or have several lines, are left out, so that the change reports them like any value that does not fit.
 *
 * @param {Pick<Transaction, 'query'>} on @param {Table} table @param {Field} field as they are stored @param {FieldType} type the new one @param {string} [locale] of the site
 * @returns {Promise<{ value: string, label: string, colour: string }[]>}
 */
export async function choicesInRows(on, table, field, type, locale) {
  const text = textForm(`t.${quoteIdentifier(field.name)}`, { type: field.type, field });
  if (text === null) return [];
  const shown = fixed(text);
  const fitting = sql`from ${tableSql(table)} as t
    where char_length(btrim(${shown})) between 1 and ${LONGEST_LIST}`;
  const { rows } = await on.query(sql`select distinct btrim(${shown}) as text ${fitting} limit ${MOST_TEXTS + 1}`);
  const values = new Set();
  for (const row of rows) for (const value of entriesIn(type, row.text)) if (canBeChoice(value)) values.add(value);
  if (rows.length > MOST_TEXTS) {
    const counted = await on.query(sql`select count(distinct btrim(${shown}))::int as count ${fitting}`);
    throw tooMany(field, counted.rows[0].count);
  }
  if (values.size > LIMITS.choices) throw tooMany(field, values.size);
  return choicesOf(values, locale);
}

/** @param {string} value */
const canBeChoice = (value) => value !== '' && value.length <= LONGEST_CHOICE && !value.includes('\n');

/** @param {Field} field @param {number} count */
function tooMany(field, count) {
  const fact = phrase`has ${count} different values, but a list can have at most ${LIMITS.choices} choices`;
  return new AppError('FIELD_CHOICES_TOO_MANY', phrase`${field.label || field.name} ${fact}`, {
    status: 422,
    hint: 'Keep it as text, make a table of these values, or name the choices yourself',
    details: fieldMessages({ type: fact }),
  });
}
