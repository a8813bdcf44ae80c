/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Filter, Table } from '@plinth/plugin' */
import { LIMITS, commentsTopic, parseCursor } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { openTable } from '../rows/open-table.js';
import { invalidQuery, readQuery } from '../rows/read-query.js';
import { whereOf } from '../rows/shapes.js';
import { findPlan } from '../../../pages/delivered/deliver.js';
import { notFound } from '../../../http/requests/canonical-path.js';
import { admits } from '../../../http/requests/require-role.js';
import { loginRequired } from '../../../http/identity/login-required.js';

const KINDS = ['insert', 'update', 'delete'];

/**
 * Reads what a request subscribes to: tables, kinds of changes, a filter like a list's (for a single table), views, or
 * the comments on rows.
 *
 * @param {App} app @param {Request} req
 * @throws {AppError} QUERY_INVALID, TABLE_NOT_FOUND, LOGIN_REQUIRED, FORBIDDEN
 */
export async function readSubscription(app, req) {
  const query = new URLSearchParams(req.query);
  const take = (/** @type {string} */ name) => {
    const values = query.getAll(name).flatMap((text) => text.split(',').filter(Boolean));
    query.delete(name);
    if (values.length > LIMITS.subscribedNames)
      throw invalid(phrase`"${name}" may have at most ${LIMITS.subscribedNames} names`);
    return [...new Set(values)];
  };
  const [tables, views, kinds, from] = [take('table'), take('view'), take('kind'), take('last_event_id')];
  const comments = take('comments');
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw invalid(phrase`"${unknown.slice(0, 60)}" is not a kind of change`);
  if (tables.length + views.length + comments.length === 0) throw invalid('Name a table: /api/v1/changes?table=orders');
  const opened = tables.map((table) => openTable(app, req, 'read', table));
  const more = readFilter(app, req, query, opened);
  return {
    rows: tables.map((table) => ({ table, ...more })),
    tables: [
      ...new Set(views.flatMap((view) => tablesOf(app, req, view))),
      ...(await Promise.all(comments.map((row) => commentsOf(app, req, row)))),
    ],
    kinds: kinds.length > 0 ? kinds : null,
    since: cursorOf(req.headers['last-event-id'] ?? from[0]),
  };
}

/**
 * @param {App} app
 * @param {Request} req
 * @param {URLSearchParams} query
 * @param {readonly Table[]} tables
 * @returns {{ where?: Filter, params?: Record<string, unknown>, fields?: string[] }}
 */
function readFilter(app, req, query, tables) {
  if (query.size === 0) return {};
  const asked = readQuery(query);
  const { fields, filter: _, ...rest } = asked.options;
  const [strange] = Object.keys(rest);
  if (strange !== undefined) throw invalidQuery(strange);
  if (tables.length !== 1) throw invalid('A filter or fields need a single table');
  const where = whereOf(app, req, tables[0], asked);
  return {
    ...(where && { where, params: asked.params }),
    ...(fields !== undefined && { fields: fields.split(',').map((name) => name.trim()) }),
  };
}

/** The tables that a view reads. @param {App} app @param {Request} req @param {string} name */
function tablesOf(app, req, name) {
  const { actor, user } = req.ctx;
  req.params = { name };
  const plan = findPlan(app, req, 'view');
  if (plan && !actor.scope && admits(actor, plan.roles)) return plan.reads;
  if (!user) throw loginRequired();
  throw notFound();
}

/** Of a row such as tasks:17, which has to be readable. @param {App} app @param {Request} req @param {string} row */
async function commentsOf(app, req, row) {
  const [, name = '', id = ''] = /^([^:]*):(.+)$/.exec(row) ?? [];
  const table = openTable(app, req, 'read', name);
  await app.data.rows.get(req.ctx.actor, table.name, id, { fields: [] });
  return commentsTopic(table.id, id);
}

/** @param {string | string[] | undefined} text */
function cursorOf(text) {
  if (text === undefined) return null;
  const cursor = parseCursor(String(text));
  if (!cursor) throw invalid('Last-Event-ID is not a valid position in this stream');
  return cursor;
}

/** @param {import('@plinth/plugin').Message} message */
const invalid = (message) =>
  new AppError('QUERY_INVALID', message, { status: 422, hint: 'See docs/reference/realtime.md' });
