/** @import { Form } from '../../types.d.ts' */

/**
 * The value of a text that others may change meanwhile. `was` is sent along as `was.<name>`: the value when the form
 * was opened, or, once the user has been told about a conflict, the current value.
 *
 * @param {Form | null} form
 * @param {string} name
 * @param {string} now
 * @param {string} [code] of the error shown in the form
 * @returns {{ value: string, was: string | undefined }}
 */
export function outdatable(form, name, now, code = '') {
  const was = form?.get(`was.${name}`) ?? undefined;
  const typed = form?.get(name) ?? now;
  if (form && code !== 'CHANGED_MEANWHILE') return { value: typed, was };
  return { value: typed === was ? now : typed, was: now };
}

/**
 * The values that a posted form was opened with, as far as it includes them.
 *
 * @param {Form} form
 * @param {readonly string[]} names
 * @returns {Record<string, string>}
 */
export function seenIn(form, names) {
  const told = names.filter((name) => form.has(`was.${name}`));
  return Object.fromEntries(told.map((name) => [name, form.get(`was.${name}`) ?? '']));
}
