/** @import { Field, Table, Traits } from '@plinth/plugin' */
/** @import { Scope } from './types.d.ts' */
import { NO_TRAITS } from '@plinth/plugin';

/** As what expressions know the types of the fields here; of others, text. @type {Record<string, Traits['expression']>} */
const EXPRESSIONS = {
  uuid: 'id',
  multi_select: 'list',
  boolean: 'bool',
  integer: 'int',
  decimal: 'decimal',
  date: 'date',
  date_time: 'moment',
  time: 'time',
  duration: 'duration',
  json: 'json',
};

/** What expressions ask of a type. @param {string} type @returns {Traits} */
const traitsOf = (type) => ({
  ...NO_TRAITS,
  value: type.endsWith('select') ? 'choice' : type === 'many_to_many' ? 'reference' : 'text',
  isMany: type.startsWith('m'),
  isKey: type === 'uuid',
  expression: EXPRESSIONS[type] ?? 'text',
});

/** @param {string} name @param {string} type @param {Partial<Field>} [more] @returns {any} */
const field = (name, type, more = {}) => ({
  name,
  label: name,
  type,
  traits: traitsOf(type),
  attributes: {},
  auto: null,
  target: null,
  ...more,
});

/** @param {string} name @param {unknown[]} fields @param {'identity' | 'uuid'} [key] @returns {Table} */
function table(name, fields, key = 'identity') {
  const all = [field('id', key === 'uuid' ? 'uuid' : 'integer', { auto: 'id' }), ...fields];
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  return /** @type {any} */ ({
    name,
    label: name,
    key,
    fields: all,
    hasField: (/** @type {string} */ wanted) => byName.has(wanted),
    field: (/** @type {string} */ wanted) => byName.get(wanted),
  });
}

/** A small catalog: projects with an owner and members, tasks of projects. @returns {Scope['catalog']} */
export function sampleCatalog() {
  const tables = [
    table('users', [field('name', 'text'), field('email', 'email'), field('department', 'text')], 'uuid'),
    table('projects', [
      field('name', 'text'),
      field('owner', 'user', { target: 'users' }),
      field('members', 'many_to_many', { target: 'users' }),
    ]),
    table('tasks', [
      ...[field('title', 'text'), field('status', 'select'), field('tags', 'multi_select'), field('done', 'boolean')],
      ...[field('points', 'integer'), field('price', 'decimal'), field('due', 'date'), field('seen', 'date_time')],
      ...[field('at', 'time'), field('took', 'duration'), field('data', 'json')],
      field('project', 'relation', { target: 'projects' }),
    ]),
  ];
  const byName = new Map(tables.map((entry) => [entry.name, entry]));
  return {
    hasTable: (name) => byName.has(name),
    table: (name) => /** @type {Table} */ (byName.get(name)),
    children: (name) =>
      tables.flatMap((entry) =>
        entry.fields.filter(({ target }) => target === name).map((one) => ({ table: entry, field: one })),
      ),
  };
}

/**
 * The same with text formulas f0, f1 ... of tasks, each using the one before it.
 *
 * @param {Scope['catalog']} catalog @param {number} count @param {(below: string) => string} formula
 * @returns {Scope['catalog']}
 */
export function withFormulas(catalog, count, formula) {
  const tasks = catalog.table('tasks');
  const formulas = Array.from({ length: count }, (_, i) =>
    field(`f${i}`, 'text', { formula: i === 0 ? 'row.title' : formula(`f${i - 1}`) }),
  );
  const all = table('tasks', [...tasks.fields.slice(1), ...formulas]);
  return { ...catalog, table: (name) => (name === 'tasks' ? all : catalog.table(name)) };
}
