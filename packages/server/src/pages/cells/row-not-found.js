/** @import { Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** @param {Pick<Table, 'label'>} table @param {string} id */
export const rowNotFound = (table, id) =>
  new AppError('ROW_NOT_FOUND', phrase`${table.label} has no row ${id}`, {
    status: 404,
    hint: 'It may have been deleted in the meantime',
  });

/** A row that its list no longer shows. */
export const rowLeft = () =>
  new AppError('ROW_LEFT_LIST', 'The row no longer fits the filter of this list', {
    status: 409,
    hint: 'Open it where it is shown to change it',
  });
