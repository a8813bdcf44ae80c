/** @import { Select, Values } from '@plinth/plugin' */
/** @import { TypeName } from '@plinth/expressions' */
/** @import { Scope } from './scope.js' */
import { CARRIED, compileExpression } from './expression.js';
import { createRowsQuery } from './rows-query.js';
import { noteVaries } from './scope.js';

/**
 * An expression of a scope: what it reads becomes part of the scope's statement.
 *
 * @param {Scope} scope @param {string} source
 * @param {{ each?: (select: Select) => void, result?: readonly TypeName[] }} [options] `each` is told the columns that
 *   it reads
 */
export function expressionIn(scope, source, { each, result } = {}) {
  const { table, selects, compilation } = scope;
  const compiled = compileExpression(source, {
    table,
    result,
    catalog: compilation.catalog,
    select(wanted) {
      const as = selects.add(wanted);
      // Each row carries its id.
      if (as !== 'id') each?.(/** @type {Select} */ ({ as, ...wanted }));
      return as;
    },
  });
  const asked = table === null && compiled.expression.user.some((name) => !CARRIED.includes(name));
  if (asked) compiled.evaluate = ofReader(scope, source);
  noteVaries(scope, compiled.varies);
  for (const name of compiled.expression.tables) compilation.found.reads.add(name);
  if (compiled.varies.user) compilation.found.reads.add('users');
  return compiled;
}

/**
 * The result of an expression about the user where there is no row: reads the user's own row along with the page.
 *
 * @param {Scope} scope @param {string} source @returns {(m: Values) => unknown}
 */
function ofReader(scope, source) {
  const { compilation } = scope;
  const slot = compilation.nextSlot();
  const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { user: /** @type {const} */ ('id') } };
  const select = [{ as: 'given', expression: source }];
  const data = createRowsQuery(compilation.catalog.table('users'), { select, where, limit: 1, paging: false });
  scope.embeds.push({ slot, view: '', relation: { kind: 'independent' }, state: {}, data });
  return (m) => m.slots?.[slot]?.rows[0]?.given ?? null;
}
