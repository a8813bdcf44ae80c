/** @import { Catalog, Table } from '@plinth/plugin' */
import fc from 'fast-check';

/** @typedef {{ name: string, input: any }} Made */
/** @typedef {(catalog: Catalog) => Made | null} Step depends on the current state */

const NAMES = ['alpha', 'beta', 'gamma', 'select', 'title', 'number', 'x'];
const TYPES = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'date_time',
  'json',
  'select',
  'multi_select',
  'relation',
  'many_to_many',
  'one_to_one',
  'user',
  'email',
  'uuid',
  'long_text',
  'money',
];

/** @template T @param {readonly T[]} list @param {number} n @returns {T | undefined} */
const pick = (list, n) => list[n % Math.max(list.length, 1)];

/** @param {string} type @param {Catalog} catalog @param {number} n */
function attributes(type, catalog, n) {
  if (type === 'select' || type === 'multi_select')
    return { options: ['a', '1', 'x'].map((value) => ({ value, label: value })) };
  const target = pick(own(catalog), n)?.name;
  if (['relation', 'one_to_one'].includes(type))
    return { table: target, onDelete: pick(['restrict', 'cascade', 'set_null'], n) };
  return type === 'many_to_many' ? { table: target } : {};
}

/** @param {Catalog} catalog */
const own = (catalog) => catalog.tables.filter((table) => !table.system);

/** @param {(table: Table, numbers: number[], catalog: Catalog) => Made | null} make @returns {fc.Arbitrary<Step>} */
const onTable = (make) =>
  fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }).map((numbers) => (/** @type {Catalog} */ catalog) => {
    const table = pick(own(catalog), numbers[0]);
    return table ? make(table, numbers, catalog) : null;
  });

/** @param {(table: Table, field: import('@plinth/plugin').Field, numbers: number[], catalog: Catalog) => Made | null} make */
const onField = (make) =>
  onTable((table, numbers, catalog) => {
    const field = pick(
      table.fields.filter((entry) => !entry.auto),
      numbers[1],
    );
    return field ? make(table, field, numbers, catalog) : null;
  });

const addTable = fc.nat(1000).map((n) => () => ({
  name: 'add-table',
  input: {
    name: pick(NAMES, n),
    key: n % 2 ? 'uuid' : 'identity',
    fields: [{ name: 'title', type: 'text', unique: n % 3 === 0 }],
  },
}));

const addField = onTable((table, [, n, t, d, at], catalog) => {
  const type = /** @type {string} */ (pick(TYPES, t));
  return {
    name: 'add-field',
    input: {
      table: table.name,
      at: at % 4,
      field: { name: pick(NAMES, n), type, attributes: attributes(type, catalog, d), unique: d % 5 === 0 },
    },
  };
});

const changeType = onField((table, field, [, , t, d], catalog) => {
  const type = /** @type {string} */ (pick(TYPES, t));
  return {
    name: 'change-field',
    input: {
      table: table.name,
      field: field.name,
      discard: d % 4 > 0,
      changes: { type, attributes: attributes(type, catalog, d) },
    },
  };
});

const changeField = onField((table, field, [, , n, d]) => ({
  name: 'change-field',
  input: {
    table: table.name,
    field: field.name,
    changes: [{ name: pick(NAMES, n) }, { unique: !field.unique }, { required: !field.required }, { label: `L${n}` }][
      d % 4
    ],
    ...(d % 8 === 2 && { fill: '1' }),
  },
}));

const rules = onTable((table, [, n, m, d]) => {
  const fields = [...new Set([pick(table.fields, n)?.name, pick(table.fields, m)?.name])];
  if (d % 2) return { name: 'add-index', input: { table: table.name, fields } };
  const constraint =
    d % 4
      ? { kind: 'unique', fields, message: '' }
      : { kind: 'check', where: { field: fields[0], op: 'filled' }, message: '' };
  return { name: 'add-constraint', input: { table: table.name, constraint } };
});

/** One random edit, which may be refused. @type {fc.Arbitrary<Step>} */
export const randomEdits = fc.oneof(
  addTable,
  onTable((table) => ({ name: 'remove-table', input: { table: table.name } })),
  onTable((table, [, n]) => ({
    name: 'change-table',
    input: { table: table.name, changes: { name: pick(NAMES, n), history: n % 2 === 0 } },
  })),
  { arbitrary: addField, weight: 3 },
  { arbitrary: changeType, weight: 4 },
  { arbitrary: changeField, weight: 4 },
  onField((table, field) => ({ name: 'remove-field', input: { table: table.name, field: field.name } })),
  onField((table, field, [, , to]) => ({
    name: 'move-field',
    input: { table: table.name, field: field.name, to: to % 5 },
  })),
  { arbitrary: rules, weight: 2 },
  onTable((table) => ({ name: 'generate-views', input: { table: table.name } })),
);
