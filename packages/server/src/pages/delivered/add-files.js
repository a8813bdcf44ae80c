/** @import { Field } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { readableField } from '@plinth/data';
import { AppError, isFileList } from '@plinth/plugin';
import { rowNotFound } from '../cells/index.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { exactText } from '../deletions/question.js';
import { undoOffer } from '../undo/undo-offer.js';

const MOST_BYTES = 64 * 1024;
/** Somebody else may add files at the same time. */
const MOST_TRIES = 4;

/**
 * POST /view/:name/files: files that were dropped onto a row. A field of several keeps those it has; a field of one gets the
 * last. They are uploaded before, see /files/upload.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function addFiles(app, req, res, plan) {
  const { id, field: name, files } = (await req.json({ maxBytes: MOST_BYTES })) ?? {};
  const field = fileField(app, req, plan, name);
  const table = req.ctx.catalog.table(String(plan.table));
  if (!isIds(files) || !['string', 'number'].includes(typeof id)) throw notFound();
  const actor = req.ctx.changing();
  for (let tries = 1; ; tries++) {
    const row = await app.data.rows.get(actor, table.name, id, { fields: [field.name] });
    if (!row) throw rowNotFound(table, String(id));
    const stored = row[field.name] ?? null;
    const value = isFileList(field) ? [...(stored ?? []), ...files] : files.at(-1);
    try {
      await app.data.rows.update(actor, table.name, id, { [field.name]: value }, { expect: { [field.name]: stored } });
      break;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ROW_CONFLICT') || tries >= MOST_TRIES) throw error;
    }
  }
  const undo = await undoOffer(req);
  const message = req.ctx.t('delivered.rows.done', { what: exactText(req, table, 1) });
  res.json({ message, ...(undo !== null && { undo }) });
}

/** A field that the view shows and the reader may fill in. @param {App} app @param {Request} req @param {Plan} plan @param {unknown} name @returns {Field} */
function fileField(app, req, plan, name) {
  const { actor, catalog } = req.ctx;
  if (plan.table === null || typeof name !== 'string' || !plan.cells.includes(name)) throw notFound();
  const table = catalog.table(plan.table);
  const field = table.field(name);
  const isOpen = readableField(actor, table, field) && app.data.rows.fills(actor, table, field);
  if (field.traits.value !== 'files' || !isOpen) throw notFound();
  return field;
}

/** @param {unknown} ids @returns {ids is string[]} */
const isIds = (ids) => Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
