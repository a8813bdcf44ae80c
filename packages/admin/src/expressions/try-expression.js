/** @import { Values } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */
/** @import { Where } from './places.js' */
import { dayAt, evaluate, readExpression, toJson, unknownChoices } from '@plinth/expressions';
import { AppError, errorText } from '@plinth/plugin';
import { typeText } from './completion.js';
import { scopeOf } from './places.js';

const MOST_SAMPLES = 30;
const CARRIED = ['id', 'roles', 'groups', 'signedIn', 'name', 'email'];

/**
 * Rows to try an expression with, newest first.
 *
 * @param {App} app @param {Request} req @param {string | null} name of the table
 */
export async function sampleRows(app, req, name) {
  const { actor, catalog } = req.ctx;
  if (!name || !catalog.hasTable(name)) return [];
  const table = catalog.table(name);
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const spec = { table: name, select, sort: [{ field: 'id', descending: true }], limit: MOST_SAMPLES };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  return rows.map((/** @type {Values} */ { id, label }) => ({ value: String(id), label: rowLabel(id, label) }));
}

/** @param {string | number} id @param {unknown} label */
export function rowLabel(id, label) {
  const text = typeof label === 'string' || typeof label === 'number' ? String(label) : '';
  return text === '' || text === String(id) ? `#${id}` : `${text.slice(0, 60)} (${String(id).slice(0, 8)})`;
}

/**
 * The result of an expression for a row, or what is wrong with it and where.
 *
 * @param {App} app @param {Request} req @param {Where} where @param {{ source: string, row: string | null }} asked
 */
export async function tryExpression(app, req, where, { source, row }) {
  const { t, catalog } = req.ctx;
  try {
    const scope = scopeOf(req, where);
    const expression = readExpression(source, scope);
    const type = typeText(t, catalog, expression.type);
    const warnings = unknownChoices(expression.tree, scope).map((one) => choiceWarning(t, one));
    const needsRow = scope.table && (Object.keys(expression.reads.fields).length > 0 || hasLists(expression));
    // Nothing happened that it could be tried with.
    const isOfEvent = Object.keys(scope.variables ?? {}).some((name) => new RegExp(`\\b${name}\\b`).test(source));
    if (isOfEvent || (needsRow && !row)) return { type, value: undefined, error: null, warnings };
    // Profile fields of the user are read together with their row.
    const [table, id] = needsRow ? [where.table, row] : ['users', req.ctx.actor.userId];
    const asks = needsRow || expression.user.some((name) => !CARRIED.includes(name));
    const value = asks ? await ofRow(app, req, table, source, id) : withoutRow(req, expression);
    return { type, value: value === undefined ? undefined : shown(t, value), error: null, warnings };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, hint } = errorText(error, t);
    return { type: '', value: undefined, warnings: [], error: { message, hint, ...marked(source, error.details) } };
  }
}

/** @param {Request['ctx']['t']} t @param {ReturnType<typeof unknownChoices>[number]} unknown */
function choiceWarning(t, { field, value }) {
  const options = /** @type {{ value: string }[]} */ (field.attributes.options ?? []);
  const choices = options.slice(0, MOST_SAMPLES).map((one) => `"${one.value}"`);
  return t('admin.expression.noChoice', { field: field.label, value, choices: choices.join(', ') });
}

/** @param {import('@plinth/expressions').Expression} expression */
const hasLists = ({ reads }) => Object.keys(reads.lists).length > 0;

/**
 * Through the gate, as the current user.
 *
 * @param {App} app @param {Request} req @param {string | null} table @param {string} source @param {string | null} row
 */
async function ofRow(app, req, table, source, row) {
  const select = [{ as: 'value', expression: source }];
  const [{ rows }] = await app.data.select(req.ctx.actor, [
    { spec: { table, select, where: { field: 'id', op: 'eq', value: row }, limit: 1 }, params: {} },
  ]);
  return rows.length === 0 ? undefined : (rows[0].value ?? null);
}

/** @param {Request} req @param {import('@plinth/expressions').Expression} expression */
function withoutRow({ ctx: { actor, catalog } }, { tree, type }) {
  const { userId, roles, groups = [], name = null, email = null } = actor;
  const timeZone = catalog.settings.timeZone ?? 'UTC';
  const now = BigInt(Date.now()) * 1000n;
  const user = { id: userId, roles, groups, signedIn: userId !== null, name, email };
  return toJson(evaluate(tree, { row: null, user, now, today: dayAt(now, timeZone), timeZone }), type);
}

/**
 * The value of a default before anything is filled in; nothing if it depends on other fields.
 *
 * @param {Request} req @param {string} source
 */
export function defaultNow(req, source) {
  try {
    return withoutRow(req, readExpression(source, { catalog: req.ctx.catalog, table: null }));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** @param {Request['ctx']['t']} t @param {unknown} value @returns {{ text: string, holds: boolean | null }} */
function shown(t, value) {
  if (typeof value === 'boolean') return { text: t(value ? 'admin.yes' : 'admin.no'), holds: value };
  if (value === null || value === '') return { text: t('admin.expression.nothing'), holds: null };
  return { text: Array.isArray(value) ? value.join(', ') : String(value), holds: null };
}

/** The text in three parts, the middle one being the error. @param {string} source @param {any} details */
function marked(source, details) {
  const { start, end } = details ?? {};
  if (typeof start !== 'number' || start >= source.length) return { parts: null };
  return {
    parts: [
      source.slice(0, start),
      source.slice(start, Math.max(end, start + 1)),
      source.slice(Math.max(end, start + 1)),
    ],
  };
}
