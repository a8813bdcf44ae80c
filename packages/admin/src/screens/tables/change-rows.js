import { errorText, html } from '@plinth/plugin';
import { exactText, MOST_TOGETHER, tooMany, undoOffer } from '@plinth/server/pages';
import { noErrors, openForm, routed, saves, shows, wrongFields } from '../../frame/index.js';
import { countFound, foundIds } from './found-rows.js';
import { assetsOf, choicesIn, editableFields, readRow, rowControls } from './row-form.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Table, Values } from '@plinth/plugin' */
/** @import { App, Form, FormErrors, Outcome, Request, Response, Shown, Tried } from '../../types.d.ts' */
/**
 * @typedef {{ ids: string[], found: number | null, field: string, how: string, query: string,
 *   typed: Values | null }}
 *   Change
 *   `found`: instead of `ids`, all rows that the grid finds, and how many were shown; `query`: of the grid
 */

/** What is done with the field: it is emptied only if that was chosen. */
const WAYS = Object.freeze(['set', 'clear']);
/** Rows that a message names. */
const MOST_NAMED = 5;

/** Sets one value for the rows selected in the grid, or for all that it finds: first the field, then the value. */
export const screen = {
  path: '/tables',
  title: 'admin.grid.change',
  routes: routed({ 'GET /:table/change': shows(open), 'POST /:table/change': saves(change, showAgain) }),
};

/** @param {Request} req @param {Tried} tried @param {Response} res */
function open(req, { errors }, res) {
  const { query } = req;
  const ids = query.getAll('id');
  const found = query.has('all') ? 0 : null;
  const asked = { ids, found, field: query.get('field') ?? '', how: 'set', query: query.get('query') ?? '' };
  if (ids.length > 0 || found !== null) return show(req, res, { ...asked, typed: null }, errors);
  res.flash(req.ctx.t('admin.grid.chooseRows'), 'danger');
  return backTo(req.params.table, asked.query);
}

/** @param {Request} req @param {Tried} tried @param {Response} res */
function showAgain(req, { form, errors }, res) {
  const posted = /** @type {Form} */ (form);
  return show(req, res, { ...askedIn(posted), typed: { ...posted.values } }, errors);
}

/** A field may be named id, but none has a dot in its name. @param {Form} form */
const askedIn = (form) => ({
  ids: form.all('for.id'),
  found: form.has('for.all') ? Number(form.get('for.all')) : null,
  field: form.get('for.field') ?? '',
  how: form.get('for.how') ?? 'set',
  query: form.get('for.query') ?? '',
});

/** Only the query of a grid, whatever was sent. @param {string} table @param {string} query */
const backTo = (table, query) => tableUrl(table, 'data') + (query.startsWith('?') ? query : '');

/** @param {Request} req @param {Response} res @param {Change} change @param {FormErrors} errors @returns {Promise<Shown>} */
async function show(req, res, { ids, found: shown, field: name, how, query, typed }, errors) {
  const { app, t } = req.ctx;
  const table = tableOf(req);
  const found = shown === null ? null : await countFound(app, req, table, query);
  if (found !== null && found > MOST_TOGETHER) {
    const { message, hint } = errorText(tooMany(), t);
    res.flash(`${message}. ${hint}`, 'danger');
    return backTo(table.name, query);
  }
  const fields = changeable(app, table);
  const field = fields.find((one) => one.name === name) ?? fields[0];
  const { controls } = await rowControls(app, req, table, {
    id: null,
    values: typed ?? {},
    errors: errors.fields,
    only: field ? [field] : [],
  });
  return tablePage(req, table, {
    tab: 'data',
    title: t('admin.grid.change'),
    template: 'tables/change-rows',
    errors,
    // Another field is chosen without another page.
    ...assetsOf(app, table, fields),
    model: {
      action: tableUrl(table.name, 'change'),
      back: backTo(table.name, query),
      fields: fields.map(({ name: value, label }) => ({ value, label })),
      rows: found === null ? ids.map((id) => ['id', id]) : [['all', String(found)]],
      remove: found === null ? null : tableUrl(table.name, 'data', 'delete'),
      found,
      count: found ?? ids.length,
      ways: field && !field.required ? WAYS.map((value) => ({ value, label: t(`admin.grid.how.${value}`) })) : null,
      how,
      query,
      controls,
      field: field?.name,
    },
  });
}

/** Several rows must not share a unique value. @param {App} app @param {Table} table */
const changeable = (app, table) =>
  editableFields(app, table).filter((field) => !field.unique && !field.traits.isUnique);

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function change(req, form) {
  const { app, t } = req.ctx;
  const table = tableOf(req);
  if (form.has('for.shown')) return { errors: noErrors() };
  const asked = askedIn(form);
  const clears = asked.how === 'clear' && !table.field(asked.field).required;
  const values = clears ? { [asked.field]: null } : await readOne(app, req, table, form, asked.field);
  if (!clears && isNothing(values[asked.field])) return { errors: nothingGiven(req, table, asked.field) };
  const ids = asked.found === null ? asked.ids : await foundIds(app, req, table, asked.query, asked.found);
  if (clears && !form.has('for.sure')) return askClear(req, table, asked, ids.length);
  const actor = req.ctx.changing();
  const brought = clears ? [] : choicesIn(app, table, form).filter(({ field }) => field === asked.field);
  await app.data.rows.bringChoices(actor, { table: table.name, id: ids[0], values }, brought);
  const { done, errors } = await app.data.rows.updateMany(actor, table.name, ids, values);
  // A value that no row accepts is corrected here; rows that refuse it are listed above the others.
  if (errors.length > 0 && done.length === 0) throw errors[0].error;
  const next = backTo(table.name, asked.query);
  const undo = await undoOffer(req);
  if (errors.length === 0) return { next, said: t('admin.grid.changed', { count: done.length }), undo };
  const first = errorText(errors[0].error, t).message;
  const which = errors.slice(0, MOST_NAMED).map((/** @type {{ id: unknown }} */ { id }) => id);
  const keys = which.join(', ') + (errors.length > which.length ? ' …' : '');
  return {
    next,
    said: `${t('admin.grid.notChanged', { count: errors.length })} ID ${keys}: ${first}`,
    kind: 'danger',
    undo,
  };
}

/** @param {unknown} value */
const isNothing = (value) => [value ?? ''].flat().every((one) => String(one).trim() === '');

/** @param {Request} req @param {Table} table @param {string} field @returns {FormErrors} */
function nothingGiven({ ctx: { t } }, table, field) {
  const text = table.field(field).required ? 'delivered.rows.enter' : 'delivered.rows.enterOrClear';
  return wrongFields({ [field]: t(text) });
}

/**
 * Asks before a field is emptied, counted and by name.
 *
 * @param {Request} req @param {Table} table @param {ReturnType<typeof askedIn>} asked @param {number} count
 */
function askClear(req, table, { ids, found, field, query }, count) {
  const { t } = req.ctx;
  const button = t('delivered.rows.clear', { field: table.field(field).label, what: exactText(req, table, count) });
  const rows = found === null ? ids.map((id) => ['for.id', id]) : [['for.all', String(found)]];
  const kept = [...rows, ['for.field', field], ['for.query', query], ['for.how', 'clear'], ['for.sure', '1']];
  const hidden = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return tablePage(req, table, {
    tab: 'data',
    title: t('delivered.rows.sure', { button }),
    body: html`${openForm({ class: 'card adm-form', action: tableUrl(table.name, 'change') })}<div class="card-body">${hidden}
      <p>${t(table.history ? 'delivered.rows.clearHelp' : 'deletion.unkept')}</p>
      <div class="btn-list"><button class="btn btn-danger">${button}</button><a class="btn" href="${backTo(table.name, query)}">${t('admin.cancel')}</a></div></div></form>`,
  });
}

/**
 * A control that sends nothing (no box ticked) means no value.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {Form} form @param {string} name
 */
async function readOne(app, req, table, form, name) {
  const field = table.field(name);
  const { [field.name]: value = null } = await readRow(app, req, table, form);
  return { [field.name]: value };
}
