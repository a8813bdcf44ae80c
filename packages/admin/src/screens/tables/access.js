import { limitedRoles, phrase } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import {
  does,
  expectField,
  formErrors,
  noErrors,
  renderAdmin,
  roleLabel,
  routed,
  saves,
  settingsControls,
  shows,
  wrongFields,
} from '../../frame/index.js';
import { freeName } from '../../objects/names.js';
import { LEVELS, levelKey, levelOf, readAccess, readBuilder, RIGHTS } from '../../access/access-form.js';
import { closedOpenings, openingEdits } from '../../access/sharing-gaps.js';
import { fieldRights, readFieldAccess } from '../../access/field-rights.js';
import { writeRule } from '../../expressions/rule-builder.js';
import { ruleCards, scopeOf, tryRule } from '../../access/rule-cards.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, FormErrors, Outcome, Request, Tried } from '../../types.d.ts' */

/** Chosen instead of a field: one is added. No field can have this name. */
const NEW_OWNER = '+';

/** Who may do what with the rows of a table. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.access',
  routes: routed({
    'GET /:table/access': shows(show),
    'POST /:table/access': saves(save, show),
    'POST /:table/access/fields': saves(
      (req, form) => {
        const table = tableOf(req);
        const input = { table: table.name, fields: readFieldAccess(table, form) };
        return { edit: 'set-access', input, next: tableUrl(table.name, 'access') };
      },
      (req, { errors }) => show(req, { form: null, errors }),
    ),
    'POST /:table/access/try': does(tryWhileTyped),
  }),
};

/** @param {Request} req @param {Form} form @returns {Outcome | Promise<Outcome>} */
function save(req, form) {
  const op = form.get('op') ?? '';
  if (lacksOwner(form, op))
    return { errors: wrongFields({ owner: req.ctx.t('admin.access.ownerNeeded') }), step: form };
  if (op === 'preview') return showEffect(req, withBuilt(req, form));
  if (op) return { errors: noErrors(), step: afterStep(form, op), written: built(req, form, op) };
  const table = tableOf(req);
  const input = inputOf(req, table, form);
  const opened = openedToo(req, table, form, input.access);
  const next = tableUrl(table.name, 'access');
  const field = form.get('owner') === NEW_OWNER ? ownerToAdd(req, table) : null;
  if (field) input.owner = field.name;
  if (opened.length === 0 && !field) return { edit: 'set-access', input, next };
  const says =
    opened.length > 0
      ? phrase`Share "${table.label}" with its views and pages`
      : phrase`Change who may use "${table.label}"`;
  const first = field ? [{ edit: 'add-field', input: { table: table.name, field } }] : [];
  return { edit: 'batch', input: { edits: [...first, { edit: 'set-access', input }, ...opened] }, says, next };
}

/** Whether rights name own rows although no row can have an owner. @param {Form} form @param {string} op */
const lacksOwner = (form, op) =>
  (op === 'preview' || op === '') &&
  !form.get('owner') &&
  form.entries.some(([name, value]) => value === 'own' && /\.(read|update|delete)$/.test(name));

/** @param {Request} req @param {Table} table */
const ownerToAdd = ({ ctx: { t } }, table) => ({
  name: freeName('owner', (name) => table.hasField(name)),
  label: t('admin.access.owner'),
  type: 'user',
});

/** Views and pages that the same step opens to roles. @param {Request} req @param {Table} table @param {Form} form @param {Values} access */
function openedToo({ ctx: { app, catalog } }, table, form, access) {
  const roles = new Set(form.all('open'));
  /** @type {Map<string, import('../../access/sharing-gaps.js').Opening & { added: string[] }>} */
  const byName = new Map();
  for (const { role, closed } of closedOpenings({ catalog, registry: app.registry }, table, access)) {
    if (!roles.has(role.name)) continue;
    for (const one of closed) {
      const key = `${one.kind} ${one.name}`;
      const known = byName.get(key) ?? { ...one, added: [] };
      known.added.push(role.name);
      byName.set(key, known);
    }
  }
  return openingEdits([...byName.values()]);
}

/** Requested while a rule is being typed. @param {Request} req @param {Form} form */
async function tryWhileTyped(req, form) {
  const sample = { row: form.get('sample.row') ?? '', user: form.get('sample.user') ?? '' };
  const tried = await tryRule(req.ctx.app, req, tableOf(req), form.get('rule') ?? '', sample);
  return renderAdmin(req, 'tables/access-verdict', { ...tried, refused: null });
}

/** @param {Request} req @param {Table} table @param {Form} form */
const inputOf = (req, table, form) => ({
  table: table.name,
  access: readAccess(req, form),
  owner: form.get('owner') === NEW_OWNER ? null : form.get('owner') || null,
});

/** The form after a step of the rule builder. @param {Form} form @param {string} op @returns {Form} */
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
 * The form with the rule being built, in case the step that writes it was left out: selected conditions are what the
 * user means.
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

/** The rule from the builder's conditions. @param {Request} req @param {Form} form @param {string} op */
function built(req, form, op) {
  if (op !== 'write') return null;
  const { rule: name, joined, conditions } = readBuilder(form);
  const { names } = scopeOf(req, tableOf(req));
  const rule = writeRule(conditions, joined, names);
  return rule ? { name, rule } : null;
}

/**
 * @param {Request} req @param {Tried} tried step: the form after a step of the builder; written: the rule that it wrote
 * @returns {Promise<AdminPage>}
 */
async function show(req, { form: posted, errors, step, written = null }) {
  const { app, catalog } = req.ctx;
  const form = step ?? posted;
  const table = tableOf(req);
  const owner = form ? form.get('owner') : table.owner;
  return tablePage(req, table, {
    tab: 'access',
    template: 'tables/access',
    errors,
    scripts: ['rules', 'core-views/js/fields/combobox.js'],
    model: {
      levelKey,
      rights: RIGHTS,
      roles: limitedRoles(catalog).map((role) => ({
        ...role,
        inheritsLabel: catalog.roles.find((one) => one.name === role.inherits)?.label ?? null,
        rights: RIGHTS.map((right) => rightModel(table, form, role.name, right)),
      })),
      ...(await ruleCards(app, req, table, { form, errors, written })),
      fields: fieldRights(req, table),
      owner: settingsControls(req, [ownerSetting(table)], { owner }, { errors: errors.fields }),
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

/** The effect of saving, before it is saved. @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function showEffect(req, form) {
  const { app, t, actor, catalog } = req.ctx;
  const table = tableOf(req);
  const input = inputOf(req, table, form);
  const { access, owner } = input;
  try {
    await app.data.preview(actor, 'set-access', input);
  } catch (error) {
    return { errors: formErrors(error, t), step: form };
  }
  const { counted, roles } = await app.data.access.effect(actor, table.name, { access, owner });
  return tablePage(req, table, {
    tab: 'access',
    title: t('admin.access.effect'),
    template: 'tables/access-effect',
    model: {
      roles: roles.map((role) => ({ ...role, label: roleLabel(req, role.role) })),
      counted,
      action: tableUrl(table.name, 'access'),
      closed: closedOpenings({ catalog, registry: app.registry }, table, access),
      entries: form.entries.filter(([name]) => name !== 'op' && name !== '_csrf' && name !== 'open'),
    },
  });
}

/** @param {Table} table */
function ownerSetting({ fields }) {
  const people = fields.filter(({ target }) => target === 'users');
  const known = people.map(({ name, label }) => ({ value: name, label }));
  const options = [...known, { value: NEW_OWNER, label: 'admin.access.ownerAdd' }];
  return select('owner', 'admin.access.ownerField', options, { help: 'admin.access.ownerHelp', none: 'admin.none' });
}
