import { AppError } from '@plinth/plugin';
import { rowNotFound } from '../../postgres/errors/row-errors.js';

/** @import { Registry, Table } from '@plinth/plugin' */

/**
 * A row's key from outside. What can't be one leads to no row, like a key that nobody has.
 *
 * @param {Registry} registry @param {Table} table @param {unknown} id
 * @returns {string | number}
 */
export function readKey(registry, table, id) {
  const field = table.field('id');
  try {
    const key = registry.fieldType(field.type).parse(id, field);
    if (key !== null) return key;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw rowNotFound();
}
