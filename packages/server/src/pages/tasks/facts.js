/** @import { Task } from '@plinth/data' */
/** @import { Request } from '../../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { historyText } from '../cells/history-text.js';

/** What a decision usually needs; the row itself has the rest. */
const MOST = 8;

/**
 * What the row of a task says, as far as the reader may see it: its fields in their order, without empty ones.
 *
 * @param {Request} req @param {Task} task @returns {Promise<{ label: string, value: string }[]>}
 */
export async function factsOf(req, { row: place }) {
  const { catalog, app, actor, t } = req.ctx;
  if (!place || !catalog.hasTable(place.table)) return [];
  const table = catalog.table(place.table);
  try {
    const row = await app.data.rows.get(actor, table.name, place.id);
    const fields = table.fields.filter(({ name, auto }) => !auto && Object.hasOwn(row, name));
    const changes = fields.map(({ name }) => ({ field: name, before: null, after: row[name] }));
    const text = await historyText(app, req, table, [{ changes }]);
    return fields
      .map((field) => ({ label: t(field.label), value: text(field, row[field.name]) }))
      .filter(({ value }) => value !== '')
      .slice(0, MOST);
  } catch (error) {
    // Gone, or not for the reader.
    if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return [];
    throw error;
  }
}
