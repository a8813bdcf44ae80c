import { randomUUID } from 'node:crypto';
import { AppError, fieldMessages } from '@plinth/plugin';
import { columnSql, keyType, tableSql } from '../../postgres/sql/physical.js';
import { fixed, sql } from '../../postgres/sql/index.js';
import { readable } from './compile/scope.js';
import { createCompilation } from './compile/compilation.js';
import { relationNotFound, rowNotFound } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { writeOnce } from './write/batch.js';
import { explainWriteError } from './write/constraint-error.js';
import { inputProblems } from './write/field-problem.js';
import { createLater } from './write/later.js';
import { toPayload } from './write/payload.js';
import { checkTable, readExpected } from './write-rows.js';

/** @import { Actor, Field, Table, Row } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Work } from './write/batch.js' */
/** @import { Problem } from './write/field-problem.js' */
/** @import { PayloadRow } from './write/payload.js' */
/** @import { WriteKind } from './write/statements.js' */
/** @import { Values, WriteContext } from './write-rows.js' */
/** @typedef {{ id: unknown, values?: Values, remove?: boolean }} ChildRow */
/**
 * @typedef {{ table: string, id: unknown, values: Values, expect?: Values, deletion?: string,
 *   children?: { relation: string, rows: ChildRow[] }[] }} Tree deletion: a UUID under which `history.undo` brings removed child rows back */
/** @typedef {{ kind: WriteKind, table: Table, row: PayloadRow, at: string }} Step */
/** @typedef {{ context: WriteContext, tx: Transaction, later: ReturnType<typeof createLater> }} Writing */
/** @typedef {{ relation: string, table: Table, field: Field, steps: Step[] }} Branch */

/** Child rows are deleted before others are written, because they may violate a constraint together. */
const ORDER = /** @type {const} */ (['remove', 'update', 'insert']);

/**
 * Saves a row with its child rows, as a form sends them, in one transaction.
 *
 * @param {WriteContext} context
 */
export function createSaveTree(context) {
  /**
   * @param {Actor} actor @param {Tree} tree
   * @param {{ around?: (tx: Transaction, work: () => Promise<Row>) => Promise<Row> }} [options]
   *   around: wraps the work within the transaction with statements of its own
   * @returns {Promise<Row>} the row as it is now
   * @throws INPUT_INVALID with messages of child rows under relation.index.field
   */
  return async function saveTree(actor, tree, { around = (_tx, work) => work() } = {}) {
    return context.withNewestSchema(async () => {
      const kind = tree.id === null || tree.id === undefined ? 'insert' : tree.expect ? 'expect' : 'update';
      const work = { ...context.work(actor, tree.table, kind), later: true };
      checkTable(actor, work.table, kind);
      const { row, branches } = readTree(context, work, tree);
      const write = async (/** @type {Transaction} */ tx) => {
        const writing = { context, tx, later: createLater(tx) };
        const [saved] = await writeAll(writing, work, [{ kind, table: work.table, row, at: '' }]);
        for (const branch of branches) await writeBranch(writing, work, branch, saved.id);
        await writing.later.all();
        return saved;
      };
      return context.db.transaction((tx) => around(tx, () => write(tx)));
    });
  };
}

/**
 * Checks everything before anything is written, so that a form shows all errors at once.
 *
 * @param {WriteContext} context
 * @param {Work} work
 * @param {Tree} tree
 */
function readTree(context, work, tree) {
  const creating = work.kind === 'insert';
  /** @type {Record<string, Problem>} */
  const problems = {};
  const read = context.read(work, tree.values, creating ? 'create' : 'update');
  Object.assign(problems, read.problems);
  const deletion = tree.deletion ?? work.actor.change ?? randomUUID();
  const branches = (tree.children ?? []).map((child) => readBranch(context, work, child, { problems, deletion }));
  if (Object.keys(problems).length > 0) throw inputProblems(problems);
  /** @type {PayloadRow} */
  const row = { v: toPayload(context.registry, work.table, read.values) };
  if (!creating) row.k = readKey(context.registry, work.table, tree.id);
  if (tree.expect) row.x = readExpected(context, work, tree.expect);
  return { row, branches };
}

/**
 * @param {WriteContext} context @param {Work} work @param {{ relation: string, rows: ChildRow[] }} child @param {{ problems: Record<string, Problem>, deletion: string }} into
 * @returns {Branch}
 */
function readBranch(context, work, { relation, rows }, { problems, deletion }) {
  const { table, field } = childRelation(context, work, relation);
  const steps = rows.map((entry, i) => {
    const at = `${relation}.${i}`;
    const isNew = entry.id === null || entry.id === undefined || entry.id === '';
    const kind = /** @type {WriteKind} */ (entry.remove ? 'remove' : isNew ? 'insert' : 'update');
    checkTable(work.actor, table, kind);
    /** @type {PayloadRow} */
    const row = isNew ? {} : { k: readKey(context.registry, table, entry.id) };
    if (kind === 'remove') row.d = deletion;
    if (kind !== 'remove') {
      const { [field.name]: _, ...given } = entry.values ?? {};
      const read = context.read({ ...work, table }, given, isNew ? 'create' : 'update');
      // The parent's key is filled in once the parent is written.
      const { [field.name]: missing, ...wrong } = read.problems ?? {};
      for (const [name, problem] of Object.entries(wrong)) problems[`${at}.${name}`] = problem;
      if (Object.keys(wrong).length === 0) row.v = toPayload(context.registry, table, read.values);
    }
    return { kind, table, row, at };
  });
  return { relation, table, field, steps: steps.filter(({ kind, row }) => kind !== 'remove' || row.k !== undefined) };
}

/** @param {WriteContext} context @param {Work} work @param {string} relation */
function childRelation({ registry }, { actor, catalog, table: parent }, relation) {
  const [name, fieldName] = String(relation).split('.');
  const c = createCompilation({ catalog, registry, actor });
  const table = catalog.hasTable(name) ? catalog.table(name) : null;
  const field = table && readable(c, table, fieldName ?? '');
  if (!table || !field || field.target !== parent.name || c.type(field).storage !== 'column')
    throw relationNotFound(parent.name, relation);
  return { table, field };
}

/** @param {Writing} writing @param {Work} work @param {Branch} branch @param {string | number} parent */
async function writeBranch(writing, work, { table, field, steps }, parent) {
  await checkParent(writing.tx, table, field, steps, parent);
  for (const kind of ORDER) {
    const batch = steps.filter((step) => step.kind === kind);
    for (const { row } of batch) if (row.v) row.v[field.name] = parent;
    if (batch.length > 0) await writeAll(writing, { ...work, table, kind }, batch);
  }
}

/**
 * Refuses to change rows of another parent.
 *
 * @param {Transaction} tx
 * @param {Table} table
 * @param {Field} field
 * @param {Step[]} steps
 * @param {string | number} parent
 */
async function checkParent(tx, table, field, steps, parent) {
  const keys = steps.flatMap(({ row }) => (row.k === undefined ? [] : [row.k]));
  if (keys.length === 0) return;
  const type = fixed(`${keyType(table)}[]`);
  const { rows } = await tx.query(sql`
    select count(*)::int as mine from ${tableSql(table)} t
    where t.id = any (${keys}::${type}) and ${columnSql(table, field, 't')} = ${parent}`);
  if (rows[0].mine !== new Set(keys).size) throw rowNotFound();
}

/** @param {Writing} writing @param {Work} work @param {Step[]} steps @returns {Promise<Row[]>} */
async function writeAll({ context, tx, later }, work, steps) {
  const rows = steps.map(({ row }) => row);
  for (const { k } of rows) if (k !== undefined) await later.before(work, k);
  // Unnamed, because a prepared statement from before a schema change would abort the transaction.
  const write = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ some) =>
    writeOnce(tx, what, some, { named: false }).catch((error) => {
      throw steps.length === 1 ? located(explain(error, work), steps[0].at) : explain(error, work);
    });
  const outcomes = await (context.isJudged(work) ? context.writeJudged(work, rows, { tx, write }) : write(work, rows));
  return outcomes.map((outcome, i) => {
    if (!outcome.row) throw located(outcome.error, steps[i].at);
    if (work.kind !== 'remove') later.add(work, outcome.row.id, (error) => located(error, steps[i].at));
    return outcome.row;
  });
}

/** @param {unknown} error @param {Work} work */
const explain = (error, work) => explainWriteError(error, { ...work, removing: work.kind === 'remove' });

/** Prefixes the field names of an error with the row. @param {unknown} error @param {string} at */
function located(error, at) {
  if (at === '' || !(error instanceof AppError) || !['INPUT_INVALID', 'ROW_REFUSED'].includes(error.code)) return error;
  const { fields = {}, messages = {} } = /** @type {any} */ (error.details ?? {});
  const problems = Object.keys(fields).map((name) => [`${at}.${name}`, messages[name] ?? fields[name]]);
  const details = fieldMessages(Object.fromEntries(problems));
  return new AppError(error.code, error.phrases.message, { status: error.status, hint: error.phrases.hint, details });
}
