/** @import { Actor, Catalog, Registry, Row } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Outcome, Work } from '../write/batch.js' */
/** @import { PayloadRow } from '../write/payload.js' */
/** @import { ReadWithin } from '../read-within.js' */
import { AppError } from '@plinth/plugin';
import { createAskFunctions } from './ask-functions.js';
import { groupsOf, imageOf } from './images.js';
import { createReadOld } from './read-old.js';

/**
 * Calls a function once for each input, all in one run of the sandbox. It may read, but change nothing.
 *
 * @typedef {(actor: Actor, name: string, inputs: readonly object[], options: { within: ReadWithin | null })
 *   => Promise<Answer[]>} CallFunction
 * @typedef {{ value: unknown } | { refused: { message: string, field: string | null } } | { error: AppError }} Answer error: of
 *   the function itself
 * @typedef {{ old: Row | null, row: Row, isVisible: boolean, sent: PayloadRow, isGuarded: boolean,
 *   error: AppError | null }} Candidate isVisible: whether the writer can see the row as it was; isGuarded: whether it was
 *   read for the functions, and must still be the same when it is written
 */

/** Someone else can change the row while a function looks at it. */
const MOST_TRIES = 3;

/**
 * Lets the functions of a table judge and complete rows before they are written. They run before the statement, not
 * within it, so that nothing is locked while they think; a row that changes meanwhile is judged again.
 *
 * @param {{ db: unknown, registry: Registry, catalog: () => Catalog, clock?: () => Date, callFunction?: CallFunction }} context
 */
export function createRowFunctions(context) {
  const { registry } = context;
  const askAll = createAskFunctions(context);
  const readOld = createReadOld(context);

  /**
   * @param {Work} work @param {readonly PayloadRow[]} rows of the same writer
   * @param {{ tx?: Transaction, write: (work: Work, rows: readonly PayloadRow[]) => Promise<Outcome[]>, anew?: string }} how
   *   anew: nothing but this field is calculated, and rows that stay the same are not written: they have the outcome
   *   { row: null }
   * @returns {Promise<Outcome[]>} one for each row, in order
   */
  return async function writeJudged(work, rows, { tx, write, anew }) {
    /** @type {any[]} */
    const done = new Array(rows.length);
    const gate = tx ? readOld.within(tx) : null;
    let open = [...rows.keys()];
    for (let tries = 1; open.length > 0; tries++) {
      const wanted = open.map((at) => rows[at]);
      const judged = await judge(work, wanted, { gate, anew });
      /** @type {{ at: number, one: Candidate }[]} */
      const good = [];
      for (const [i, one] of judged.entries()) {
        if (one.error) done[open[i]] = { error: one.error };
        else if (anew && Object.keys(one.sent.v ?? {}).length === 0) done[open[i]] = { row: null };
        else good.push({ at: open[i], one });
      }
      const isGuarded = good.some(({ one }) => one.isGuarded);
      const kind = isGuarded && work.kind === 'update' ? 'expect' : work.kind;
      const sent = good.map(({ one }) => one.sent);
      const written = sent.length > 0 ? await write({ ...work, kind }, sent) : [];
      for (const [i, { at }] of good.entries()) done[at] = written[i];
      open = good
        .filter(({ one }, i) => one.isGuarded && isConflict(written[i]) && tries < MOST_TRIES)
        .map(({ at }) => at);
    }
    return done;
  };

  /**
   * @param {Work} work @param {readonly PayloadRow[]} rows @param {{ gate: ReadWithin | null, anew?: string }} options
   * @returns {Promise<Candidate[]>}
   */
  async function judge(work, rows, options) {
    const found = work.kind === 'insert' ? null : await readOld.read(work, rows, options.gate);
    const candidates = rows.map((row) => candidateOf(work, row, found));
    for (const group of groupsOf(candidates)) await askAll(work, group, options);
    return candidates;
  }

  /** @param {Work} work @param {PayloadRow} row @param {Awaited<ReturnType<typeof readOld.read>> | null} found @returns {Candidate} */
  function candidateOf({ table }, row, found) {
    const old = found?.rows.get(String(row.k)) ?? null;
    // A row that is not there is reported by the statement.
    const version = old?.updated_at && !row.x?.updated_at ? { updated_at: old.updated_at } : null;
    return {
      old,
      row: imageOf(registry, table, old, row.v ?? {}),
      error: null,
      isVisible: old === null || found?.visible.has(String(row.k)) !== false,
      sent: { ...row, v: { ...row.v }, ...(version && { x: { ...version, ...row.x } }) },
      isGuarded: version !== null,
    };
  }
}

/** @param {Outcome} outcome */
const isConflict = ({ error }) => error instanceof AppError && error.code === 'ROW_CONFLICT';
