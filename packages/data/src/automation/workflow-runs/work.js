/** @import { Actor } from '@plinth/plugin' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Kit, Place, Timed, Token, Trial, Work, WorkflowRun } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { holdRow } from '../actions/held-row.js';
import { isDeadlock, isStaleSchema } from '../../postgres/database/index.js';
import { VISITOR, actorOfRun } from '../../rules/reach/run-actor.js';
import { shownError } from '../runs/run-error.js';
import { beginCaused } from '../../postgres/database/set-cause.js';
import { readRun, removeToken } from './claims.js';
import { endOf } from './endings.js';
import { endWithout, fail } from './failures.js';
import { doerOf } from './doer-of.js';
import { follow, pause } from './follow.js';
import { isOutside, startsOutside } from './is-outside.js';
import { createStepLog } from './step-log.js';
import { isVoid, stillOn } from './still-on.js';

/** Steps in one transaction. */
const MOST_STEPS = 200;

/**
 * Advances a token until it waits, ends, or has to commit.
 *
 * @param {Kit} kit @param {Within} gate @param {Token} token claimed @param {Trial | null} [trial] @returns {Promise<void>}
 */
export async function work(kit, gate, token, trial = null) {
  const { rows } = await gate.tx.query(readRun(token.run_id, { isLocked: !token.is_outside }));
  const run = /** @type {WorkflowRun | undefined} */ (rows[0]);
  if (!run || isVoid(run, token)) return void (await gate.tx.query(removeToken(token.id)));
  const document = await kit.documentOf(gate, run.version);
  const log = createStepLog(gate, run.id);
  /** @type {Work} */
  const at = { gate, token, run, document, log, trial, kit, actor: /** @type {any} */ (null) };
  const place = placeOf(token);
  const actor = await actorOf(at, place);
  if (actor) await goOn({ ...at, actor }, place);
  else await endWithout(at, place, shownError(noUser()));
  await log.save();
}

/** Begins the savepoint of the first step, too. @param {Work} at @param {Place} place @returns {Promise<Actor | null>} */
async function actorOf({ gate, token, run, document, kit }, place) {
  const found = await actorOfRun(kit, document.body, run.caused_by);
  const doer = doerOf(document, run, place, token);
  const actor = { ...(found ?? VISITOR), chain: [...run.chain, document.body.id], doer };
  await gate.tx.query(beginCaused('step', actor));
  return found && actor;
}

/** @param {Work} given @param {Place} first */
async function goOn(given, first) {
  const { document, trial, kit } = given;
  let at = given;
  /** @type {Place | null} */
  let place = first;
  for (let n = 1; place !== null; n++) {
    if (n > 1 && (n > MOST_STEPS || startsOutside(kit, document, place)) && !trial)
      return void (await pause(at, place));
    if (n > 1) at = await nextStep(at, place);
    const next = await stepAt(at, place);
    if (next === 'commit' && !trial) return;
    place = next === 'commit' ? placeOf(at.token) : next;
  }
}

/** A savepoint of its own, as the doing of whoever answered the last task before. @param {Work} at @param {Place} place @returns {Promise<Work>} */
async function nextStep(at, place) {
  const { gate, actor, document, run, token } = at;
  const doer = doerOf(document, run, place, token);
  if (doer === (actor.doer ?? null)) {
    await gate.tx.query('release savepoint step; savepoint step');
    return at;
  }
  const next = { ...actor, doer };
  await gate.tx.query('release savepoint step');
  await gate.tx.query(beginCaused('step', next));
  return { ...at, actor: next };
}

/** @param {Work} at @param {Place} place @returns {Promise<Place | 'commit' | null>} null: it waits, or has ended */
async function stepAt(at, place) {
  try {
    if (place.path === '') return await endOf(at);
    const outcome = await perform(at, place);
    // Outside effects have happened, even if the run was ended in the meantime.
    if (outcome && place.to === 'enter' && at.token.is_outside && !(await stillOn(at))) return null;
    return outcome && (await follow(at, place, outcome));
  } catch (error) {
    if (isStaleSchema(error) || isDeadlock(error)) throw error;
    await at.gate.tx.query('rollback to savepoint step');
    return fail(at, place, error);
  }
}

/** @param {Work} at @param {Place} place @returns {Promise<Timed>} */
async function perform({ gate, token, run, document, actor, trial, kit }, { to, path }) {
  const step = document.at(path);
  if (!kit.registry.has('workflowStep', step.kind)) throw unknownKind(step.kind);
  const kind = kit.registry.workflowStep(step.kind);
  const started = performance.now();
  const context = kit.contextOf({
    gate,
    actor,
    document,
    token,
    path,
    trial,
    run: { ...run, variables: { ...run.variables } },
  });
  // Lock the row of a step that decides or writes by it. Steps that wait or reach outside must not lock it.
  if (to === 'enter' && !kind.resume && !isOutside(kit, step)) await holdRow(gate, actor, context.about);
  if (to === 'enter' && step.when) {
    const [holds] = await context.evaluate([step.when]);
    if (holds !== true) return { go: 'next', ms: 0, isSkipped: true };
  }
  const outcome = /** @type {import('./types.d.ts').Outcome} */ ((await kind[to]?.(context)) ?? { go: 'next' });
  return { ...outcome, ms: performance.now() - started };
}

/** @param {Token} token @returns {Place} */
const placeOf = ({ phase, path }) => ({ to: phase, path });

const noUser = () =>
  new AppError('WORKFLOW_NO_USER', 'The person whose rights this workflow needs is gone or deactivated', {
    status: 422,
    hint: 'Choose another person in the settings of the workflow',
  });

/** @param {string} kind */
const unknownKind = (kind) =>
  new AppError('WORKFLOW_STEP_FAILED', phrase`There is no step of kind "${kind}"`, {
    status: 422,
    hint: 'Turn on the plugin that it comes from',
  });
