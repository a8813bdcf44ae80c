/** @import { Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** @param {Pick<Table, 'label'>} table @param {string} id */
export const rowNotFound = (table, id) =>
  new AppError('ROW_NOT_FOUND', phrase`${table.label} has no row ${id}`, {
    status: 404,
    hint: 'It may have been deleted in the meantime',
  });
