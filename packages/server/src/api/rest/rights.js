/** @import { Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { TableInfo } from './describe/visible-tables.js' */
import { isUnlimited } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { loginRequired, openTable } from './rows/open-table.js';

/** @typedef {Exclude<import('./rows/open-table.js').Operation, 'choices'>} Operation */
/**
 * The caller, as far as the description depends on it; isAdmin: without limits.
 *
 * @typedef {{ isAdmin: boolean, signedIn: boolean, operations: readonly string[] | null }} Caller
 */
/**
 * @typedef {object} Rule
 * @property {(app: App, req: Request) => Table | void} open throws if the caller may not; returns the table of the
 *   path, if it has one
 * @property {(tables: readonly TableInfo[], caller: Caller) => boolean} isOffered whether the description includes it
 */

const ASKS_NOTHING = () => {};

/**
 * What callers need. `write` and `upload` don't concern a single table: each table that the request names is checked.
 *
 * @satisfies {Record<string, Rule>}
 */
export const RIGHTS = Object.freeze({
  anyone: { open: ASKS_NOTHING, isOffered: () => true },
  admin: { open: requireAdmin, isOffered: (_tables, { isAdmin }) => isAdmin },
  read: ofTables('read'),
  create: ofTables('create'),
  update: ofTables('update'),
  delete: ofTables('delete'),
  'create or update': ofTables('update', 'create'),
  write: ofTables('create', 'update', 'delete'),
  'add choices': {
    open: (app, req) => openTable(app, req, 'choices', req.params.table),
    isOffered: (tables) => tables.some(({ fields }) => fields.some(({ addsChoices }) => addsChoices)),
  },
  upload: {
    open: ASKS_NOTHING,
    isOffered: (tables, { isAdmin }) => isAdmin || fileFields(tables).some(({ readOnly }) => !readOnly),
  },
  'read file': {
    open: (_app, req) => requireOperation(req, 'read'),
    isOffered: (tables, caller) => knowsFiles(tables, caller) && may(caller, 'read'),
  },
  'delete file': {
    open(_app, req) {
      if (!req.ctx.user) throw loginRequired();
      requireOperation(req, 'delete');
    },
    isOffered: (tables, caller) => knowsFiles(tables, caller) && caller.signedIn && may(caller, 'delete'),
  },
  call: {
    open(app, { ctx: { actor, user }, params }) {
      try {
        app.data.automation.calls.find(actor, params.id);
      } catch (error) {
        throw user ? error : loginRequired();
      }
    },
    isOffered: () => true,
  },
  comment: ofRow('create'),
  'delete comment': ofRow('delete'),
  'start workflow': ofPerson(),
  'read run': ofPerson(),
  'own deletion': {
    open(_app, req) {
      if (!req.ctx.user) throw loginRequired();
      requireOperation(req, 'delete');
    },
    isOffered: (tables, caller) => caller.signedIn && tables.some(({ rights }) => rights.delete !== 'none'),
  },
});
/** @typedef {keyof typeof RIGHTS} Right */

/**
 * Any of these operations on the table of the path. Without a table in the path, `handle` opens those that the request
 * names.
 *
 * @param {...Operation} operations the last one is named in the error
 * @returns {Rule}
 */
function ofTables(...operations) {
  const [last] = operations.slice(-1);
  /** @type {Rule['open']} */
  const open = (app, req) => {
    const { table: name } = req.params;
    if (name === undefined) return;
    if (operations.length === 1) return openTable(app, req, last, name);
    const { catalog, actor } = req.ctx;
    const table = catalog.hasTable(name) ? catalog.table(name) : null;
    const granted = table && operations.find((one) => app.data.rows.right(actor, table, one) !== 'none');
    return openTable(app, req, granted ?? last, name);
  };
  return {
    open,
    isOffered: (tables) => tables.some(({ rights }) => operations.some((one) => rights[one] !== 'none')),
  };
}

/**
 * What people do to rows that they may read: a token needs the operation too.
 *
 * @param {'create' | 'delete'} operation @returns {Rule}
 */
function ofRow(operation) {
  return {
    open(app, req) {
      const table = openTable(app, req, 'read', req.params.table);
      if (!req.ctx.user) throw loginRequired();
      requireOperation(req, operation);
      return table;
    },
    isOffered: (tables, caller) =>
      caller.signedIn && may(caller, operation) && tables.some(({ rights }) => rights.read !== 'none'),
  };
}

/** What concerns people, not tables: tokens need all rights of theirs. @returns {Rule} */
function ofPerson() {
  return {
    open(_app, { ctx: { user, actor } }) {
      if (!user) throw loginRequired();
      if (actor.scope?.tables || actor.scope?.operations) throw tokenForbids();
    },
    isOffered: (_tables, { isAdmin, signedIn, operations }) => isAdmin || (signedIn && operations === null),
  };
}

/** @type {Rule['open']} */
function requireAdmin(_app, { ctx: { actor, user } }) {
  if (!user) throw loginRequired();
  if (!isUnlimited(actor)) throw new AppError('FORBIDDEN', 'Only administrators can do this', { status: 403 });
}

/** Tokens may be limited to other operations. @param {Request} req @param {'read' | 'create' | 'delete'} operation */
function requireOperation({ ctx: { actor } }, operation) {
  if (actor.scope?.operations?.includes(operation) ?? true) return;
  throw tokenForbids();
}

const tokenForbids = () =>
  new AppError('FORBIDDEN', 'The token does not allow this', {
    status: 403,
    hint: 'Use a token with fewer restrictions',
  });

/** @param {readonly TableInfo[]} tables */
const fileFields = (tables) => tables.flatMap(({ fields }) => fields.filter(({ traits }) => traits.value === 'files'));

/** @param {readonly TableInfo[]} tables @param {Caller} caller */
const knowsFiles = (tables, { isAdmin }) => isAdmin || fileFields(tables).length > 0;

/** @param {Caller} caller @param {string} operation */
const may = ({ operations }, operation) => operations?.includes(operation) ?? true;
