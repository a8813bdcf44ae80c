import { AppError, fieldMessages } from '@plinth/plugin';
import { REFUSED } from '../../../rules/expressions/before/script.js';
import { accessLevel, isUnlimited, readableField } from '../../../rules/rights/index.js';
import { notConvertible } from '../../../rules/expressions/not-convertible.js';
import { inputProblems } from './field-problem.js';
import { BROKEN_AS_STORED } from './judge-stored.js';
import { notAllowed } from './outcome.js';
import { shownAt } from './validations.js';

/** @import { Actor, Catalog, Constraint, Table, Values } from '@plinth/plugin' */
/** @typedef {{ actor: Actor, catalog: Catalog, table: Table, kind?: string }} Context */

/** SQLSTATE of a value that a trigger could not convert. */
const NOT_CONVERTIBLE = 'PLN03';

/**
 * Whether a trigger refused the row or could not set a field, or the row broke a rule when triggers had set its fields.
 *
 * @param {Values} error
 */
export const isRefused = (error) => [REFUSED, BROKEN_AS_STORED, NOT_CONVERTIBLE].includes(error?.code);

/**
 * What the writer is told of such a row.
 *
 * @param {any} error @param {Context} context
 */
export function refusedRow(error, context) {
  if (error.code === NOT_CONVERTIBLE) return byConversion(error, context);
  return error.code === REFUSED ? byTrigger(error, context) : asStored(String(error.detail), context);
}

/**
 * The message of the trigger, at its field if the writer may read it. A trigger of another table, whose rows change with
 * this one, says why to those who may read that table.
 *
 * @param {Values} error @param {Context} context
 */
function byTrigger({ table: name, column, message }, { actor, catalog, table }) {
  const other = name === table.name ? table : catalog?.hasTable(name) ? catalog.table(name) : null;
  const isKnown = other === table || (other !== null && accessLevel(actor, other, 'read') !== 'none');
  const field = other === table && column && table.hasField(column) ? table.field(column) : null;
  const at = field && readableField(actor, table, field) ? field.name : null;
  return new AppError('ROW_REFUSED', isKnown ? message : 'These values are not allowed', {
    status: 422,
    details: at ? fieldMessages({ [at]: message }) : undefined,
  });
}

/**
 * The value only for those who may read everything: it may be of another field or row.
 *
 * @param {Values} error `hint`: the function; `detail`: the value @param {Context} context
 */
function byConversion({ hint, detail }, { actor }) {
  return isUnlimited(actor)
    ? notConvertible(hint, String(detail))
    : new AppError('VALUE_NOT_CONVERTIBLE', 'A trigger could not convert a value of the row', {
        status: 422,
        hint: 'Ask an admin: they can see the cause',
      });
}

/** @param {string} detail names of what does not hold @param {Context} context */
function asStored(detail, { actor, catalog, table, kind = 'insert' }) {
  const names = detail.split(',');
  if (names.includes('$image')) return notAllowed(kind);
  const broken = table.constraints.flatMap((constraint, i) =>
    constraint.kind === 'rule' && names.includes(`$rule${i}`) ? [constraint] : [],
  );
  const messages = broken.flatMap((constraint) =>
    shownAt(catalog, table, constraint)
      .filter((name) => !table.hasField(name) || readableField(actor, table, table.field(name)))
      .map((name) => [name, constraint.message]),
  );
  return inputProblems(Object.fromEntries(messages), broken[0]?.message);
}
