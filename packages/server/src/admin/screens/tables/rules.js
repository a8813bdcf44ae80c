import { AppError } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { rowLabel } from '../../expressions/try-expression.js';
import { noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { filterText } from './filter-text.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Constraint, SettingsSchema, Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

/** Rows that a new rule does not hold for are named, up to so many. */
const MOST_SHOWN = 5;

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
    if (Object.keys(errors).length) return again(wrongFields(errors));
    if (kind === 'rule' && !form.has('anyway')) {
      const broken = await rowsBreaking(app, req, table, values.rule);
      if (broken) return show(app, req, res, { [kind]: raw }, { ...noErrors(), status: 422 }, broken);
    }
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
 * @param {Awaited<ReturnType<typeof rowsBreaking>>} [broken] rows that the new rule does not hold for
 */
function show(app, req, res, typed, errors, broken = null) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const controls = (/** @type {string} */ kind) =>
    settingsControls(app, req, SCHEMAS[kind], typed[kind] ?? {}, { prefix: `${kind}.`, table, errors: errors.fields });
  return tablePage(app, req, res, table, {
    tab: 'rules',
    template: 'tables/rules',
    errors,
    model: {
      rules: table.constraints.map((rule) => ({ ...rule, text: ruleText(t, table, rule) })),
      unique: controls('unique'),
      check: controls('check'),
      rule: controls('rule'),
      broken,
      action: tableUrl(table.name, 'rules'),
    },
  });
}

/**
 * How many rows that are there a new rule does not hold for, and some of them; null where it holds for all. A rule that
 * can't be read is told of by the edit.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} rule
 */
async function rowsBreaking(app, req, table, rule) {
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const where = { not: { expression: rule } };
  const spec = { table: table.name, select, where, sort: [{ field: 'id' }], limit: MOST_SHOWN, count: 'exact' };
  try {
    const [{ rows, count }] = await app.data.select(req.ctx.actor, [{ spec: /** @type {any} */ (spec), params: {} }]);
    if (!count) return null;
    return {
      text: req.ctx.t(count === 1 ? 'admin.rules.breaksOne' : 'admin.rules.breaks', { count }),
      rows: rows.map((/** @type {any} */ { id, label }) => ({
        label: rowLabel(id, label),
        url: tableUrl(table.name, 'data', String(id)),
      })),
      more: count - rows.length,
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** @param {(key: string, params?: Record<string, unknown>) => string} t @param {Table} table @param {Constraint} rule */
function ruleText(t, table, rule) {
  if (rule.kind === 'rule') return rule.rule;
  if (rule.kind === 'check') return filterText(t, table, rule.where);
  const labels = rule.fields.map((name) => (table.hasField(name) ? table.field(name).label : name));
  return t('admin.rules.uniqueText', { fields: labels.join(' + ') });
}
