/** @import { FieldLike } from '@plinth/plugin' */
import { AppError, Phrase } from '@plinth/plugin';

/**
 * The error for a value that a field can't accept. The text is a catalogue key with placeholders, so that `errorText`
 * translates it.
 *
 * @param {FieldLike} field
 * @param {string} key what follows the label, such as 'must be at least {min}'
 * @param {Record<string, string | number>} [params]
 * @param {string} [hint]
 */
export function fieldInvalid(field, key, params = {}, hint) {
  const label = field.label || field.name;
  return new AppError('FIELD_INVALID', new Phrase(`{label} ${key}`, { label, ...params }), {
    status: 422,
    hint,
    details: { field: field.name },
  });
}
