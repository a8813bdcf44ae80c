/** @import { Field } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, phrase, readersAt } from '@plinth/plugin';
import { noteReads } from './scope.js';

/**
 * The field at the end of a path from the scope's table.
 *
 * @param {Scope} scope @param {string} path @returns {Field}
 */
export function fieldAt(scope, path) {
  const { table, compilation } = scope;
  if (!table) {
    throw new AppError('ELEMENT_MISPLACED', phrase`"${path}" can't be shown: there is no row here`, {
      status: 422,
    });
  }
  const found = compilation.catalog.path(table, path);
  if (!found) {
    throw new AppError('FIELD_NOT_FOUND', phrase`${table.label} has no field "${path}"`, {
      status: 422,
      hint: 'Choose another field, or remove the element',
    });
  }
  noteReads(scope, path);
  scope.readers.push(...readersAt(compilation.catalog, table, path));
  return found.field;
}
