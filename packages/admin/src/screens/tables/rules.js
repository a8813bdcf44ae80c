import { AppError, html } from '@plinth/plugin';
import { expression, fields, filter, text } from '@plinth/plugin/settings';
import {
  ALERT,
  listPage,
  listScreen,
  noErrors,
  partsFor,
  readChecked,
  readSettings,
  routed,
  saves,
  settingsControls,
} from '../../frame/index.js';
import { rowLabel } from '../../expressions/try-expression.js';
import { filterText } from './filter-text.js';
import { tableList, tableOf, tableUrl } from './table-page.js';

/** @import { Constraint, SettingsSchema, Table } from '@plinth/plugin' */
/** @import { Form, FormErrors, Outcome, Request, Tried } from '../../types.d.ts' */

/** How many rows that violate a new rule are named. */
const MOST_SHOWN = 5;

const message = (required = true) =>
  text('message', 'admin.rules.message', { help: 'admin.rules.messageHelp', required });
const SCHEMAS = /** @type {Record<string, SettingsSchema>} */ ({
  unique: [fields('fields', 'admin.rules.fields', { required: true }), message(false)],
  check: [filter('where', 'admin.rules.where', { required: true }), message()],
  rule: [
    expression('rule', 'admin.rules.rule', { result: 'bool', required: true }),
    message(),
    fields('fields', 'admin.rules.beside'),
  ],
  function: [
    { name: 'function', type: 'function', label: 'admin.kind.function', required: true },
    fields('fields', 'admin.rules.beside', { help: 'admin.rules.functionBesideHelp' }),
  ],
});
const ICONS = /** @type {Record<string, string>} */ ({
  unique: 'fingerprint',
  rule: 'math-function',
  function: 'function',
});

const LIST = tableList('rules', {
  icon: 'shield-check',
  empty: 'admin.rules.empty',
  of: (req) => tableOf(req).constraints,
  list: (req, rules) => rules.map((rule) => lineOf(req, rule)),
  above: () => ALERT,
  below: forms,
  posts: {
    '/:table/rules/:id/delete': (req) => {
      const { name } = tableOf(req);
      return { edit: 'remove-constraint', input: { table: name, id: req.params.id }, next: tableUrl(name, 'rules') };
    },
  },
});

/** Rules for rows: unique over several fields, conditions, expressions. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.rules',
  routes: routed({
    ...listScreen(LIST),
    'POST /:table/rules/:kind': [
      (req, _res, next) => next(Object.hasOwn(SCHEMAS, req.params.kind) ? undefined : 'route'),
      saves(add, (req, { errors, ...tried }) =>
        listPage(LIST, req, { ...tried, errors: under(`${req.params.kind}.`, errors) }),
      ),
    ],
  }),
};

/** Errors by the names of a form's controls, also those of the edit. @param {string} prefix @param {FormErrors} errors @returns {FormErrors} */
const under = (prefix, { fields, ...errors }) => ({
  ...errors,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [name.startsWith(prefix) ? name : prefix + name, said]),
  ),
});

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function add(req, form) {
  const { kind } = req.params;
  const table = tableOf(req);
  const { values, wrong } = readChecked(req, SCHEMAS[kind], form, { prefix: `${kind}.`, table });
  if (wrong) return { errors: wrong };
  const isAsked = kind === 'rule' && !form.has('anyway');
  const broken = isAsked ? await rowsBreaking(req, table, values.rule) : null;
  if (broken) return { errors: { ...noErrors(), status: 422 }, broken };
  const constraint = { kind, message: '', ...values };
  return { edit: 'add-constraint', input: { table: table.name, constraint }, next: tableUrl(table.name, 'rules') };
}

/** @param {Request} req @param {Constraint} rule */
function lineOf(req, rule) {
  const { icon, line, bin } = partsFor(req);
  const table = tableOf(req);
  const name = ruleText(req.ctx, table, rule);
  const said = rule.message && html`<div class="text-secondary">${rule.message}</div>`;
  return line(
    html`${icon(ICONS[rule.kind] ?? 'shield-check')}<div class="flex-fill"><strong>${name}</strong>${said}</div>${bin(tableUrl(table.name, 'rules', rule.id, 'delete'), name)}`,
  );
}

/** One for each kind of rule. @param {Request} req @param {Tried} tried broken: rows that violate the new rule */
function forms(req, { form: typed, errors, broken }) {
  const { t, form } = partsFor(req);
  const table = tableOf(req);
  const add = (/** @type {string} */ kind, /** @type {string} */ heading, /** @type {unknown} */ more) => {
    const options = { prefix: `${kind}.`, table, errors: errors.fields };
    const values = typed && req.params.kind === kind ? readSettings(req, SCHEMAS[kind], typed, options) : {};
    return form({
      class: 'card mb-3',
      action: tableUrl(table.name, 'rules', kind),
      heading: t(heading),
      submit: t('admin.rules.add'),
      alert: false,
      controls: html`<p class="text-secondary">${t(`admin.rules.${kind}Help`)}</p>
        ${settingsControls(req, SCHEMAS[kind], values, options)}${more}`,
    });
  };
  const hasFunctions = req.ctx.catalog.functions.length > 0;
  return html`<div class="row"><div class="col-lg-6">${add('unique', 'admin.rules.newUnique', null)}</div>
    <div class="col-lg-6">${add('check', 'admin.rules.newCheck', null)}</div>
    <div class="col-12">${add('rule', 'admin.rules.newRule', broken && breaking(req, broken))}</div>
    <div class="col-12">${hasFunctions ? add('function', 'admin.rules.newFunction', null) : noFunctions(req)}</div></div>`;
}

/** Where a function is made that judges rows. @param {Request} req */
function noFunctions(req) {
  const { t, icon } = partsFor(req);
  return html`<section class="card mb-3"><div class="card-header"><h2 class="card-title">${t('admin.rules.newFunction')}</h2></div>
    <div class="card-body"><p class="text-secondary">${t('admin.rules.functionHelp')}</p>
    <a class="btn" href="/admin/functions/~new">${icon('plus')} ${t('admin.functions.new')}</a></div></section>`;
}

/** @param {Request} req @param {NonNullable<Awaited<ReturnType<typeof rowsBreaking>>>} broken */
function breaking({ ctx: { t } }, { text, rows, more }) {
  return html`<div class="alert alert-warning" role="alert" tabindex="-1" data-adm-focus><div class="flex-fill">
    <div class="fw-medium">${text}</div>
    <ul>${rows.map(({ url, label }) => html`<li><a href="${url}">${label}</a></li>`)}${
      more > 0 && html`<li>${t('admin.rules.breaksMore', { count: more })}</li>`
    }</ul><p>${t('admin.rules.breaksHelp')}</p>
    <button class="btn btn-warning" name="anyway" value="1">${t('admin.rules.anyway')}</button></div></div>`;
}

/**
 * How many existing rows violate a new rule, and some of them; null if none does. The edit reports a rule that can't be
 * parsed.
 *
 * @param {Request} req @param {Table} table @param {string} rule
 */
async function rowsBreaking(req, table, rule) {
  const { app, actor, t } = req.ctx;
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const where = { not: { expression: rule } };
  const spec = { table: table.name, select, where, sort: [{ field: 'id' }], limit: MOST_SHOWN, count: 'exact' };
  try {
    const [{ rows, count }] = await app.data.select(actor, [{ spec: /** @type {any} */ (spec), params: {} }]);
    if (!count) return null;
    return {
      text: t('admin.rules.breaks', { count: Number(count) }),
      rows: rows.map(({ id, label }) => ({
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

/** @param {Pick<Request['ctx'], 't' | 'catalog'>} context @param {Table} table @param {Constraint} rule */
function ruleText({ t, catalog }, table, rule) {
  if (rule.kind === 'rule') return rule.rule;
  if (rule.kind === 'function') {
    const fn = catalog.functions.find(({ name }) => name === rule.function);
    return t('admin.rules.functionText', { name: fn?.label || rule.function });
  }
  if (rule.kind === 'check') return filterText(t, table, rule.where);
  const labels = rule.fields.map((name) => (table.hasField(name) ? table.field(name).label : name));
  return t('admin.rules.uniqueText', { fields: labels.join(' + ') });
}
