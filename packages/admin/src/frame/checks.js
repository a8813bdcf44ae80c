/** @import { Form } from '@plinth/server/types' */

/**
 * What checks were opened with, for showing the form again.
 *
 * @param {Form | null} form @param {string} name
 * @returns {string[] | undefined}
 */
export const shownChecks = (form, name) => form?.all(`shown.${name}`).filter((value) => value !== '');

/**
 * Applies submitted checks to a list that somebody else may have changed since the form was opened: only what was
 * ticked or unticked counts. Without knowing what the form was opened with, the whole list is replaced.
 *
 * @param {Form} form @param {string} name @param {readonly string[]} now the current list
 * @returns {string[]}
 */
export function changedChecks(form, name, now) {
  const ticked = form.all(name).filter(Boolean);
  const shown = form.all(`shown.${name}`);
  if (shown.length === 0) return ticked;
  return [
    ...now.filter((one) => ticked.includes(one) || !shown.includes(one)),
    ...ticked.filter((one) => !now.includes(one) && !shown.includes(one)),
  ];
}
