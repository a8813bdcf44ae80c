/** @import { AppDocument, Html } from '@plinth/plugin' */
/** @import { Form, Request } from '@plinth/server/types' */
import { attrs, belongsToApps, html, titleOf } from '@plinth/plugin';
import { kindWords } from '../../objects/kind-words.js';
import { partName } from '../../revisions/summary-text.js';

/** What an app offers besides its own tables, views and pages. @typedef {{ part: string, what: string[], isUsual: boolean }[]} Offers */

/** More names than these are counted. */
const MOST_NAMES = 12;
const TABLES = /** @type {any} */ ({ name: 'table', plural: 'tables' });
/** What an app brings in any case, by name. @param {Request} req @param {AppDocument} document @returns {Html} */
export function ownParts({ ctx: { t, app } }, document) {
  const lists = [TABLES, ...app.registry.all('kind').filter(belongsToApps)];
  const lines = lists.flatMap((kind) => {
    const all = /** @type {any} */ (document)[kind.plural] ?? [];
    if (all.length === 0) return [];
    const names = shortened(
      t,
      all.map((/** @type {unknown} */ one) => titleOf(kind, one)),
    );
    return [html`<li><strong>${kindWords(kind, t)}:</strong> <span translate="no">${names}</span></li>`];
  });
  return html`<h2 class="h3">${t('admin.apps.adds')}</h2><ul class="list-unstyled mb-3">${lines}</ul>`;
}

/**
 * What an app can take of the site, each with a box of its own.
 *
 * @param {Request} req @param {{ document: AppDocument, offers: Offers, form: Form | null }} tried
 * @returns {Html | false}
 */
export function partBoxes(req, { document, offers, form }) {
  const { t } = req.ctx;
  if (offers.length === 0) return false;
  const boxes = offers.map((offer) => {
    const { part, isUsual } = offer;
    const id = `f-part-${part}`;
    const isTicked = form?.has('parts') ? form.has(`part.${part}`) : isUsual;
    const { label, help } = wordsOf(req, document, offer);
    const box = { id, type: 'checkbox', name: `part.${part}`, value: '1', checked: isTicked };
    return html`<div class="form-check"><input class="form-check-input"${attrs(box)}><label class="form-check-label" for="${id}">${label}${
      help && html`<span class="d-block text-secondary small">${help}</span>`
    }</label></div>`;
  });
  return html`<input type="hidden" name="parts" value="1"><fieldset class="mb-3"><legend class="h3">${t('admin.apps.parts')}</legend>
    <p class="text-secondary">${t('admin.apps.partsHelp')}</p>${boxes}</fieldset>`;
}

/**
 * @param {Form} form @param {Offers} offers
 * @returns {Record<string, boolean>} empty if the form did not ask
 */
export const chosenParts = (form, offers) =>
  form.has('parts') ? Object.fromEntries(offers.map(({ part }) => [part, form.has(`part.${part}`)])) : {};

/** @param {Request} req @param {AppDocument} document @param {Offers[number]} offer @returns {{ label: string, help?: string }} */
function wordsOf({ ctx: { t, catalog } }, document, { part, what }) {
  const roles = [...catalog.roles, ...(document.roles ?? [])];
  const labelOf = (/** @type {string} */ name) => t(roles.find((role) => role.name === name)?.label ?? name);
  const names = what.map((one) => (part === 'roles' || part === 'home' ? labelOf(one) : t(one)));
  const listed = shortened(t, part === 'settings' ? what.map((one) => partName(one, t)) : names);
  switch (part) {
    case 'name':
      return {
        label: t('admin.apps.part.name', { name: listed }),
        help: t('admin.apps.part.nameHelp', { name: catalog.settings.siteName }),
      };
    case 'look':
      return { label: t('admin.apps.part.look') };
    case 'settings':
      return { label: t('admin.apps.part.settings', { names: listed }) };
    case 'home':
      return { label: t('admin.apps.part.home', { roles: listed }) };
    case 'menu':
      return { label: t('admin.apps.part.menu', { names: listed }) };
    case 'roles':
      return { label: t('admin.apps.part.roles', { names: listed }), help: t('admin.apps.part.rolesHelp') };
    default:
      return { label: t('admin.apps.part.people', { names: listed }), help: t('admin.apps.part.peopleHelp') };
  }
}

/** @param {Request['ctx']['t']} t @param {readonly string[]} names */
export function shortened(t, names) {
  const text = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? t('admin.indexes.more', { fields: text, more: names.length - MOST_NAMES }) : text;
}
