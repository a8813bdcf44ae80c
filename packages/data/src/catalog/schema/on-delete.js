/** @import { Field } from '@plinth/plugin' */

// `no action` refuses like `restrict`, but only when the statement is over: rows that go together may go together.
const ON_DELETE = /** @type {Record<string, 'no action' | 'cascade' | 'set null'>} */ ({
  restrict: 'no action',
  cascade: 'cascade',
  set_null: 'set null',
});

/** What becomes of a row when the one that its field points at is deleted. @param {Pick<Field, 'attributes' | 'required'>} field */
export function onDelete(field) {
  const chosen = ON_DELETE[field.attributes.onDelete];
  return chosen ?? (field.required ? 'no action' : 'set null');
}
