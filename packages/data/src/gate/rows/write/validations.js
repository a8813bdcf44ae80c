import { readExpression } from '@plinth/expressions';
import { orNothing } from '../../../postgres/errors/or-nothing.js';
import { compileCondition } from '../../../rules/expressions/compile-sql.js';
import { visibleTo } from '../../../rules/reach/visible-to.js';
import { reachOf } from '../../../rules/rights/index.js';
import { sql } from '../../../postgres/sql/index.js';
import { contextOf } from '../compile/expression.js';

/** @import { Expression } from '@plinth/expressions' */
/** @import { Catalog, Constraint, Table } from '@plinth/plugin' */
/** @import { Image } from '../../../rules/expressions/visible-rows.js' */
/** @import { Reach } from '../../../rules/rights/reach.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @typedef {{ flag: string, check: Fragment, fields: string[], message: string, reach: Reach }} Validation */

/**
 * The validation rules of a table as conditions on a row's new image. They use related rows that the actor may not see,
 * because validity does not depend on the writer. A rule that names something missing always passes.
 *
 * @param {Compilation} c @param {Table} table @param {string} alias of the new image
 * @param {Image} [image] what the statement that writes the row can't see yet
 * @returns {Validation[]}
 */
export function validations(c, table, alias, image) {
  return table.constraints.flatMap((constraint, i) => {
    if (constraint.kind !== 'rule') return [];
    const { rule, message, fields } = constraint;
    const expression = readRule(c.catalog, table, rule);
    if (!expression) return [];
    const { visible } = visibleTo(c.catalog, table.app, expression.names);
    const context = Object.assign(contextOf(c, table, alias), { visible, image });
    return [
      {
        flag: `$rule${i}`,
        check: sql`((${compileCondition(expression.tree, context)}) is true)`,
        fields: fields.length > 0 ? fields : [firstNamed(table, expression)],
        message,
        reach: reachOf(expression.tree, table, c.catalog),
      },
    ];
  });
}

/**
 * The fields that show the message of a rule.
 *
 * @param {Catalog} catalog @param {Table} table @param {Extract<Constraint, { kind: 'rule' }>} constraint
 * @returns {readonly string[]}
 */
export function shownAt(catalog, table, { rule, fields }) {
  const expression = fields.length > 0 ? null : readRule(catalog, table, rule);
  return expression ? [firstNamed(table, expression)] : fields;
}

/** @param {Table} table @param {Expression} expression */
const firstNamed = (table, { names }) =>
  names.find((name) => name.table === table.name && table.hasField(name.name))?.name ?? table.display;

/** @param {Catalog} catalog @param {Table} table @param {string} rule */
const readRule = (catalog, table, rule) => orNothing(() => readExpression(rule, { catalog, table, result: ['bool'] }));
