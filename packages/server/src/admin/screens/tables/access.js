import { limitedRoles } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { LEVELS, levelOf, readAccess, readBuilder, RIGHTS } from '../../access/access-form.js';
import { fieldRights, readFieldAccess } from '../../access/field-rights.js';
import { writeRule } from '../../expressions/rule-builder.js';
import { ruleCards, scopeOf, tryRule } from '../../access/rule-cards.js';
import { control } from '../../controls.js';
import { renderAdmin } from '../../page.js';
import { roleLabel } from '../../role-labels.js';
import { expectField, formErrors, noErrors, runEdit } from '../../run-edit.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */
/** @typedef {{ form: Form | null, errors: FormErrors, written: { name: string, rule: string } | null }} State */

export const screen = { path: '/tables', title: 'admin.table.tab.access', routes };

/** Who may do what with the rows of a table. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/access', (req, res) => show(app, req, res, { form: null, errors: noErrors(), written: null }));
  router.post('/:table/access', async (req, res) => {
    const form = await req.form();
    const op = form.get('op') ?? '';
    if (op === 'preview') return showEffect(app, req, res, withBuilt(req, form));
    if (op)
      return show(app, req, res, { form: afterStep(form, op), errors: noErrors(), written: built(req, form, op) });
    const table = req.ctx.catalog.table(req.params.table);
    return runEdit(app, req, res, {
      edit: 'set-access',
      input: inputOf(req, table, form),
      form,
      next: tableUrl(table.name, 'access'),
      again: (errors) => show(app, req, res, { form, errors, written: null }),
    });
  });
  router.post('/:table/access/fields', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    await runEdit(app, req, res, {
      edit: 'set-access',
      input: { table: table.name, fields: readFieldAccess(table, form) },
      form,
      next: tableUrl(table.name, 'access'),
      again: (errors) => show(app, req, res, { form: null, errors, written: null }),
    });
  });
  // Asked while a rule is being typed.
  router.post('/:table/access/try', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const sample = { row: form.get('sample.row') ?? '', user: form.get('sample.user') ?? '' };
    const tried = await tryRule(app, req, table, form.get('rule') ?? '', sample);
    res.html(renderAdmin(app, req, 'tables/access-verdict', { ...tried, refused: null }));
  });
  return router;
}

/** @param {Request} req @param {Table} table @param {Form} form */
const inputOf = (req, table, form) => ({
  table: table.name,
  access: readAccess(req, form),
  owner: form.get('owner') || null,
});

/** The form as it stands after a step of the rule builder. @param {Form} form @param {string} op @returns {Form} */
function afterStep(form, op) {
  const [step, rule = ''] = op.split(':');
  const builder = readBuilder(form);
  const changes = /** @type {Record<string, string>} */ ({});
  if (step === 'build') Object.assign(changes, { 'b.rule': rule, 'b.count': '1', 'b.0.field': '' });
  if (step === 'close' || step === 'write') changes['b.rule'] = '';
  if (step === 'more') changes['b.count'] = String(builder.conditions.length + 1);
  return { ...form, get: (name) => changes[name] ?? form.get(name) };
}

/**
 * The form with the rule that is being put together, where the step that writes it was left out: conditions that
 * somebody chose are what he means.
 *
 * @param {Request} req @param {Form} form @returns {Form}
 */
function withBuilt(req, form) {
  const made = built(req, form, 'write');
  if (!made || form.get(`${made.name}.rule`)?.trim()) return form;
  const name = `${made.name}.rule`;
  const entries = /** @type {[string, string][]} */ ([
    ...form.entries.filter(([one]) => one !== name && one !== 'b.rule'),
    [name, made.rule],
  ]);
  return { ...form, entries, get: (wanted) => entries.find(([one]) => one === wanted)?.[1] ?? null };
}

/** The rule that the builder's conditions make. @param {Request} req @param {Form} form @param {string} op */
function built(req, form, op) {
  if (op !== 'write') return null;
  const { rule: name, joined, conditions } = readBuilder(form);
  const { names } = scopeOf(req, req.ctx.catalog.table(req.params.table));
  const rule = writeRule(conditions, joined, names);
  return rule ? { name, rule } : null;
}

/** @param {App} app @param {Request} req @param {Response} res @param {State} state */
async function show(app, req, res, state) {
  const { t, catalog } = req.ctx;
  const { form, errors } = state;
  const table = catalog.table(req.params.table);
  const owner = form ? form.get('owner') : table.owner;
  return tablePage(app, req, res, table, {
    tab: 'access',
    template: 'tables/access',
    errors,
    scripts: ['rules', 'core-views/js/fields/combobox.js'],
    model: {
      rights: RIGHTS,
      roles: limitedRoles(catalog).map((role) => ({
        ...role,
        inheritsLabel: catalog.roles.find((one) => one.name === role.inherits)?.label ?? null,
        rights: RIGHTS.map((right) => rightModel(table, form, role.name, right)),
      })),
      ...(await ruleCards(app, req, table, state)),
      fields: fieldRights(req, table),
      owner: control({
        name: 'owner',
        label: t('admin.access.ownerField'),
        type: 'select',
        value: owner,
        options: [{ value: '', label: t('admin.none') }, ...ownerChoices(table)],
        help: t('admin.access.ownerHelp'),
        error: errors.fields.owner,
      }),
      expect: expectField(catalog, table.id, form?.get('expect')),
      fieldsExpect: table.fields.map(({ id }) => expectField(catalog, id)),
      action: tableUrl(table.name, 'access'),
    },
  });
}

/** @param {Table} table @param {Form | null} form @param {string} role @param {typeof RIGHTS[number]} right */
function rightModel(table, form, role, right) {
  const name = `${role}.${right}`;
  const level = form ? (form.get(name) ?? 'none') : levelOf(table, role, right).level;
  return { right, name, level, levels: LEVELS[right] };
}

/** What saving would do, before it is done. @param {App} app @param {Request} req @param {Response} res @param {Form} form */
async function showEffect(app, req, res, form) {
  const { t, catalog, actor } = req.ctx;
  const table = catalog.table(req.params.table);
  const input = inputOf(req, table, form);
  try {
    await app.data.preview(actor, 'set-access', input);
  } catch (error) {
    return show(app, req, res, { form, errors: formErrors(error, t), written: null });
  }
  const { access, owner } = input;
  const { counted, roles } = await app.data.access.effect(actor, table.name, { access, owner });
  return tablePage(app, req, res, table, {
    tab: 'access',
    title: t('admin.access.effect'),
    template: 'tables/access-effect',
    model: {
      roles: roles.map((/** @type {any} */ role) => ({ ...role, label: roleLabel(req, role.role) })),
      counted,
      action: tableUrl(table.name, 'access'),
      entries: form.entries.filter(([name]) => name !== 'op' && name !== '_csrf'),
    },
  });
}

/** @param {Table} table */
const ownerChoices = (table) =>
  table.fields.filter((field) => field.target === 'users').map((field) => ({ value: field.name, label: field.label }));
