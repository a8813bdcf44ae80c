/** @import { AppError, Field, Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */

/**
 * Messages for a form whose row somebody else has saved meanwhile: for each field that differs from what was entered,
 * its current value.
 *
 * @param {App} app @param {Request} req @param {Table | null} table @param {AppError} error ROW_CONFLICT
 * @returns {Record<string, string>} by control name; '' for the form as a whole
 */
export function conflictErrors(app, { ctx: { t, formats } }, table, error) {
  const changed = /** @type {{ changed?: Record<string, { current: unknown }> }} */ (error.details ?? {}).changed ?? {};
  const fields = Object.keys(changed).flatMap((name) => (table?.hasField(name) ? table.field(name) : []));
  const theirs = fields.filter(({ auto }) => !auto);
  const list = theirs.map(({ label }) => label).join(', ');
  /** @type {Record<string, string>} */
  const errors = { '': list ? t('views.edit.conflict.fields', { fields: list }) : t('views.edit.conflict') };
  for (const field of theirs) errors[field.name] = said(field, changed[field.name].current);
  return errors;

  /** @param {Field} field @param {unknown} current */
  function said(field, current) {
    if (current === null || current === '') return t('views.edit.conflict.emptied');
    // Keys mean nothing to people, and labels would need another statement.
    if (field.target || typeof current === 'object') return t('views.edit.conflict.other');
    const value = app.registry.fieldType(field.type).format(current, field, formats);
    return t('views.edit.conflict.now', { value });
  }
}

/**
 * When a saved row was last changed, for a form that keeps saving.
 *
 * @param {Table | null} table @param {Record<string, unknown>} saved
 */
export function versionOf(table, saved) {
  const field = table?.fields.find(({ auto }) => auto === 'updated_at');
  return field ? (saved[field.name] ?? null) : null;
}
