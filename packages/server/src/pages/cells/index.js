/** @import { Values } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Target } from './write-cells.js' */
import { AppError, mayAddChoices, phrase } from '@plinth/plugin';
import { undoOffer } from '../undo/undo-offer.js';
import { exactText } from '../deletions/question.js';
import { MOST_ROWS, readCellRequest } from './cell-request.js';
import { CELL_TEXTS } from './cell-texts.js';
import { writeCells } from './write-cells.js';

export { rowNotFound } from './row-not-found.js';

const MOST_CHOICES = 30;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * GET …/cells: what the browser needs to edit cells (labels, options, texts); with `field` and `q`, the rows that a cell
 * may point at.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Target} target
 */
export async function describeCells(app, req, res, { table, fields }) {
  const { actor, t, formats } = req.ctx;
  const name = req.query.get('field');
  if (name !== null) {
    if (fields.get(name)?.kind !== 'lookup') throw noChoices(name);
    const search = req.query.get('q') ?? '';
    return res.json(await app.data.rows.choices(actor, table.name, name, { search, limit: MOST_CHOICES }));
  }
  const described = [...fields].map(([key, { field, kind }]) => [
    key,
    {
      kind,
      label: field.label,
      required: field.required,
      ...(Array.isArray(field.attributes.options) && { options: field.attributes.options.map(optionOf) }),
      ...(mayAddChoices(table, field, actor) && { adds: true, values: valuesOf(field) }),
    },
  ]);
  /** @type {Record<string, string>} */
  const texts = Object.fromEntries(CELL_TEXTS.map((key) => [key, t(`cells.${key}`)]));
  texts.pickDate = t('fieldView.date.pick');
  res.json({ fields: Object.fromEntries(described), texts, most: MOST_ROWS, locale: formats.locale });
}

/** @param {any} option */
const optionOf = (option) => (typeof option === 'object' ? (option.label ?? option.value) : String(option));

/** What is stored for choices with another label, which may be typed as well. @param {import('@plinth/plugin').Field} field */
const valuesOf = ({ attributes }) =>
  attributes.options
    .filter((/** @type {any} */ option) => optionOf(option) !== option.value)
    .map((/** @type {Values} */ { value }) => String(value));

/**
 * POST …/cells: writes cells.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Target} target
 */
export async function saveCells(app, req, res, target) {
  const changes = readCellRequest(await req.json({ maxBytes: MOST_BYTES }));
  const rows = await writeCells(app, req, target, changes);
  const written = rows.filter(({ id, cells }) => id !== null && Object.keys(cells).length > 0).length;
  const undo = written > 0 ? await undoOffer(req) : null;
  const message = req.ctx.t('delivered.rows.done', { what: exactText(req, target.table, written) });
  res.json({ rows, ...(undo !== null && { undo, message }) });
}

/** @param {string} name */
const noChoices = (name) => new AppError('FIELD_NOT_FOUND', phrase`"${name}" has no choices here`, { status: 422 });
