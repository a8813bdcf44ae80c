import { html } from '@plinth/plugin';
import { partsFor } from '../../frame/index.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { App, Request } from '../../types.d.ts' */

const GROUPS = ['text', 'number', 'choice', 'time', 'relation', 'file', 'other'];

/**
 * The field types by group, for the picker and for the select of the field screen.
 *
 * @param {App} app @param {Request} req
 * @returns {{ name: string, label: string, types: { name: string, label: string, icon: string }[] }[]}
 */
export function typeGroups(app, { ctx: { t } }) {
  const types = app.registry.all('fieldType');
  return GROUPS.map((name) => ({
    name,
    label: t(`admin.typeGroup.${name}`),
    types: types
      .filter((type) => type.group === name)
      .map((type) => ({ name: type.name, label: t(type.label), icon: type.icon })),
  })).filter((group) => group.types.length > 0);
}

/** The types of fields to add; the form of the chosen one takes its place. @param {Request} req */
export function typePicker(req) {
  const { t, icon } = partsFor(req);
  const url = tableUrl(tableOf(req).name, 'new-field');
  const choice = (/** @type {{ name: string, label: string, icon: string }} */ type) => {
    const form = `${url}?type=${type.name}`;
    return html`<li><a class="btn btn-sm" href="${form}" hx-get="${form}" hx-target="#add" hx-select="#add" hx-swap="outerHTML">
        ${icon(type.icon)} ${type.label}</a></li>`;
  };
  return html`<section class="card mb-3" id="add" aria-labelledby="add-title">
  <div class="card-header"><h2 class="card-title" id="add-title">${icon('plus')} ${t('admin.field.add')}</h2></div>
  <div class="card-body adm-types">${typeGroups(req.ctx.app, req).map(
    ({ label, types }) => html`<div><h3 class="subheader">${label}</h3><ul>${types.map(choice)}</ul></div>`,
  )}</div></section>`;
}
