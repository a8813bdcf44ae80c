import { deletion, expectField, noErrors, routed, saves, shows } from '../../frame/index.js';
import { fieldControls, fillControl, readField } from './field-form.js';
import { lacksChoices, madeChoices, SHOWN } from './made-choices.js';
import { recalculationCard } from './recalculate.js';
import { rewriteNote, rewriteRoutes, rewriteUrl } from './rewrite.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';
import { typeGroups } from './type-picker.js';

/** @import { Field, FieldType, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** One field: its settings, another type (rows that can't be converted are shown beforehand), removal. */
export const screen = {
  path: '/tables',
  title: 'admin.field.one',
  routes: routed({
    'GET /:table/fields/:field': shows(show),
    'POST /:table/fields/:field': saves(save, show),
    ...rewriteRoutes,
    ...deletion('/:table/fields/:field/delete', (req) => {
      const table = tableOf(req);
      const { id, name, label } = table.field(req.params.field);
      const fields = tableUrl(table.name, 'fields');
      return {
        edit: 'remove-field',
        input: { table: table.name, field: name },
        id,
        label,
        next: fields,
        cancel: fields,
        url: tableUrl(table.name, 'fields', name),
        crumbs: [],
        help: req.ctx.t('admin.field.deleteHelp', { name: label, table: table.label }),
        points: (one) => one.kind === 'field' && one.table === table.name && one.name === name,
        own: (use) => use.label === `${table.label}: ${label}`,
        within: (page) => tablePage(req, table, { tab: 'fields', ...page }),
      };
    }),
  }),
};

/**
 * The selected type, or the current one.
 *
 * @param {Request} req @param {Field} field @param {Form | null} form
 * @returns {FieldType}
 */
const typeOf = ({ ctx: { app }, query }, field, form) =>
  app.registry.fieldType((form ? form.get('type') : query.get('type')) ?? field.type);

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save(req, form) {
  const { app, actor } = req.ctx;
  const table = tableOf(req);
  const field = table.field(req.params.field);
  // The button beside the type select only shows the other type's form.
  if (form.has('refresh')) return { errors: noErrors() };
  const type = typeOf(req, field, form);
  // Nobody has seen the choices yet.
  if (lacksChoices(req, { table, field, type, form })) return { errors: noErrors() };
  const { input, wrong } = readField(app, req, { table, field, type, form });
  if (wrong) return { errors: wrong };
  const work = {
    table: table.name,
    field: field.name,
    changes: changesOf(field, input),
    discard: form.has('discard'),
    fill: form.get('fill') || undefined,
  };
  const { blocked } = work.discard ? { blocked: null } : await app.data.preview(actor, 'change-field', work);
  if (blocked?.count) return { errors: { ...noErrors(), status: 422 }, blocked };
  return { edit: 'change-field', input: work, next: tableUrl(table.name, 'fields') };
}

/**
 * The form's changes: only they appear in the history, and an untouched label from Plinth stays as stored, not in the
 * form's language.
 *
 * @param {Field} field @param {Values} input
 */
function changesOf(field, input) {
  // Another type has other attributes, even if they look the same.
  if (input.type !== undefined && input.type !== field.type) return input;
  const before = /** @type {Values} */ (field);
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** @param {Request} req @param {Tried} tried blocked: rows that prevent the change @returns {Promise<AdminPage>} */
async function show(req, { form, errors, blocked }) {
  const { app, catalog } = req.ctx;
  const table = tableOf(req);
  const field = table.field(req.params.field);
  const type = typeOf(req, field, form);
  const made = await madeChoices(req, { table, field, type, form });
  // Of a large table only the edit itself knows.
  const unfit = made ? made.blocked : (blocked ?? errors.blocked);
  const isLarge = await app.data.rewrites.isLarge(table);
  return tablePage(req, table, {
    tab: 'fields',
    title: field.label,
    icon: type.icon,
    template: 'tables/field',
    errors: made?.errors.message ? made.errors : errors.blocked ? { ...noErrors(), status: errors.status } : errors,
    scripts: isLarge ? ['import'] : [],
    model: {
      field,
      type,
      groups: typeGroups(app, req),
      blocked: unfit && blockedModel(req, table, type, form, unfit),
      choices: made?.text,
      shown: made || form?.has(SHOWN) ? { name: SHOWN, type: type.name } : null,
      controls: fieldControls(app, req, { table, field, type, form, made: made?.attributes, errors: errors.fields }),
      expect: expectField(catalog, field.id, form?.get('expect')),
      action: tableUrl(table.name, 'fields', field.name),
      cancel: tableUrl(table.name, 'fields'),
      running: isLarge ? rewriteUrl(table) : undefined,
      rewrite: await rewriteNote(req, table),
      recalculation: field.function ? recalculationCard(req, table, field) : null,
    },
  });
}

/**
 * Rows that prevent the change, with solutions: a value for those without one, or emptying values that can't be
 * converted.
 *
 * @param {Request} req @param {Table} table @param {FieldType} type @param {Form | null} form @param {any} blocked
 */
function blockedModel(req, table, type, form, blocked) {
  const { t } = req.ctx;
  const { code, count, samples = [], canEmpty } = blocked;
  return {
    canEmpty,
    text: t(`admin.blocked.${code}`, { count, type: t(type.label) }),
    fill: code === 'FIELD_HAS_EMPTY' ? fillControl(req, form) : null,
    samples: samples.map((/** @type {Values} */ { id, value }) => ({
      id,
      value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      url: id ? tableUrl(table.name, 'data', String(id)) : null,
    })),
  };
}
