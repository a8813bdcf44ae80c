/** @import { Form } from '../types.d.ts' */

/**
 * What a form shows and carries of a text that others may change meanwhile: `was` goes along as `was.<name>`. A form that
 * comes back tells what it was opened with, until its reader has been told of the change: then his own texts stand
 * against what is there now.
 *
 * @param {Form | null} form @param {string} name @param {string} now @param {string} [code] of the error with which it comes back
 * @returns {{ value: string, was: string | undefined }}
 */
export function outdatable(form, name, now, code = '') {
  const was = form?.get(`was.${name}`) ?? undefined;
  const typed = form?.get(name) ?? now;
  if (form && code !== 'CHANGED_MEANWHILE') return { value: typed, was };
  return { value: typed === was ? now : typed, was: now };
}

/** What a posted form was opened with, as far as it tells. @param {Form} form @param {readonly string[]} names @returns {Record<string, string>} */
export function seenIn(form, names) {
  const told = names.filter((name) => form.has(`was.${name}`));
  return Object.fromEntries(told.map((name) => [name, form.get(`was.${name}`) ?? '']));
}
