/** @import { Scope, Type } from '../types.d.ts' */
import { functions } from '../functions/index.js';
import { membersOf, membersOfUser } from './names.js';

/** @type {[string, string, string, string][]} name, what follows the variable, result, help */
const OVER_ROWS = [
  ['exists', 'bool', 'bool', 'fn.rows.exists'],
  ['all', 'bool', 'bool', 'fn.rows.all'],
  ['count', 'bool', 'int', 'fn.rows.count'],
  ['sum', 'decimal', 'decimal', 'fn.rows.sum'],
  ['average', 'decimal', 'decimal', 'fn.rows.average'],
  ['min', 'any', 'any', 'fn.rows.min'],
  ['max', 'any', 'any', 'fn.rows.max'],
];
/** Queries over related rows and lists: row.lines.sum(line, line.price) */
const questions = OVER_ROWS.map(([name, value, result, help]) => ({
  name,
  help,
  method: true,
  result,
  over: /** @type {null | 'rows'} */ ('rows'),
  params: [[value]],
}));

/**
 * What can be written at a position, for completion and for the rule builder.
 *
 * @param {Scope} scope
 */
export function describeScope(scope) {
  const { catalog, table, allowUser = true, allowTime = true } = scope;
  /** @param {string} name */
  const fieldsOf = (name) => entriesOf(membersOf(catalog.table(name), catalog));
  /** @type {{ name: string, type: Type, label: string }[]} */
  const names = [];
  if (table) for (const field of fieldsOf(table.name)) names.push({ ...field, name: `row.${field.name}` });
  for (const [variable, type] of Object.entries(scope.variables ?? {}))
    for (const entry of membersIn(type, fieldsOf)) names.push({ ...entry, name: `${variable}.${entry.name}` });
  if (allowUser) {
    for (const field of entriesOf(membersOfUser(catalog))) names.push({ ...field, name: `user.${field.name}` });
  }
  if (allowTime) {
    names.push({ name: 'now', type: { name: 'moment' }, label: 'Current date and time' });
    names.push({ name: 'today', type: { name: 'date' }, label: 'Today' });
  }
  return {
    names,
    fieldsOf,
    functions: [
      ...functions.map(({ name, help, method, overloads }) => ({
        name,
        help,
        method,
        over: /** @type {null | 'rows'} */ (null),
        params: overloads.map(({ params }) => [...params]),
        result: /** @type {string} */ (overloads[0].result),
      })),
      { name: 'has', help: 'fn.has', method: false, over: null, params: [['any']], result: 'bool' },
      ...questions,
    ],
  };
}

/** @param {Type} type @param {(table: string) => { name: string, type: Type, label: string }[]} fieldsOf @returns {{ name: string, type: Type, label: string }[]} */
function membersIn(type, fieldsOf) {
  if (type.name === 'record')
    return Object.entries(type.of).flatMap(([name, of]) => {
      const label = type.labels?.[name] ?? '';
      if (of.name !== 'record') return [{ name, type: of, label }];
      return membersIn(of, fieldsOf).map((inner) => ({
        ...inner,
        name: `${name}.${inner.name}`,
        label: inner.label || label,
      }));
    });
  return type.name === 'row' ? fieldsOf(type.table) : [];
}

/** @param {Map<string, { type: Type, label: string }>} members */
function entriesOf(members) {
  return [...members].map(([name, { type, label }]) => ({ name, type, label }));
}
