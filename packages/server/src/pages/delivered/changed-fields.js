/** @import { CellKind, Field } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
/** @import { EditedField, Target } from '../cells/write-cells.js' */
/** @import { App, Request } from '../../types.d.ts' */
import { readableField } from '@plinth/data';
import { AppError, mayDo } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';
import { cellsOf } from './cells-of.js';

/**
 * A field that can be set for several rows: as its cell would be, or (kind null) by the control that its forms have.
 *
 * @typedef {{ field: Field, kind: CellKind | null }} ChangedField
 * @typedef {{ target: Target, fields: ReadonlyMap<string, ChangedField> }} Changeable
 */

/**
 * The fields that a list lets its reader set for several rows.
 *
 * @param {App} app @param {Request} req @param {Plan} plan @returns {Changeable}
 */
export function changedFields(app, req, plan) {
  const names = plan.selecting?.fields ?? [];
  const target = cellsOf(app, req, plan, names);
  const { actor } = req.ctx;
  const { table } = target;
  const fields = new Map(
    names
      .map((name) => table.field(name))
      .filter((field) => readableField(actor, table, field) && app.data.rows.fills(actor, table, field))
      .map((field) => [field.name, { field, kind: kindOf(target.fields.get(field.name)) }]),
  );
  if (fields.size === 0 || !mayDo(table, 'update', actor)) throw notFound();
  return { target, fields };
}

/** A list of options is ticked in a form, not typed. @param {EditedField | undefined} edited */
const kindOf = (edited) => (!edited || edited.kind === 'choices' ? null : edited.kind);

/** @param {Changeable} changeable @param {string | null} name none: the first @returns {ChangedField} */
export function fieldIn({ fields }, name) {
  const found = name === null ? [...fields.values()][0] : fields.get(name);
  if (found) return found;
  throw new AppError('FIELD_NOT_IN_PLACE', 'This field can’t be set for several rows', {
    status: 422,
    hint: 'Open the row to edit it',
  });
}
