/** @import { Scope, Type } from '../types.d.ts' */
import { functions } from '../functions/index.js';
import { membersOf, membersOfUser } from './names.js';

/**
 * What there is to write at a place, for completion and for the rule builder.
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
  if (allowUser) {
    for (const field of entriesOf(membersOfUser(catalog))) names.push({ ...field, name: `user.${field.name}` });
  }
  if (allowTime) {
    names.push({ name: 'now', type: { name: 'moment' }, label: 'Now' });
    names.push({ name: 'today', type: { name: 'date' }, label: 'Today' });
  }
  return {
    names,
    fieldsOf,
    functions: functions.map(({ name, help, method, overloads }) => ({
      ...{ name, help, method },
      params: overloads.map(({ params }) => params),
      result: overloads[0].result,
    })),
  };
}

/** @param {Map<string, { type: Type, label: string }>} members */
function entriesOf(members) {
  return [...members].map(([name, { type, label }]) => ({ name, type, label }));
}
