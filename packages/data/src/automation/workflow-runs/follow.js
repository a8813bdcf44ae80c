/** @import { Frame, Outcome, Place, Timed, Token, Work } from './types.d.ts' */
import { addToken, saveRun, saveToken } from './claims.js';
import { endOf, endPaths, finish } from './endings.js';
import { isOutside, startsOutside } from './is-outside.js';
import { after, into, isOnMainPath } from './move.js';

/**
 * Goes where a step leads.
 *
 * @param {Work} at @param {Place} place @param {Timed} outcome @returns {Promise<Place | 'commit' | null>} null: it waits, or has ended
 */
export async function follow(at, place, outcome) {
  const { gate, token, run, document } = at;
  const before = valuesBefore(run.variables, outcome);
  Object.assign(run.variables, outcome.set);
  if (outcome.result) run.results[document.at(place.path).id] = outcome.result;
  const log = await note(at, place, outcome, before);
  // After a wait, the same step can still fail.
  if (outcome.go !== 'wait') token.attempts = 0;
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
  const loop = token.data.frames?.find((frame) => frame.path === place.path)?.log;
  if (loop) await at.log.progress(loop, outcome.output);
  await pause(at, next);
  return 'commit';
}

/** It goes on in the next transaction. @param {Work} at @param {Place} place */
export async function pause({ gate, token, run, document, kit }, { to, path }) {
  const outside = startsOutside(kit, document, { to, path });
  Object.assign(token, {
    path,
    phase: to,
    waits: null,
    due_at: new Date(run.now).toISOString(),
    is_outside: outside,
  });
  await gate.tx.query(saveToken(token));
  await gate.tx.query(saveRun(run));
}

/** For the log. @param {Work} at @param {Place} place @param {Timed} outcome @param {Record<string, unknown> | null} before @returns {Promise<string | undefined>} id of an entry that is completed later */
async function note({ token, document, log }, { to, path }, outcome, before) {
  const step = document.at(path);
  const { ms, input, output, by } = outcome;
  const frames = token.data.frames ?? [];
  const mayRestart = isOnMainPath(token);
  // Also of what the steps for failures change.
  const kept = token.parent_id === null && frames.length === 0 ? before : null;
  const entry = { path, step, frames, ms, input, output, by, attempt: token.attempts + 1, mayRestart, before: kept };
  const isLoop = outcome.go === 'into' && outcome.frames !== undefined;
  if (to === 'enter') {
    if (outcome.isSkipped) log.add({ ...entry, state: 'skipped' });
    else if (outcome.go === 'wait' || outcome.go === 'fork' || isLoop) return log.open({ ...entry, state: 'waiting' });
    else log.add({ ...entry, state: 'done' });
    return undefined;
  }
  if (outcome.go === 'wait' || isLoop) return undefined;
  const open = to === 'resume' ? token.data.log : frames.find((frame) => frame.path === path)?.log;
  if (open) await log.close(open, { step, state: 'done', output, by, before: kept });
  return undefined;
}

/**
 * Values of variables to restore if the run restarts at this step: those that it changes, or all if it has steps
 * inside that may change any.
 *
 * @param {Record<string, unknown>} variables @param {Outcome} outcome @returns {Record<string, unknown> | null}
 */
function valuesBefore(variables, outcome) {
  if (outcome.go === 'fork' || (outcome.go === 'into' && outcome.frames)) return { ...variables };
  const names = Object.keys(outcome.set ?? {});
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, variables[name] ?? null]));
}

/** @param {Token} token @param {Outcome} outcome @param {string | undefined} log @returns {{ frames?: Frame[] }} */
function framesAfter(token, outcome, log) {
  const frames = outcome.frames ?? token.data.frames ?? [];
  if (outcome.frames && outcome.go === 'into' && log !== undefined) frames[frames.length - 1].log = log;
  return frames.length > 0 ? { frames } : {};
}

/** @param {Work} at @param {Place} place @param {Extract<Outcome, { go: 'wait' }>} outcome @param {string | undefined} log */
async function park({ gate, token, run, kit: { catalog } }, { path }, { waits, until, own, row, hook }, log) {
  const { frames, log: before } = token.data;
  Object.assign(token, { path, phase: 'resume', waits, due_at: until?.toISOString() ?? null, is_outside: false });
  token.data = { ...(frames && { frames }), log: log ?? before, ...(own !== undefined && { own }) };
  const table = row && catalog().hasTable(row.table) ? catalog().table(row.table).id : null;
  await gate.tx.query(saveToken(token, { table, key: row?.key ?? null, hook: hook ?? null }));
  await gate.tx.query(saveRun(run));
  return null;
}

/** @param {Work} at @param {Place} place @param {readonly string[]} lists @param {string | undefined} log */
async function fork({ gate, token, run, document, kit }, { path }, lists, log) {
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
        run_id: run.id,
        epoch: run.epoch,
        parent_id: token.id,
        path: first,
        root: list,
        data: { ...(frames && { frames }) },
        is_outside: isOutside(kit, document.at(first)),
      }),
    );
  }
  await gate.tx.query(saveRun(run));
  return null;
}
