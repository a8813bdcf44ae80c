/** @import { Html } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */
import { attrs, html } from '@plinth/plugin';

/** @typedef {{ value: string, label: string }} Choice */

/** How many people the page contains, and how many a search returns; others are found by typing. */
const MOST_LISTED = 50;
const MOST_FOUND = 30;

/**
 * People by a part of their name or address, as options; people with the same name are distinguished by their address.
 *
 * @param {App} app @param {Request} req @param {string} search @param {(id: string) => string} [valueOf]
 * @returns {Promise<Choice[]>}
 */
export async function findPeople(app, req, search, valueOf = (id) => id) {
  const words = search.replaceAll('\0', '').trim().slice(0, 200);
  const limit = words ? MOST_FOUND : MOST_LISTED;
  const { users } = await app.data.people.users.list(req.ctx.actor, { search: words, limit });
  return users.map((user) => ({ value: valueOf(user.id), label: labelOf(user) }));
}

/** Somebody by id, who may not be among the listed people. @param {App} app @param {Request} req @param {string} id */
export async function personLabel(app, req, id) {
  try {
    return labelOf(await app.data.people.users.get(req.ctx.actor, id));
  } catch (/** @type {any} */ error) {
    if (error.code === 'USER_NOT_FOUND') return null;
    throw error;
  }
}

/** @param {{ name: string, email: string }} user */
const labelOf = ({ name, email }) => (name ? `${name} (${email})` : email);

/**
 * A select of people and other options, which a module turns into a combobox that asks the server. Without the module
 * it contains the first people, and a text field beside it finds others when the form is sent.
 *
 * @param {Request} req
 * @param {{ id: string, name: string, chosen: string, groups: { label: string, choices: Choice[] }[], address: string,
 *   find: string, found?: string, more?: Record<string, string | null> }} select
 *   address: for choices; find: name of the text field beside it; found: its value
 * @returns {Html}
 */
export function personSelect({ ctx: { t } }, { id, name, chosen, groups, address, find, found = '', more }) {
  const search = {
    'data-pl-combobox': address,
    'data-pl-none': t('fieldView.noMatch'),
    'data-pl-search': t('fieldView.search'),
  };
  const text = { id: `${id}-find`, name: find, class: 'form-control', type: 'search', maxlength: 200, value: found };
  const options = (/** @type {Choice[]} */ choices) =>
    choices.map(({ value, label }) => html`<option${attrs({ value, selected: value === chosen })}>${label}</option>`);
  return html`<select${attrs({ id, name, class: 'form-select', ...search, ...more })}>${groups
    .filter(({ choices }) => choices.length > 0)
    .map(({ label, choices }) => html`<optgroup label="${label}">${options(choices)}</optgroup>`)}</select
  ><noscript><label class="form-hint" for="${id}-find">${t('fieldView.find')}</label><input${attrs(text)}></noscript>`;
}
