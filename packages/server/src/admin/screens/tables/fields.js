import { createRouter } from '../../../http/router.js';
import { formErrors, noErrors, revisionId, runEdit, wrongFields } from '../../run-edit.js';
import { withDone } from '../../toast.js';
import { fieldControls, fillControl, readField } from './field-form.js';
import { tablePage, tableUrl } from './table-page.js';
import { typeGroups } from './type-picker.js';

/** @import { Field, FieldType, Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.fields', routes };

/** The fields of a table in their order, and a new one in place. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table', (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    res.redirect(tableUrl(table.name, req.query.has('at') ? 'fields' : 'data'));
  });
  router.get('/:table/fields', (req, res) => showFields(app, req, res));
  router.get('/:table/new-field', (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    return showNew(app, req, res, table, app.registry.fieldType(req.query.get('type') ?? 'text'), null, noErrors());
  });
  router.post('/:table/new-field', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const type = app.registry.fieldType(form.get('type') ?? 'text');
    const again = (/** @type {FormErrors} */ errors) => showNew(app, req, res, table, type, form, errors);
    const { input, errors } = readField(app, req, { table, field: null, type, form });
    if (Object.keys(errors).length) return again(wrongFields(errors));
    return runEdit(app, req, res, {
      edit: 'add-field',
      input: { table: table.name, field: input, fill: form.get('fill') || undefined },
      form,
      next: `${tableUrl(table.name, 'fields')}`,
      again,
    });
  });
  router.post('/:table/fields/:field/move', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const input = {
      table: table.name,
      field: req.params.field,
      to: placeOf(table, req.params.field, form.get('to') === 'up' ? -1 : 1),
    };
    try {
      const result = await app.data.edit(req.ctx.author, 'move-field', input);
      res.redirect(withDone(tableUrl(table.name, 'fields'), revisionId(result)));
    } catch (error) {
      res.flash(formErrors(error, req.ctx.t).message, 'danger');
      res.redirect(tableUrl(table.name, 'fields'));
    }
  });
  return router;
}

/**
 * Where a field goes among all fields when it moves by one among those that people see: the automatic ones stand apart.
 *
 * @param {Table} table @param {string} name @param {-1 | 1} step
 */
function placeOf(table, name, step) {
  const own = table.fields.filter(isOwn);
  const neighbour = own[own.indexOf(table.field(name)) + step] ?? table.field(name);
  return table.fields.indexOf(neighbour);
}

/** Fields that somebody made, formulas too. @param {Field} field */
const isOwn = (field) => !field.auto || Boolean(field.formula);

/** @param {App} app @param {Request} req @param {Response} res */
function showFields(app, req, res) {
  const table = req.ctx.catalog.table(req.params.table);
  const own = table.fields.filter(isOwn);
  return tablePage(app, req, res, table, {
    tab: 'fields',
    template: 'tables/fields',
    model: {
      groups: typeGroups(app, req),
      fields: own.map((field, i) => ({
        ...lineOf(app, req, table, field),
        first: i === 0,
        last: i === own.length - 1,
      })),
      automatic: table.fields.filter((field) => !isOwn(field)).map((field) => lineOf(app, req, table, field)),
    },
  });
}

/** @param {App} app @param {Request} req @param {Table} table @param {Field} field */
function lineOf(app, req, table, field) {
  const type = app.registry.has('fieldType', field.type) ? app.registry.fieldType(field.type) : null;
  return {
    ...field,
    url: tableUrl(table.name, 'fields', field.name),
    typeLabel: req.ctx.t(type?.label ?? field.type),
    typeIcon: type?.icon ?? 'alert-triangle',
    display: field.name === table.display,
    owner: field.name === table.owner,
  };
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {FieldType} type
 * @param {Form | null} form @param {FormErrors} errors
 */
function showNew(app, req, res, table, type, form, errors) {
  const { t } = req.ctx;
  return tablePage(app, req, res, table, {
    tab: 'fields',
    title: t('admin.field.newOf', { type: t(type.label) }),
    icon: type.icon,
    template: 'tables/new-field',
    errors,
    model: {
      type,
      fill:
        errors.code === 'FIELD_HAS_EMPTY' || form?.has('fill')
          ? fillControl(t, form?.get('fill'), errors.fields.fill)
          : null,
      controls: fieldControls(app, req, { table, field: null, type, form, errors: errors.fields }),
      cancel: tableUrl(table.name, 'fields'),
    },
  });
}
