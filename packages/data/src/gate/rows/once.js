import { AppError } from '@plinth/plugin';
import { k, prepare, slot } from '../../postgres/sql/index.js';

/** @import { Actor, Values, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { StepOutcome, WriteStep } from './transact.js' */
/** @typedef {{ outcomes: StepOutcome[], replayed: boolean }} Done */
/** The stored outcome of a step: its row's key, or that it was refused. @typedef {{ id?: any, deletion?: string, error?: { code: string, status: number } }} StoredOutcome */

const answers = () => k('plinth.idempotent_answers as a');
const IS_OVER = "a.created_at < now() - interval '1 day'";
const theirs = { 'a.user_id': slot('user'), 'a.key': slot('key') };
const FIND = prepare(
  answers()
    .select('body', { same: k.raw('request = ?', [slot('request')]), isOver: k.raw(IS_OVER) })
    .where(theirs),
);
const CLAIM = prepare(
  answers()
    .insert({ user_id: slot('user'), key: slot('key'), request: slot('request') })
    .onConflict(['user_id', 'key'])
    .merge({ request: k.ref('excluded.request'), status: null, body: null, created_at: k.fn.now() })
    .whereRaw(IS_OVER)
    .returning(k.raw('1')),
);
const STORE = prepare(
  answers()
    .where(theirs)
    .update({ body: slot('body') }),
);

/**
 * Idempotent writes. The keys of the written rows are stored with the request's idempotency key in the same transaction.
 * A repeated request gets what the actor may read of these rows by then. Refused writes store nothing, so that they can
 * be tried again.
 *
 * @param {{ db: Database, transact: ReturnType<typeof import('./transact.js').createTransact>,
 *   saveTree: ReturnType<typeof import('./save-tree.js').createSaveTree>,
 *   get(actor: Actor, table: string, id: unknown): Promise<Row> }} context
 */
export function createOnce({ db, transact, saveTree, get }) {
  /** @param {Actor} actor @param {readonly WriteStep[]} steps @param {readonly StoredOutcome[]} stored @returns {Promise<Done>} */
  async function replay(actor, steps, stored) {
    const outcomes = await Promise.all(stored.map((one, i) => readAgain(actor, steps[i], one)));
    return { outcomes, replayed: true };
  }

  /** @param {Actor} actor @param {WriteStep} step @param {StoredOutcome} stored @returns {Promise<StepOutcome>} */
  async function readAgain(actor, { op, table }, { id, deletion, error }) {
    if (error) return { error: refusedThen(error) };
    if (op === 'delete') return { row: { id }, ...(deletion && { deletion }) };
    try {
      return { row: await get(actor, table, id) };
    } catch (reason) {
      // The row was deleted or is not visible to the actor, so only its key is returned.
      if (reason instanceof AppError && reason.status < 500) return { row: { id } };
      throw reason;
    }
  }

  return {
    /**
     * @param {Actor} actor a logged-in user @param {{ key: string, request: Buffer }} claim request: a hash of
     *   what was asked for
     * @param {readonly WriteStep[]} steps
     * @param {{ alone?: boolean }} [options] as of transact
     * @returns {Promise<Done>}
     * @throws IDEMPOTENCY_KEY_USED (409) for a key that was used with a different request
     */
    async once(actor, { key, request }, steps, { alone } = {}) {
      /** @type {StoredOutcome[] | null} */
      let stored = null;
      const outcomes = await transact(actor, steps, {
        alone,
        async around(tx, work) {
          const claimed = await tx.query(CLAIM.bind({ user: actor.userId, key, request }));
          if (claimed.rows.length === 0) {
            stored = storedOutcomes(await findAnswer(tx, actor, key, request), steps);
            return [];
          }
          const done = await work();
          const body = JSON.stringify({ outcomes: done.map(toStored) });
          await tx.query(STORE.bind({ user: actor.userId, key, body }));
          return done;
        },
      });
      return stored ? replay(actor, steps, stored) : { outcomes, replayed: false };
    },

    /**
     * Saves a form like `saveTree`, but a form that arrives twice only once.
     *
     * @param {Actor} actor a logged-in user @param {{ key: string, request: Buffer }} claim
     * @param {import('./save-tree.js').Tree} tree
     * @returns {Promise<Row>} the row as it is now; only its id, if it is gone by then
     * @throws IDEMPOTENCY_KEY_USED (409)
     */
    async saveOnce(actor, { key, request }, tree) {
      /** @type {WriteStep[]} */
      const steps = [{ op: tree.id === null ? 'insert' : 'update', table: tree.table }];
      /** @type {StoredOutcome[] | null} */
      let stored = null;
      const saved = await saveTree(actor, tree, {
        async around(tx, work) {
          // Waits for the same form while that is being saved.
          const claimed = await tx.query(CLAIM.bind({ user: actor.userId, key, request }));
          if (claimed.rows.length === 0) {
            stored = storedOutcomes(await findAnswer(tx, actor, key, request), steps);
            return {};
          }
          const row = await work();
          await tx.query(
            STORE.bind({ user: actor.userId, key, body: JSON.stringify({ outcomes: [toStored({ row })] }) }),
          );
          return row;
        },
      });
      return stored ? /** @type {Row} */ ((await replay(actor, steps, stored)).outcomes[0].row) : saved;
    },

    /**
     * The outcome of an earlier request; null if none is stored.
     *
     * @param {Actor} actor @param {{ key: string, request: Buffer }} claim @param {readonly WriteStep[]} steps
     * @returns {Promise<Done | null>}
     * @throws IDEMPOTENCY_KEY_USED (409)
     */
    async answered(actor, { key, request }, steps) {
      const found = await findAnswer(db, actor, key, request);
      return found && !found.isOver ? replay(actor, steps, storedOutcomes(found, steps)) : null;
    },

    sweepAnswers: async () => void (await db.query(answers().whereRaw(IS_OVER).delete())),
  };
}

/** @param {{ query: Function }} on @param {Actor} actor @param {string} key @param {Buffer} request */
async function findAnswer(on, actor, key, request) {
  const { rows } = await on.query(FIND.bind({ user: actor.userId, key, request }));
  return rows[0] ?? null;
}

/** @param {StepOutcome} outcome @returns {StoredOutcome} */
function toStored({ row, deletion, error }) {
  return error ? { error: { code: error.code, status: error.status } } : { id: row?.id, ...(deletion && { deletion }) };
}

/** A generic error, because the original one could name fields that the actor may no longer read. @param {{ code: string, status: number }} error */
const refusedThen = ({ code, status }) =>
  new AppError(code, 'This request was refused when it was first sent', {
    status,
    hint: 'Send it with another Idempotency-Key to see the reason',
  });

/** @param {Values} found of findAnswer @param {readonly WriteStep[]} steps of the same request @returns {StoredOutcome[]} */
function storedOutcomes(found, steps) {
  if (found?.same !== true || found.body === null) {
    throw new AppError('IDEMPOTENCY_KEY_USED', 'This Idempotency-Key was already used for another request', {
      status: 409,
      hint: 'Use a new key for each request',
    });
  }
  if (found.body === '') return steps.map(({ id }) => ({ id }));
  const stored = JSON.parse(found.body);
  return stored.outcomes ?? earlierOutcomes(stored).slice(0, steps.length);
}

/**
 * Reads answers stored by earlier versions, which kept whole rows or results for a day.
 *
 * @param {Values} answer @returns {StoredOutcome[]}
 */
function earlierOutcomes(answer) {
  if (!Array.isArray(answer.results)) return [{ id: answer.id }];
  // Anything that is not a row was not a step.
  const results = answer.results.filter((/** @type {Values} */ one) => one.error?.code !== 'ROW_EXPECTED');
  return results.map((/** @type {Values} */ { status, error, row, id }) =>
    error ? { error: { code: error.code, status } } : { id: row?.id ?? id },
  );
}
