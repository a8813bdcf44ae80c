/** @import { Draft } from './draft.js' */
import { inputInvalid } from '@plinth/plugin';

/**
 * Moves a field to a position among the fields of its table, counted from 0.
 *
 * @param {Draft} draft @param {string} table @param {string} field ids @param {unknown} to
 */
export function moveTo(draft, table, field, to) {
  const { fields } = /** @type {import('@plinth/plugin').Table} */ (
    draft.catalog.tables.find((entry) => entry.id === table)
  );
  if (!Number.isInteger(to) || Number(to) < 0) throw inputInvalid({ to: 'must be a position, counted from 0' });
  const ids = fields.map((entry) => entry.id).filter((id) => id !== field);
  ids.splice(Math.min(Number(to), ids.length), 0, field);
  for (const [i, id] of ids.entries()) draft.change(id, { position: i + 1 });
}
