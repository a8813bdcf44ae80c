/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { Within } from '../rows/within.js' */
/** @import { Document } from './document.js' */
/** @import { Frame, Outcome, RunError, StepKind, Token, Trial, WorkflowRun, WorkflowStep } from './types.d.ts' */
/** @import { createStepLog as CreateStepLog } from './step-log.js' */
import { AppError, phrase } from '@plinth/plugin';
import { isDeadlock, isStaleSchema } from '../postgres/index.js';
import { actorOfRun } from '../runs/run-actor.js';
import { WAITS, mayPass, shownError } from '../runs/run-error.js';
import { sql } from '../sql/index.js';
import { addToken, branchEnded, readRun, removeToken, saveRun, saveToken } from './claims.js';
import { UNDO, endPaths, finish, takeUndo } from './endings.js';
import { after, into } from './move.js';
import { createStepLog } from './step-log.js';

/** Steps in one transaction. */
const MOST_STEPS = 200;
const MINUTE = 60_000;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/**
 * A token at work: what is known of its run, and where it goes next.
 *
 * @typedef {{ gate: Within, token: Token, run: WorkflowRun, document: Document, actor: Actor, trial: Trial | null,
 *   log: ReturnType<typeof CreateStepLog> }} Work
 * @typedef {{ to: 'enter' | 'resume' | 'ended', path: string }} Place
 */

/**
 * Goes on with a token until it waits, ends, or has to commit.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, kinds: ReadonlyMap<string, StepKind>,
 *   contextOf: ReturnType<typeof import('./step-context.js').createStepContexts>,
 *   documentOf: (gate: Within, hash: string) => Promise<Document>,
 *   actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>,
 *   failed: (gate: Within, run: WorkflowRun, document: Document, error: RunError) => Promise<void> }} context
 */
export function createWork({ registry, catalog, kinds, contextOf, documentOf, actorsOfUsers, failed }) {
  /** @param {WorkflowStep} step */
  const isOutside = (step) => kinds.get(step.kind)?.isOutside?.(step, registry) ?? false;

  /** @param {Within} gate @param {Token} token claimed @param {Trial | null} [trial] @returns {Promise<void>} */
  async function work(gate, token, trial = null) {
    const { rows } = await gate.tx.query(readRun(token.run_id, { isLocked: !token.is_outside }));
    const run = /** @type {WorkflowRun | undefined} */ (rows[0]);
    if (!run || isVoid(run, token)) return void (await gate.tx.query(removeToken(token.id)));
    const document = await documentOf(gate, run.version);
    const log = createStepLog(gate, run.id);
    /** @type {Work} */
    const at = { gate, token, run, document, log, trial, actor: /** @type {any} */ (null) };
    const place = placeOf(token);
    const actor = await actorOf(at);
    if (actor) await goOn({ ...at, actor }, place);
    else await endWithout(at, place, shownError(noUser()));
    await log.save();
  }

  /** Nobody has the rights to go on, nor to take anything back. @param {Work} at @param {Place} place @param {RunError} error */
  async function endWithout({ gate, token, run, document }, place, error) {
    if (run.phase === 'steps') Object.assign(run, { error, left_at: await tokensOf(gate, token, place) });
    await failed(gate, run, document, error);
    await endPaths(gate, run, token);
    await finish(gate, run, 'failed');
  }

  /** @param {Work} at @returns {Promise<Actor | null>} */
  async function actorOf({ gate, run, document }) {
    const actor = await actorOfRun(actorsOfUsers, document.body, run.caused_by);
    if (!actor) return null;
    const chain = `{${[...run.chain, document.body.id].join(',')}}`;
    await gate.tx.query(
      sql`select set_config('plinth.actor', ${actor.userId ?? ''}, true), set_config('plinth.chain', ${chain}, true)`,
    );
    return actor;
  }

  /** @param {Work} at @param {Place} first */
  async function goOn(at, first) {
    const { gate, document, trial } = at;
    /** @type {Place | null} */
    let place = first;
    for (let n = 1; place !== null; n++) {
      if (n > 1 && (n > MOST_STEPS || mustCommit(document, place)) && !trial) return void (await pause(at, place));
      await gate.tx.query(n === 1 ? 'savepoint step' : 'release savepoint step; savepoint step');
      const next = await stepAt(at, place);
      if (next === 'commit' && !trial) return;
      place = next === 'commit' ? placeOf(at.token) : next;
    }
  }

  /** @param {Document} document @param {Place} place */
  const mustCommit = (document, { to, path }) => to === 'enter' && isOutside(document.at(path));

  /** @param {Work} at @param {Place} place @returns {Promise<Place | 'commit' | null>} null: it waits, or has ended */
  async function stepAt(at, place) {
    try {
      if (at.token.root === UNDO) return await nextUndo(at);
      const outcome = await perform(at, place);
      // What it did outside has happened, whatever became of the run meanwhile.
      if (outcome && place.to === 'enter' && at.token.is_outside && !(await stillOn(at))) return null;
      return outcome && (await follow(at, place, outcome));
    } catch (error) {
      if (isStaleSchema(error) || isDeadlock(error)) throw error;
      await at.gate.tx.query('rollback to savepoint step');
      return fail(at, place, error);
    }
  }

  /** @param {Work} at @param {Place} place @returns {Promise<Outcome & { ms: number, isSkipped?: boolean }>} */
  async function perform({ gate, token, run, document, actor, trial }, { to, path }) {
    const step = document.at(path);
    const kind = kinds.get(step.kind);
    if (!kind) throw unknownKind(step.kind);
    const started = performance.now();
    const context = contextOf({ gate, actor, document, token, path, trial, run: { ...run, variables: { ...run.variables } } });
    if (to === 'enter' && step.when) {
      const [holds] = await context.evaluate([step.when]);
      if (holds !== true) return { go: 'next', ms: 0, isSkipped: true };
    }
    const outcome = (await kind[to]?.(context)) ?? { go: 'next' };
    return { ...outcome, ms: performance.now() - started };
  }

  /** Locks the run after a step outside, and takes over what happened in it meanwhile. @param {Work} at */
  async function stillOn(at) {
    const { rows } = await at.gate.tx.query(readRun(at.run.id, { isLocked: true }));
    const [run] = rows;
    at.token.is_outside = false;
    if (run && !isVoid(run, at.token)) {
      at.run = run;
      return true;
    }
    await at.gate.tx.query(removeToken(at.token.id));
    return false;
  }

  /** @param {Work} at @param {Place} place @param {Outcome & { ms: number, isSkipped?: boolean }} outcome @returns {Promise<Place | 'commit' | null>} */
  async function follow(at, place, outcome) {
    const { gate, token, run, document } = at;
    Object.assign(run.variables, outcome.set);
    if (outcome.result) run.results[document.at(place.path).id] = outcome.result;
    const log = await note(at, place, outcome);
    token.attempts = 0;
    if (outcome.go === 'stop') {
      await endPaths(gate, run, token);
      await at.log.save();
      await finish(gate, run, run.phase === 'steps' ? 'done' : (run.ends_as ?? 'failed'), outcome.text);
      return null;
    }
    if (outcome.go === 'wait') return park(at, place, outcome, log);
    if (outcome.go === 'fork') return fork(at, place, outcome.lists, log);
    token.data = framesAfter(token, outcome, log);
    const next = outcome.go === 'into' ? into(document, outcome.list) : after(document, place.path, token.root);
    if (next === null) return endOf(at);
    if (!outcome.isBatch) return next;
    await pause(at, next);
    return 'commit';
  }

  /** @param {Work} at @param {Place} place @param {Extract<Outcome, { go: 'wait' }>} outcome @param {string | undefined} log */
  async function park({ gate, token, run }, { path }, { waits, until, own, row, hook }, log) {
    const { frames, log: before } = token.data;
    Object.assign(token, { path, phase: 'resume', waits, due_at: until?.toISOString() ?? null, is_outside: false });
    token.data = { ...(frames && { frames }), log: log ?? before, ...(own !== undefined && { own }) };
    const table = row && catalog().hasTable(row.table) ? catalog().table(row.table).id : null;
    await gate.tx.query(saveToken(token, { table, key: row?.key ?? null, hook: hook ?? null }));
    await gate.tx.query(saveRun(run));
    return null;
  }

  /** @param {Work} at @param {Place} place @param {readonly string[]} lists @param {string | undefined} log */
  async function fork({ gate, token, run, document }, { path }, lists, log) {
    const { frames } = token.data;
    const filled = lists.filter((list) => document.first(list) !== null);
    Object.assign(token, { path, phase: 'resume', waits: 'branches', is_outside: false });
    token.due_at = filled.length === 0 ? new Date(run.now).toISOString() : null;
    token.data = { ...(frames && { frames }), log };
    await gate.tx.query(saveToken(token, { children: filled.length }));
    for (const list of filled) {
      const first = /** @type {string} */ (document.first(list));
      await gate.tx.query(
        addToken({
          ...{ run_id: run.id, epoch: run.epoch, parent_id: token.id, path: first, root: list },
          ...{ data: { ...(frames && { frames }) }, is_outside: isOutside(document.at(first)) },
        }),
      );
    }
    await gate.tx.query(saveRun(run));
    return null;
  }

  /** It goes on in the next transaction. @param {Work} at @param {Place} place */
  async function pause({ gate, token, run, document }, { to, path }) {
    const outside = mustCommit(document, { to, path });
    Object.assign(token, { path, phase: to, waits: null, due_at: new Date(run.now).toISOString(), is_outside: outside });
    await gate.tx.query(saveToken(token));
    await gate.tx.query(saveRun(run));
  }

  /** The token's list has ended. @param {Work} at @returns {Promise<Place | null>} */
  async function endOf(at) {
    const { gate, token, run } = at;
    if (token.parent_id !== null) {
      await gate.tx.query(removeToken(token.id));
      await gate.tx.query(branchEnded(token.parent_id));
      await gate.tx.query(saveRun(run));
      return null;
    }
    if (run.phase === 'undo') return nextUndo(at);
    await at.log.save();
    await finish(gate, run, run.phase === 'steps' ? 'done' : 'failed');
    return null;
  }

  /** What was done last is taken back first; then come the steps for errors. @param {Work} at @returns {Promise<Place | null>} */
  async function nextUndo(at) {
    const { gate, token, run, document } = at;
    await at.log.save();
    const found = await takeUndo(gate, run.id);
    if (found) {
      run.phase = 'undo';
      const list = `${found.path}/undo`;
      Object.assign(token, { root: list, data: { ...found.data }, attempts: 0 });
      return into(document, list);
    }
    if (run.ends_as === 'failed' && run.phase !== 'onError' && document.first('onError')) {
      run.phase = 'onError';
      Object.assign(token, { root: 'onError', data: {}, attempts: 0 });
      return { to: 'enter', path: 'onError/0' };
    }
    await finish(gate, run, run.ends_as ?? 'failed');
    return null;
  }

  /** @param {Work} at @param {Place} place @param {unknown} problem @returns {Promise<Place | null>} */
  async function fail(at, { to, path }, problem) {
    const { gate, token, document, trial } = at;
    const step = document.at(path);
    const error = { ...shownError(problem), ...(step && { step: step.id }) };
    const attempt = token.attempts + 1;
    if (token.is_outside && !(await stillOn(at))) return null;
    const wait = trial ? null : waitAfter(step, attempt, problem);
    const frames = token.data.frames ?? [];
    if (step && token.data.log && to === 'resume') await at.log.close(token.data.log, { step, state: 'failed', error });
    else if (step) at.log.add({ path, step, frames, state: 'failed', attempt, error });
    if (wait !== null) {
      const due = new Date(new Date(at.run.now).getTime() + wait).toISOString();
      Object.assign(token, { path, phase: to, waits: 'retry', due_at: due, attempts: attempt, is_outside: isOutside(step) });
      await gate.tx.query(saveToken(token));
      await gate.tx.query(saveRun(at.run));
      return null;
    }
    token.attempts = 0;
    if (step?.onError === 'continue') return after(document, path, token.root) ?? endOf(at);
    return giveUp(at, { to, path }, error);
  }

  /** @param {Work} at @param {Place} place @param {RunError} error @returns {Promise<Place | null>} */
  async function giveUp(at, place, error) {
    const { gate, token, run, document } = at;
    if (run.phase === 'onError') {
      await at.log.save();
      await finish(gate, run, 'failed');
      return null;
    }
    if (run.phase === 'steps') {
      Object.assign(run, { error, ends_as: 'failed', left_at: await tokensOf(gate, token, place) });
      await failed(gate, run, document, error);
    }
    await at.log.save();
    await endPaths(gate, run, token);
    return nextUndo(at);
  }

  return { work, isOutside };
}

/** @param {WorkflowRun} run @param {Token} token */
const isVoid = (run, token) => run.epoch !== token.epoch || !['running', 'waiting'].includes(run.state);

/** @param {Token} token @returns {Place} */
const placeOf = ({ phase, path }) => ({ to: phase, path });

/** How long until a step is tried again, in ms; null: not again. @param {WorkflowStep | undefined} step @param {number} attempt @param {unknown} problem */
function waitAfter(step, attempt, problem) {
  if (!step) return null;
  // What it is told is tried for every error, since a function of the app may well answer 422 for a passing trouble.
  if (step.retries) {
    const wait = (step.retryAfter ?? 1) * MINUTE * 2 ** (attempt - 1);
    return attempt <= step.retries ? Math.min(wait, LONGEST_WAIT) : null;
  }
  const minutes = WAITS[attempt - 1];
  return mayPass(problem) && minutes !== undefined ? minutes * MINUTE : null;
}

/** @param {Work} at @param {Place} place @param {Outcome & { ms: number, isSkipped?: boolean }} outcome @returns {Promise<string | undefined>} id of an entry that is completed later */
async function note({ token, document, log }, { to, path }, outcome) {
  const step = document.at(path);
  const { ms, input, output, by } = outcome;
  const frames = token.data.frames ?? [];
  const entry = { path, step, frames, ms, input, output, by, attempt: token.attempts + 1 };
  const isLoop = outcome.go === 'into' && outcome.frames !== undefined;
  if (to === 'enter') {
    if (outcome.isSkipped) log.add({ ...entry, state: 'skipped' });
    else if (outcome.go === 'wait' || outcome.go === 'fork' || isLoop) return log.open({ ...entry, state: 'waiting' });
    else log.add({ ...entry, state: 'done' });
    return undefined;
  }
  if (outcome.go === 'wait' || isLoop) return undefined;
  const open = to === 'resume' ? token.data.log : frames.find((frame) => frame.path === path)?.log;
  if (open) await log.close(open, { step, state: 'done', output, by });
  return undefined;
}

/** @param {Token} token @param {Outcome} outcome @param {string | undefined} log @returns {{ frames?: Frame[] }} */
function framesAfter(token, outcome, log) {
  const frames = outcome.frames ?? token.data.frames ?? [];
  if (outcome.frames && outcome.go === 'into' && log !== undefined) frames[frames.length - 1].log = log;
  return frames.length > 0 ? { frames } : {};
}

/** The tokens of a run as they are, to go on from there once more. @param {Within} gate @param {Token} own @param {Place} place */
async function tokensOf(gate, own, { to, path }) {
  const { rows } = await gate.tx.query(sql`
    select id, parent_id, path, root, phase, data, waits, children, is_outside
      from plinth.workflow_tokens
     where run_id = ${own.run_id}::uuid and epoch = ${own.epoch}::int`);
  return rows.map((token) => {
    if (token.id === own.id) return { ...token, path, phase: to === 'resume' ? 'enter' : to, data: own.data, waits: null };
    // A step that was waiting begins anew.
    return token.waits === 'branches' ? token : { ...token, phase: token.phase === 'resume' ? 'enter' : token.phase, waits: null };
  });
}

const noUser = () =>
  new AppError('WORKFLOW_NO_USER', 'The person whose rights this workflow needs is gone or deactivated', {
    ...{ status: 422, hint: 'Choose another person in the settings of the workflow' },
  });

/** @param {string} kind */
const unknownKind = (kind) =>
  new AppError('WORKFLOW_STEP_FAILED', phrase`There is no step of kind "${kind}"`, {
    ...{ status: 422, hint: 'Turn on the plugin that it comes from' },
  });
