/** @import { Html } from '@plinth/plugin' */
/** @import { Form, Request } from '../../types.d.ts' */
import { attrs, html } from '@plinth/plugin';
import { partsFor } from '../../frame/index.js';

/** @typedef {{ kind?: string, name: string, label: string, more?: string[] }} AppRightOf */
/** What an app can do, as `apps.check` lists it. @typedef {{ right: string, of: AppRightOf[] }[]} AppRights */

/** @type {Record<string, string>} */
const ICONS = {
  publicRows: 'table',
  publicPages: 'world',
  publicFunctions: 'function',
  system: 'shield-check',
  callers: 'code',
  sql: 'database-search',
  tables: 'arrows-right-left',
  unnamed: 'help-circle',
  parts: 'arrows-right-left',
  code: 'arrows-right-left',
  addresses: 'api',
  triggers: 'bolt',
  hosts: 'world-upload',
  secrets: 'key',
  mails: 'mail',
  messages: 'bell',
  packages: 'package',
};

/**
 * What an app can do, to be read before it is installed.
 *
 * @param {Request} req @param {{ rights: AppRights, reviewed: string }} check @returns {Html | false}
 */
export function rightsList(req, { rights, reviewed }) {
  const { t, icon } = partsFor(req);
  if (rights.length === 0) return false;
  const lines = rights.map(({ right, of }) => {
    const names = of.map((one) => `${t(one.label)}${moreOf(t, right, one)}`);
    return html`<li class="d-flex gap-2 mb-1"><span class="text-secondary">${icon(ICONS[right])}</span>
      <div><strong>${t(`admin.apps.right.${right}`)}:</strong> <bdi><span translate="no">${names.join(', ')}</span></bdi></div></li>`;
  });
  return html`<h2 class="h3">${t('admin.apps.rights')}</h2><ul class="list-unstyled mb-3">${lines}</ul>
    <input type="hidden" name="reviewed" value="${reviewed}">`;
}

/**
 * Where what runs as the system may go, with a box for each table outside of the app that the app names.
 *
 * @param {Request} req @param {{ rights: AppRights, form: Form | null }} tried @returns {Html | false}
 */
export function reachBoxes({ ctx: { t, catalog } }, { rights, form }) {
  const found = new Map(rights.map(({ right, of }) => [right, of]));
  const isAll = found.has('sql');
  if (!isAll && !found.has('system') && !found.has('tables')) return false;
  const boxes = [
    ...(found.get('tables') ?? [])
      .filter(({ name }) => name !== 'users')
      .map(({ name, label }) => ({ name, label: t(label), help: '' })),
    { name: 'users', label: catalog.table('users').label, help: t('admin.apps.reachUsersHelp') },
    ...(isAll ? [{ name: '*', label: t('admin.apps.reachAll'), help: t('admin.apps.reachAllHelp') }] : []),
  ].map(({ name, label, help }, i) => {
    const box = {
      id: `f-reach-${i}`,
      type: 'checkbox',
      name: 'reach',
      value: name,
      checked: form?.all('reach').includes(name),
    };
    return html`<div class="form-check"><input class="form-check-input"${attrs(box)}><label class="form-check-label" for="f-reach-${i}">${label}${
      help && html`<span class="d-block text-secondary small">${help}</span>`
    }</label></div>`;
  });
  return html`<fieldset class="mb-3"><legend class="h3">${t('admin.apps.reach')}</legend>
    <p class="text-secondary">${t('admin.apps.reachAsk')}</p>${boxes}</fieldset>`;
}

/** @param {Form} form @returns {string[] | 'all'} */
export function chosenReach(form) {
  const names = form.all('reach');
  return names.includes('*') ? 'all' : names;
}

/** @param {Request['ctx']['t']} t @param {string} right @param {AppRightOf} one */
function moreOf(t, right, { more, label }) {
  if (right === 'publicRows')
    return ` (${(more ?? []).map((operation) => t(`admin.apps.may.${operation}`)).join(', ')})`;
  if (right === 'hosts') return label === '*' || more ? ` (${t('admin.apps.anyHost')})` : '';
  if (right === 'secrets')
    return ` (${more?.length ? t('admin.apps.toHosts', { hosts: more.join(', ') }) : t('admin.apps.anyHost')})`;
  return '';
}
