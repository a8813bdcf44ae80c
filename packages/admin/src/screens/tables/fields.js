import { html } from '@plinth/plugin';
import {
  ALERT,
  column,
  listScreen,
  openForm,
  partsFor,
  revisionId,
  routed,
  saves,
  shows,
  tries,
  withDone,
} from '../../frame/index.js';
import { fieldControls, fillControl, readField } from './field-form.js';
import { automaticFields, fieldButtons, fieldMarks, fieldName, isOwn, typeOfField } from './field-line.js';
import { tableList, tableOf, tablePage, tableUrl } from './table-page.js';
import { typePicker } from './type-picker.js';

/** @import { FieldType, Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const LIST = listScreen(
  tableList('fields', {
    icon: 'columns-3',
    empty: 'admin.field.empty',
    of: (req) => tableOf(req).fields.filter(isOwn),
    columns: (req) => [
      column('admin.field.one', (field) => fieldName(req, field)),
      { label: 'admin.type', cell: (field) => typeOfField(req, field), class: 'text-nowrap', plain: true },
      { label: 'admin.field.marks', cell: (field) => fieldMarks(req, field), hidden: true },
      {
        label: 'admin.actions',
        cell: (field) => fieldButtons(req, field),
        hidden: true,
        class: 'text-end text-nowrap',
      },
    ],
    style: 'mb-3',
    below: (req) => html`${!tableOf(req).system && typePicker(req)}${automaticFields(req)}`,
  }),
);

/** The fields of a table in their order, and adding one. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.fields',
  routes: routed({
    'GET /:table': shows((req) => tableUrl(tableOf(req).name, req.query.has('at') ? 'fields' : 'data')),
    ...LIST,
    'GET /:table/new-field': shows(showNew),
    'POST /:table/new-field': saves(add, showNew),
    'POST /:table/fields/:field/move': tries(move, (req) => tableUrl(tableOf(req).name, 'fields')),
  }),
};

/** @param {Request} req @param {Form | null} form @returns {FieldType} */
const typeOf = ({ ctx: { app }, query }, form) =>
  app.registry.fieldType((form ? form.get('type') : query.get('type')) ?? 'text');

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add(req, form) {
  const table = tableOf(req);
  const { input: field, wrong } = readField(req.ctx.app, req, { table, field: null, type: typeOf(req, form), form });
  if (wrong) return { errors: wrong };
  const input = { table: table.name, field, fill: form.get('fill') || undefined };
  return { edit: 'add-field', input, next: tableUrl(table.name, 'fields') };
}

/** @param {Request} req @param {Form} form @returns {Promise<string>} */
async function move(req, form) {
  const { app, author } = req.ctx;
  const table = tableOf(req);
  const { field } = req.params;
  const to = placeOf(table, field, form.get('to') === 'up' ? -1 : 1);
  const result = await app.data.edit(author, 'move-field', { table: table.name, field, to });
  return withDone(tableUrl(table.name, 'fields'), revisionId(result));
}

/**
 * Where a field moves among all fields if it moves by one among those shown: automatic fields are listed separately.
 *
 * @param {Table} table @param {string} name @param {-1 | 1} step
 */
function placeOf(table, name, step) {
  const own = table.fields.filter(isOwn);
  const neighbour = own[own.indexOf(table.field(name)) + step] ?? table.field(name);
  return table.fields.indexOf(neighbour);
}

/**
 * The form of a new field, which takes the place of the list of types.
 *
 * @param {Request} req @param {Tried} tried
 * @returns {AdminPage}
 */
function showNew(req, { form, errors }) {
  const { app, t } = req.ctx;
  const table = tableOf(req);
  const type = typeOf(req, form);
  const { icon, saveButtons } = partsFor(req);
  const title = t('admin.field.newOf', { type: t(type.label) });
  const action = tableUrl(table.name, 'new-field');
  // As a page, it has the title above it.
  const isPart = String(req.headers['hx-target'] ?? '').endsWith('#add');
  const head = isPart && html`<div class="card-header"><h2 class="card-title">${icon(type.icon)} ${title}</h2></div>`;
  const isAsked = errors.code === 'FIELD_HAS_EMPTY' || form?.has('fill');
  return tablePage(req, table, {
    tab: 'fields',
    title,
    icon: type.icon,
    errors,
    body: html`<section class="card adm-form" id="add" aria-label="${title}">${head}${openForm({ class: 'card-body', action, attrs: { 'hx-post': action, 'hx-target': '#main', 'hx-select': '#main', 'hx-select-oob': '#toasts', 'hx-swap': 'outerHTML' } })}${ALERT}
      <input type="hidden" name="type" value="${type.name}">${isAsked && fillControl(req, form, errors.fields)}
      ${fieldControls(app, req, { table, field: null, type, form, errors: errors.fields })}
      ${saveButtons(t('admin.field.add'), tableUrl(table.name, 'fields'))}</form></section>`,
  });
}
