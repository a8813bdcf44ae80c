import { html } from '@plinth/plugin';
import { formTag, partsFor } from '../../frame/index.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { Field } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** A field in the list of a table: one function a column. */

/** Fields that somebody created, including calculated ones. @param {Field} field */
export const isOwn = (field) => !field.auto || ['formula', 'number', 'function'].includes(field.auto);

/** @param {Request} req @param {Field} field */
export function fieldName(req, { name, label, description }) {
  const table = tableOf(req);
  const called = table.system ? label : html`<a href="${urlOf(req, name)}">${label}</a>`;
  return html`${called} <code class="text-secondary fw-normal">${name}</code>${
    description && html`<div class="text-secondary fw-normal small">${description}</div>`
  }`;
}

/** @param {Request} req @param {Field} field */
export function typeOfField(req, { type, target }) {
  const { icon, label } = typeShown(req, type);
  const leads = target && html` → <a href="${tableUrl(target, 'fields')}">${target}</a>`;
  return html`${partsFor(req).icon(icon)} ${label}${leads}`;
}

/** @param {Request} req @param {Field} field */
export function fieldMarks(req, { name, required, unique, formula }) {
  const { t, badge } = partsFor(req);
  const { display, owner } = tableOf(req);
  return html`<div class="adm-badges">${formula && html`<code class="text-secondary">= ${formula}</code>`}${
    required && badge(t('admin.field.required'))
  }${unique && badge(t('admin.field.unique'))}${
    name === display && badge(t('admin.field.display'), 'bg-primary-lt')
  }${name === owner && badge(t('admin.access.owner'))}</div>`;
}

/** @param {Request} req @param {Field} field */
export function fieldButtons(req, field) {
  const table = tableOf(req);
  if (table.system) return '';
  const { t, icon } = partsFor(req);
  const own = table.fields.filter(isOwn);
  const says = { name: field.label };
  const url = urlOf(req, field.name);
  const move = (/** @type {string} */ to, /** @type {string} */ key, /** @type {Field | undefined} */ last) =>
    html`<button class="btn btn-icon btn-sm btn-ghost-secondary" name="to" value="${to}"${field === last && html` disabled`} aria-label="${t(key, says)}">${icon(`arrow-${to}`)}</button>`;
  return html`${formTag(
    { class: 'd-inline', action: `${url}/move` },
    html`${move('up', 'admin.moveUp', own[0])}${move('down', 'admin.moveDown', own.at(-1))}`,
  )}
    <a class="btn btn-icon btn-sm btn-ghost-secondary" href="${url}" aria-label="${t('admin.editNamed', says)}">${icon('pencil')}</a><a
      class="btn btn-icon btn-sm btn-ghost-danger" href="${url}/delete" aria-label="${t('admin.deleteNamed', says)}">${icon('trash')}</a>`;
}

/** The fields that every table has. @param {Request} req */
export function automaticFields(req) {
  const { t, icon } = partsFor(req);
  const fields = tableOf(req).fields.filter((field) => !isOwn(field));
  return html`<details class="adm-more"><summary>${t('admin.field.automatic', { count: fields.length })}</summary>
  <p class="text-secondary">${t('admin.field.automaticHelp')}</p>
  <ul class="adm-uses list-unstyled">${fields.map(
    ({ type, label, name }) =>
      html`<li>${icon(typeShown(req, type).icon)} ${label} <code class="text-secondary">${name}</code></li>`,
  )}</ul></details>`;
}

/** @param {Request} req @param {string} name */
const urlOf = (req, name) => tableUrl(tableOf(req).name, 'fields', name);

/** The type may be of a plugin that is disabled. @param {Request} req @param {string} name */
function typeShown({ ctx: { app, t } }, name) {
  const type = app.registry.has('fieldType', name) ? app.registry.fieldType(name) : null;
  return { label: t(type?.label ?? name), icon: type?.icon ?? 'alert-triangle' };
}
