/** @import { App, Request } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { searchName } from '@plinth/views';

/** More than anybody fills in at once; limits the statements. */
const MOST_CONTROLS = 10;
const MOST = 20;
const LONGEST = 200;
const MARK = searchName('');

/** @typedef {NonNullable<import('@plinth/plugin').RenderEnv['found']>} Found */
/** @typedef {Record<string, string | string[]>} Posted */

/**
 * Searches the choices of controls for users without scripts: next to a long list is a search box, sent with the form.
 * Only for controls that the user may see.
 *
 * @param {App} app
 * @param {Request} req
 * @param {Plan} plan
 * @param {Iterable<[string, string | string[]]>} given by control name
 * @returns {Promise<Found | null>} null: nothing was searched for
 */
export async function lookUpChoices(app, req, plan, given) {
  const { actor } = req.ctx;
  /** @type {Found} */
  const found = {};
  for (const [name, texts] of given) {
    const words = [texts].flat()[0]?.trim().slice(0, LONGEST) ?? '';
    if (!name.endsWith(MARK) || words === '' || Object.keys(found).length >= MOST_CONTROLS) continue;
    const control = name.slice(0, -MARK.length);
    const asked = plan.choicesOf(control, actor);
    if (!asked) continue;
    const choices = await app.data.rows.choices(actor, asked.table, asked.field, { search: words, limit: MOST });
    found[control] = { words, choices };
  }
  return Object.keys(found).length > 0 ? found : null;
}

/**
 * Uses the choice if exactly one matches; otherwise the form is shown again with the matches in the list. A choice made
 * in that list counts.
 *
 * @param {Found} found @param {Posted} values what was posted @param {(control: string) => boolean} isMany
 * @param {import('@plinth/plugin').Translate} t
 * @returns {{ values: Posted, errors: Record<string, string> }}
 */
export function takeFound(found, values, isMany, t) {
  /** @type {Posted} */
  const taken = Object.assign(Object.create(null), values);
  /** @type {Record<string, string>} */
  const errors = {};
  for (const [control, { words, choices }] of Object.entries(found)) {
    const chosen = [values[control] ?? []].flat().filter((value) => value !== '');
    if (choices.some(({ value }) => chosen.includes(String(value)))) continue;
    const exact = choices.filter(({ label }) => label.toLowerCase() === words.toLowerCase());
    const fitting = exact.length > 0 ? exact : choices;
    const key = String(fitting[0]?.value ?? '');
    if (fitting.length === 1) taken[control] = isMany(control) ? [...chosen, key] : key;
    else errors[control] = t(fitting.length > 0 ? 'delivered.find.several' : 'delivered.find.none', { words });
  }
  return { values: taken, errors };
}
