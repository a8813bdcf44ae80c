import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { compileCondition } from '../../expressions/compile-sql.js';
import { reachOf } from '../../rights/index.js';
import { sql } from '../../sql/index.js';
import { contextOf } from '../compile/expression.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Image } from '../../expressions/visible-rows.js' */
/** @import { Reach } from '../../rights/reach.js' */
/** @import { Fragment } from '../../sql/index.js' */
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
    const expression = readOrNothing(c, table, rule);
    if (!expression) return [];
    const context = Object.assign(contextOf(c, table, alias), { visible: undefined, image });
    const named = expression.names.find((name) => name.table === table.name && table.hasField(name.name))?.name;
    return [
      {
        flag: `$rule${i}`,
        check: sql`((${compileCondition(expression.tree, context)}) is true)`,
        fields: fields.length > 0 ? fields : [named ?? table.display],
        message,
        reach: reachOf(expression.tree, table, c.catalog),
      },
    ];
  });
}

/** @param {Compilation} c @param {Table} table @param {string} rule */
function readOrNothing({ catalog }, table, rule) {
  try {
    return readExpression(rule, { catalog, table, result: ['bool'] });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
