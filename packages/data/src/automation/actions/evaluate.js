/** @import { Expression, Row } from '@plinth/expressions' */
/** @import { Actor, AskedField, Catalog, EventField, QuerySpec, Table, Values } from '@plinth/plugin' */
/** @import { Evaluated } from '../../rules/expressions/fill-texts.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Select } from '../../gate/rows/read-within.js' */
import {
  converts,
  dayAt,
  evaluate,
  fromJson,
  keyType,
  readExpression,
  recordType,
  toJson,
  typeOfField,
} from '@plinth/expressions';
import { AppError, askedRecord, createCache, memoize, phrase } from '@plinth/plugin';
import { needsMore, usesVariable } from '../../rules/expressions/beside-row.js';
import { isUnlimited, readableField } from '../../rules/rights/index.js';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { failOn } from '../../rules/expressions/not-convertible.js';

/** Statements are compiled once for each spec. */
const SPECS = { max: 2000 };
const specsOf = memoize(
  (/** @type {Catalog} */ _) => /** @type {import('@plinth/plugin').Cache<string, QuerySpec>} */ (createCache(SPECS)),
);

/**
 * The values of expressions. Fields that the actor may not read are empty.
 *
 * @param {{ catalog: () => Catalog, clock?: () => Date }} context
 */
export function createEvaluate({ catalog, clock = () => new Date() }) {
  /**
   * @param {Select} select @param {Actor} actor @param {About} about @param {readonly string[]} sources
   * @returns {Promise<Evaluated[]>}
   * @throws {AppError} EXPRESSION_INVALID, ROW_NOT_FOUND
   */
  return async function evaluateAll(select, actor, about, sources) {
    if (sources.length === 0) return [];
    const snapshot = catalog();
    const expressions = readAll(sources, scopeOf(snapshot, about), actor);
    const inSql = about.table !== null && about.id !== null && !about.isGone;
    // The database has neither the old row nor the event, so these expressions are evaluated here.
    const here = expressions.map(
      (expression) =>
        !inSql || usesVariable(expression) || (converts(expression.tree) && !needsMore(expression, inSql)),
    );
    const row = inSql ? await readRow(specsOf(snapshot), select, { actor, about, expressions, here }) : {};
    const rows = { old: oldRow(snapshot, actor, about), event: eventRow(about), input: inputRow(about) };
    const env = { ...envOf(snapshot, actor, clock()), rows };
    return expressions.map((expression, i) => {
      const { tree, type } = expression;
      if (!here[i]) return { value: row[`e${i}`] ?? null, type };
      refuseUnread(expression, inSql);
      const current = inSql ? loaded(expression, row, i) : oldRow(snapshot, actor, about);
      return { value: toJson(evaluate(tree, { ...env, row: current }), type), type };
    });
  };
}

/**
 * @param {readonly string[]} sources @param {Parameters<typeof readExpression>[1]} scope @param {Actor} actor
 * @returns {Expression[]}
 * @throws {AppError} EXPRESSION_INVALID; who may not see all fields learns nothing of them
 */
function readAll(sources, scope, actor) {
  try {
    return sources.map((source) => readExpression(source, scope));
  } catch (error) {
    if (!(error instanceof AppError) || isUnlimited(actor)) throw error;
    throw new AppError('EXPRESSION_INVALID', 'An expression of this action can no longer be used', {
      status: 422,
      cause: error,
      hint: 'Ask an admin: they can see the cause',
    });
  }
}

/** What expressions of steps may name. @param {Catalog} catalog @param {Pick<About, 'table' | 'old' | 'event' | 'input'>} about */
export const scopeOf = (catalog, { table, old, event, input }) => ({
  catalog,
  table,
  variables: {
    ...(table && old !== undefined && { old: { name: /** @type {const} */ ('row'), table: table.name } }),
    ...(event?.fields.length && { event: recordType(event.fields) }),
    ...(input?.fields.length && { input: askedRecord(input.fields) }),
  },
});

/** What happened, as expressions see it. @param {About} about @returns {Row} */
const eventRow = ({ event }) =>
  Object.fromEntries(
    (event?.fields ?? []).map(({ name, type }) => [name, fromJson(event?.values[name] ?? null, { name: type })]),
  );

/** What was asked for, as expressions see it. @param {About} about @returns {Row} */
function inputRow({ input }) {
  const { of } = /** @type {Values} */ (askedRecord(input?.fields ?? []));
  return Object.fromEntries(
    Object.entries(of).map(([name, type]) => [name, fromJson(input?.values[name] ?? null, type)]),
  );
}

/**
 * @param {ReturnType<typeof specsOf>} specs @param {Select} select
 * @param {{ actor: Actor, about: About, expressions: Expression[], here: boolean[] }} asked
 */
async function readRow(specs, select, { actor, about: { table, id }, expressions, here }) {
  const { name } = /** @type {Table} */ (table);
  /** @type {any[]} */
  const columns = [];
  for (const [i, { source, reads }] of expressions.entries()) {
    if (here[i]) columns.push(...Object.keys(reads.fields).map((field, n) => ({ as: `e${i}_${n}`, field })));
    else columns.push({ as: `e${i}`, expression: source, strict: true });
  }
  const spec = specs.getOrMake(`${name} ${JSON.stringify(columns)}`, () => ({
    table: name,
    limit: 1,
    select: [{ as: 'id', field: 'id' }, ...columns],
    where: { field: 'id', op: 'eq', value: { param: 'id' } },
  }));
  const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
  if (rows.length === 0) throw rowNotFound();
  return rows[0];
}

/** @param {Expression} expression @param {Record<string, any>} row @param {number} i @returns {Row} */
const loaded = ({ reads }, row, i) =>
  Object.fromEntries(
    Object.entries(reads.fields).map(([path, type], n) => [path, fromJson(row[`e${i}_${n}`] ?? null, type)]),
  );

/**
 * The row before the change, with the fields that the actor may read.
 *
 * @param {Catalog} catalog @param {Actor} actor @param {About} about @returns {Row | null}
 */
function oldRow(catalog, actor, { table, old = null }) {
  if (!table || !old) return null;
  const known = table.fields.filter((field) => Object.hasOwn(old, field.name) && readableField(actor, table, field));
  return Object.fromEntries(
    known.flatMap((field) => {
      const found = typeOfField(field, catalog);
      if (!found || found.name === 'rows') return [];
      const type = found.name === 'row' ? keyType(found.table, catalog) : found;
      return [[field.name, fromJson(type.name === 'duration' ? secondsOf(old[field.name]) : old[field.name], type)]];
    }),
  );
}

/** An interval as PostgreSQL writes it. @param {unknown} value */
function secondsOf(value) {
  const [, minus, hours, minutes, seconds] = /^(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(String(value)) ?? [];
  if (hours === undefined) return null;
  return (minus ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/**
 * @param {Expression} expression @param {boolean} hasRow
 * @throws {AppError} EXPRESSION_INVALID for what is not known where expressions with variables are evaluated
 */
function refuseUnread(expression, hasRow) {
  if (!needsMore(expression, hasRow)) return;
  const { source } = expression;
  throw new AppError('EXPRESSION_INVALID', phrase`"${source}" can't use related rows or a profile here`, {
    status: 422,
    hint: 'Use fields of the row itself, or another step for each condition',
    details: { source },
  });
}

/** @param {Catalog} catalog @param {Actor} actor @param {Date} moment */
function envOf(catalog, actor, moment) {
  const { userId, roles, groups = [], name = null, email = null } = actor;
  const timeZone = catalog.settings.timeZone ?? 'UTC';
  const now = BigInt(moment.getTime()) * 1000n;
  const user = { id: userId, roles, groups, signedIn: userId !== null, name, email };
  return { user, now, today: dayAt(now, timeZone), timeZone, fail: failOn };
}
