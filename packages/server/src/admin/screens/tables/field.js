import { createRouter } from '../../../http/router.js';
import { expectField, formErrors, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { usesOf } from '../../references.js';
import { fieldControls, fillControl, readField } from './field-form.js';
import { tablePage, tableUrl } from './table-page.js';
import { typeGroups } from './type-picker.js';

/** @import { Field, FieldType, Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.field.one', routes };

/**
 * One field: its settings, another type (rows that can't be converted are named before anything happens), removal.
 *
 * @param {App} app @returns {Routes}
 */
function routes(app) {
  const router = createRouter();
  router.get('/:table/fields/:field', (req, res) => {
    const { table, field } = found(req);
    const type = app.registry.fieldType(req.query.get('type') ?? field.type);
    return showField(app, req, res, { table, field, type, form: null, errors: noErrors(), blocked: null });
  });
  router.post('/:table/fields/:field', (req, res) => saveField(app, req, res));
  router.get('/:table/fields/:field/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:table/fields/:field/delete', async (req, res) => {
    const { table, field } = found(req);
    await runEdit(app, req, res, {
      edit: 'remove-field',
      input: { table: table.name, field: field.name },
      form: await req.form(),
      next: tableUrl(table.name, 'fields'),
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/** @param {Request} req */
function found(req) {
  const table = req.ctx.catalog.table(req.params.table);
  return { table, field: table.field(req.params.field) };
}

/** @param {App} app @param {Request} req @param {Response} res */
async function saveField(app, req, res) {
  const { table, field } = found(req);
  const form = await req.form();
  const type = app.registry.fieldType(form.get('type') ?? field.type);
  const model = { table, field, type, form };
  const again = (/** @type {FormErrors} */ errors, /** @type {any} */ blocked = null) =>
    showField(app, req, res, { ...model, errors, blocked });
  // The button beside the type select only shows the other type's form.
  if (form.has('refresh')) return showField(app, req, res, { ...model, errors: noErrors(), blocked: null });
  const { input, errors } = readField(app, req, model);
  if (Object.keys(errors).length) return again(wrongFields(errors));
  const work = {
    table: table.name,
    field: field.name,
    changes: changesOf(field, input),
    discard: form.has('discard'),
    fill: form.get('fill') || undefined,
  };
  if (!form.has('discard')) {
    try {
      const { blocked } = await app.data.preview(req.ctx.actor, 'change-field', work);
      if (blocked?.count) return again({ ...noErrors(), status: 422 }, blocked);
    } catch (error) {
      return again(formErrors(error, req.ctx.t));
    }
  }
  return runEdit(app, req, res, {
    edit: 'change-field',
    input: work,
    form,
    next: tableUrl(table.name, 'fields'),
    again,
  });
}

/**
 * What the form changes: the history tells that and no more, and a label that Plinth gave and nobody touched stays as it
 * is stored, not in the language of the form.
 *
 * @param {Field} field @param {Record<string, any>} input
 */
function changesOf(field, input) {
  // Another type has other attributes, also where they look the same.
  if (input.type !== undefined && input.type !== field.type) return input;
  const before = /** @type {Record<string, any>} */ (field);
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ table: Table, field: Field, type: FieldType, form: Form | null, errors: FormErrors, blocked: any }} model
 */
function showField(app, req, res, { table, field, type, form, errors, blocked }) {
  return tablePage(app, req, res, table, {
    tab: 'fields',
    title: field.label,
    icon: type.icon,
    template: 'tables/field',
    errors,
    model: {
      field,
      type,
      groups: typeGroups(app, req),
      blocked: blocked && blockedModel(req, table, type, form, blocked),
      controls: fieldControls(app, req, { table, field, type, form, errors: errors.fields }),
      expect: expectField(req.ctx.catalog, field.id, form?.get('expect')),
      action: tableUrl(table.name, 'fields', field.name),
      cancel: tableUrl(table.name, 'fields'),
    },
  });
}

/**
 * Rows that stand in the way, with the way out: a value for those that have none, or emptying what can't be kept.
 *
 * @param {Request} req @param {Table} table @param {FieldType} type @param {Form | null} form @param {any} blocked
 */
function blockedModel({ ctx: { t } }, table, type, form, blocked) {
  const { code, count, samples = [], canEmpty } = blocked;
  return {
    canEmpty,
    text: t(`admin.blocked.${code}`, { count, type: t(type.label) }),
    fill: code === 'FIELD_HAS_EMPTY' ? fillControl(t, form?.get('fill')) : null,
    samples: samples.map((/** @type {any} */ { id, value }) => ({
      id,
      value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      url: id ? tableUrl(table.name, 'data', String(id)) : null,
    })),
  };
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { table, field } = found(req);
  const { t, catalog } = req.ctx;
  const own = `${table.label}: ${field.label}`;
  return tablePage(app, req, res, table, {
    tab: 'fields',
    title: t('admin.deleteNamed', { name: field.label }),
    icon: 'trash',
    template: 'confirm-delete',
    errors,
    model: {
      help: t('admin.field.deleteHelp', { name: field.label, table: table.label }),
      uses: usesOf(
        app,
        catalog,
        (one) => one.kind === 'field' && one.table === table.name && one.name === field.name,
      ).filter((use) => use.label !== own),
      expect: expectField(catalog, field.id),
      action: tableUrl(table.name, 'fields', field.name, 'delete'),
      cancel: tableUrl(table.name, 'fields'),
    },
  });
}
