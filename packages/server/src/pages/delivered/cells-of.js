/** @import { App, Request } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { Target } from '../cells/write-cells.js' */
import { readableField } from '@plinth/data';
import { cellKind, mayDo } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';

/**
 * The cells that a list or a detail view lets its reader edit: fields that it shows and the reader may fill in, in rows that its own
 * statement returns.
 *
 * @param {App} app @param {Request} req @param {Plan} plan @param {readonly string[]} [names] of those fields
 * @returns {Target}
 */
export function cellsOf(app, req, plan, names = plan.cells) {
  const { actor, env, catalog } = req.ctx;
  if (plan.table === null || names.length === 0) throw notFound();
  const table = catalog.table(plan.table);
  const { main } = plan.start({ actor, query: new URLSearchParams(), env });
  // A detail view has no statement before a row is chosen, and then shows any that its reader may see.
  if (main && main.spec.table !== plan.table) throw notFound();
  const fields = names
    .map((name) => table.field(name))
    .filter((field) => readableField(actor, table, field) && app.data.rows.fills(actor, table, field));
  const edited = fields.flatMap((field) => {
    const kind = cellKind(app.registry.fieldType(field.type), field);
    return kind ? [/** @type {const} */ ([field.name, { field, kind }])] : [];
  });
  const where = main?.spec.where;
  const isFixed = !main || !mayDo(table, 'create', actor);
  // A row that is added to the list of a project belongs to that project, as it would from a form.
  const presets = table.fields.flatMap((field) =>
    !names.includes(field.name) && isRelation(app, field) && app.data.rows.fills(actor, table, field)
      ? [/** @type {const} */ ([field.name, { field, kind: /** @type {const} */ ('lookup') }])]
      : [],
  );
  const own = { table, fields: new Map(edited), presets: new Map(presets), params: main?.params, isFixed };
  return { ...own, ...(where && { where }) };
}

/** @param {App} app @param {import('@plinth/plugin').Field} field */
const isRelation = (app, field) =>
  field.target !== null && cellKind(app.registry.fieldType(field.type), field) === 'lookup';
