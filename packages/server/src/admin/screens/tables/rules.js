import { createRouter } from '../../../http/router.js';
import { formAlert } from '../../controls.js';
import { noErrors, runEdit } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { filterText } from './filter-text.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Constraint, SettingsSchema, Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.rules', routes };

/** @type {SettingsSchema} */
const UNIQUE = [
  { name: 'fields', type: 'fields', label: 'admin.rules.fields', required: true },
  { name: 'message', type: 'text', label: 'admin.rules.message', help: 'admin.rules.messageHelp' },
];
/** @type {SettingsSchema} */
const CHECK = [
  { name: 'where', type: 'filter', label: 'admin.rules.where', required: true },
  { name: 'message', type: 'text', label: 'admin.rules.message', help: 'admin.rules.messageHelp', required: true },
];
/** @type {SettingsSchema} */
const RULE = [
  { name: 'rule', type: 'expression', result: 'bool', label: 'admin.rules.rule', required: true },
  { name: 'message', type: 'text', label: 'admin.rules.message', help: 'admin.rules.messageHelp', required: true },
  { name: 'fields', type: 'fields', label: 'admin.rules.beside' },
];
const SCHEMAS = /** @type {Record<string, SettingsSchema>} */ ({
  ...{ unique: UNIQUE, check: CHECK, rule: RULE },
});

/** Rules that rows keep: unique over several fields, conditions, expressions. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/rules', (req, res) => show(app, req, res, {}, noErrors()));
  router.post('/:table/rules/:kind', async (req, res, next) => {
    const kind = req.params.kind;
    if (!Object.hasOwn(SCHEMAS, kind)) return next();
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const raw = readSettings(app, req, SCHEMAS[kind], form, { prefix: `${kind}.`, table });
    const again = (/** @type {FormErrors} */ errors) => show(app, req, res, { [kind]: raw }, errors);
    const { values, errors } = checked(SCHEMAS[kind], raw, req.ctx.t, `${kind}.`);
    if (Object.keys(errors).length) return again({ ...noErrors(), status: 422, fields: errors });
    return runEdit(app, req, res, {
      edit: 'add-constraint',
      input: { table: table.name, constraint: { kind, message: '', ...values } },
      form,
      next: tableUrl(table.name, 'rules'),
      again,
    });
  });
  router.post('/:table/rules/:id/delete', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    await runEdit(app, req, res, {
      edit: 'remove-constraint',
      input: { table: table.name, id: req.params.id },
      form: await req.form(),
      next: tableUrl(table.name, 'rules'),
      again: (errors) => show(app, req, res, {}, errors),
    });
  });
  return router;
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} typed @param {FormErrors} errors
 */
function show(app, req, res, typed, errors) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const controls = (/** @type {string} */ kind) =>
    settingsControls(app, req, SCHEMAS[kind], typed[kind] ?? {}, { prefix: `${kind}.`, table, errors: errors.fields });
  return tablePage(app, req, res, table, {
    tab: 'rules',
    template: 'tables/rules',
    status: errors.status,
    model: {
      alert: formAlert(errors),
      rules: table.constraints.map((rule) => ({ ...rule, text: ruleText(t, table, rule) })),
      unique: controls('unique'),
      check: controls('check'),
      rule: controls('rule'),
      action: tableUrl(table.name, 'rules'),
    },
  });
}

/** @param {(key: string, params?: Record<string, unknown>) => string} t @param {Table} table @param {Constraint} rule */
function ruleText(t, table, rule) {
  if (rule.kind === 'rule') return rule.rule;
  if (rule.kind === 'check') return filterText(t, table, rule.where);
  const labels = rule.fields.map((name) => (table.hasField(name) ? table.field(name).label : name));
  return t('admin.rules.uniqueText', { fields: labels.join(' + ') });
}
