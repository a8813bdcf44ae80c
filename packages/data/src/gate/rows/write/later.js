import { endAsWriter } from '../../../rules/rights/row-security/index.js';
import { bindPayload } from './payload.js';
import { judged } from './outcome.js';

/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Work } from './batch.js' */
/** @import { WriteStatement } from './statements.js' */
/** @typedef {{ work: Work, id: string | number, locate: (error: unknown) => unknown }} Pending */

/**
 * Rows of a transaction whose rules use child rows. They are checked once the child rows are written, too.
 *
 * @param {Transaction} tx
 */
export function createLater(tx) {
  /** @type {Pending[]} */
  let pending = [];
  let rowSecurity = false;

  /** @param {(one: Pending) => boolean} is */
  async function settle(is) {
    const now = pending.filter(is);
    pending = pending.filter((one) => !is(one));
    /** @type {Map<WriteStatement, Pending[]>} */
    const alike = new Map();
    for (const one of now) {
      const plan = planOf(one.work);
      alike.set(plan, [...(alike.get(plan) ?? []), one]);
    }
    for (const [plan, rows] of alike) await judge(tx, plan, rows);
  }

  return {
    /**
     * @param {Work} work that wrote the row @param {string | number} id
     * @param {(error: unknown) => unknown} locate tells of a refusal where it belongs
     */
    add(work, id, locate) {
      rowSecurity ||= work.rowSecurity;
      if (planOf(work).later) pending.push({ work, id, locate });
    },

    /** Runs an open check before its row is written again or removed, so that it is not lost. @param {Work} work @param {string | number} id */
    before: (work, id) => settle((one) => one.work.table.id === work.table.id && String(one.id) === String(id)),

    /** @throws {unknown} the error of the first row that fails its checks */
    async all() {
      await settle(() => true);
      if (rowSecurity) await endAsWriter(tx);
    },
  };
}

/** @param {Work} work */
const planOf = ({ statementFor, catalog, actor, table, kind, rowSecurity }) =>
  statementFor(catalog, actor, table, kind, rowSecurity, true);

/** @param {Transaction} tx @param {WriteStatement} plan @param {Pending[]} rows */
async function judge(tx, plan, rows) {
  const { later } = plan;
  if (!later) return;
  const [{ work }] = rows;
  const values = bindPayload(
    later.resolvers,
    work.actor,
    rows.map(({ id }) => ({ k: id })),
  );
  const { text, values: bound } = later.statement.bind(values);
  // Unnamed, because a prepared statement from before a schema change would abort the transaction.
  const answers = (await tx.query({ text, values: bound })).rows;
  for (const [i, answer] of answers.entries()) {
    const { kind, actor, table } = work;
    const error = judged(answer, { refs: later.refs, kind, actor, table });
    if (error) throw rows[i].locate(error);
  }
}
