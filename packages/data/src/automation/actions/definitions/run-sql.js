import { defineAction } from '@plinth/plugin';
import { expression, integer, list, longtext, select, text } from '@plinth/plugin/settings';
import { partOfRows, valueFor } from './base/sql-answer.js';

const LONGEST_MESSAGE = 500;

/** Runs a SELECT that an admin has written, and stores its result. */
export const runSql = defineAction({
  name: 'run_sql',
  order: 88,
  label: 'action.run_sql.label',
  help: 'action.run_sql.help',
  group: 'code',
  icon: 'database-search',
  needsRow: ({ fields = [], values = [] }, _, namesRow) =>
    fields.length > 0 || values.some((/** @type {any} */ { value }) => namesRow(value ?? '')),
  outside: true,
  // The statement runs on another connection, which doesn't wait for locked rows.
  holds: ({ fields = [] }) => fields.length > 0,
  takes: () => [{ right: 'sql', what: '' }],
  settings: [
    longtext('sql', 'action.run_sql.sql', {
      code: true,
      required: true,
      max: 20_000,
      help: 'action.run_sql.sql.help',
    }),
    list(
      'values',
      'action.values',
      [
        text('name', 'action.name', { required: true, max: 60, pattern: '[A-Za-z_][A-Za-z0-9_]*' }),
        expression('value', 'action.value', { required: true }),
        select(
          'type',
          'action.type',
          {
            text: 'action.text',
            number: 'action.number',
            boolean: 'action.yesNo',
            date: 'action.date',
            moment: 'action.run_sql.values.type.moment',
            uuid: 'action.run_sql.values.type.uuid',
          },
          { default: 'text' },
        ),
      ],
      { max: 50 },
    ),
    integer('seconds', 'action.seconds', { min: 1, max: 15, default: 5 }),
    list(
      'fields',
      'action.run_sql.fields',
      [
        { name: 'field', type: 'field', label: 'action.field', required: true },
        text('path', 'action.run_sql.fields.path', { max: 100 }),
      ],
      { max: 50, help: 'action.run_sql.fields.help' },
    ),
    text('show', 'action.run_sql.show', { max: 100, help: 'action.run_sql.show.help' }),
  ],
  async run({ config, table, id, rows, evaluate, sql }) {
    /** @type {{ name: string, value: string, type?: any }[]} */
    const given = config.values ?? [];
    const found = await evaluate(given.map(({ value }) => value));
    const values = given.map(({ name, type = 'text' }, i) => ({ name, type, value: found[i] }));
    const answer = await sql(config.sql ?? '', values, { ms: (config.seconds ?? 5) * 1000 });
    /** @type {{ field: string, path?: string }[]} */
    const fields = config.fields ?? [];
    if (fields.length > 0 && table && id !== null) {
      const set = fields.map(({ field, path = '' }) => [field, valueFor(table, field, partOfRows(answer, path))]);
      await rows.update(table.name, id, Object.fromEntries(set));
    }
    const shown = config.show ? partOfRows(answer, config.show) : null;
    return { value: valueOf(answer), ...(shown !== null && { message: String(shown).slice(0, LONGEST_MESSAGE) }) };
  },
});

/** One value where there is only one, nothing where there is none, else all rows. @param {readonly Record<string, any>[]} rows */
function valueOf(rows) {
  const [first, ...others] = rows;
  if (!first) return null;
  const values = Object.values(first);
  return others.length === 0 && values.length === 1 ? values[0] : rows;
}
