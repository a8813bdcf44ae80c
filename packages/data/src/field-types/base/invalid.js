/** @import { FieldLike } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/**
 * The error for a value that a field can't take. The text is a catalogue key with placeholders, so that a form can
 * show it in the reader's language: `t(error.details.key, error.details.params)`.
 *
 * @param {FieldLike} field
 * @param {string} key what follows the label, such as 'must be at least {min}'
 * @param {Record<string, string | number>} [params]
 * @param {string} [hint]
 */
export function fieldInvalid(field, key, params = {}, hint) {
  const label = field.label || field.name;
  const text = key.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
  return new AppError('FIELD_INVALID', `${label} ${text}`, {
    status: 422,
    hint,
    details: { field: field.name, key: `{label} ${key}`, params: { label, ...params } },
  });
}
