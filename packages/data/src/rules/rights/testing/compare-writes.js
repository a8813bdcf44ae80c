import assert from 'node:assert/strict';
import { SYSTEM } from '../../../gate/rows/testing/forum.js';
import { createNaiveWriter } from './naive-writer.js';
import { BASE, resetWorkshop, storedState } from './workshop.js';
import { anyJob, anyRule, randomOf } from './workshop-rules.js';
import { PATHS } from './write-paths.js';

/** @import { Workshop, State } from './workshop.js' */
/** @import { Random } from './workshop-rules.js' */

/**
 * What the paths of one round share. `ids`: keys of jobs by their titles; `asked`: what a failure is told by.
 *
 * @typedef {{ workshop: Workshop, random: Random, state: State, ids: Record<string, number>, asked: string,
 *   writer: ReturnType<typeof createNaiveWriter>, title: () => string, rows: number }} Round
 */

/**
 * Random rules over relations of each kind, and writes by every path: what succeeds, what is refused and what is stored
 * afterwards are compared with a naive model that uses neither SQL nor the evaluator.
 *
 * @param {Workshop} workshop @param {{ cases: number, seed: number, rows?: number }} options rows: for each path of a round
 * @returns {Promise<{ cases: number, done: number, rounds: number }>}
 */
export async function compareWrites(workshop, { cases: wanted, seed, rows = 40 }) {
  let [cases, done, rounds] = [0, 0, 0];
  for (; cases < wanted; rounds++) {
    const round = await begin(workshop, randomOf(seed + rounds), `SEED=${seed} round ${rounds}`, rows);
    for (const path of PATHS) {
      for (const { expected, found, what, size = 1 } of await path(round)) {
        assert.equal(found, expected ? 'done' : 'refused', `${path.name} ${JSON.stringify(what)} ${round.asked}`);
        cases += size;
        if (expected) done += size;
      }
    }
    assert.deepEqual(await storedState(workshop), sorted(round.state), round.asked);
  }
  return { cases, done, rounds };
}

/** @param {Workshop} workshop @param {Random} random @param {string} name @param {number} rows @returns {Promise<Round>} */
async function begin(workshop, random, name, rows) {
  const rule = () => (random.chance(0.1) ? null : anyRule(random));
  const rules = { create: rule(), update: rule(), delete: rule() };
  const level = (/** @type {ReturnType<typeof rule>} */ one) => (one ? { rule: one.text } : 'all');
  const access = { read: 'all', create: level(rules.create), update: level(rules.update), delete: level(rules.delete) };
  await workshop.data.edit(SYSTEM, 'set-access', { table: 'jobs', access: { user: access } });
  const state = baseState(random);
  await resetWorkshop(workshop, state);
  let titles = 0;
  return {
    workshop,
    random,
    state,
    rows,
    ids: Object.fromEntries(BASE.map((title, i) => [title, i + 1])),
    asked: `${name} ${JSON.stringify(access)}`,
    writer: createNaiveWriter(state, rules),
    title: () => `n${(titles += 1)}`,
  };
}

/** @param {Random} random @returns {State} */
function baseState(random) {
  const steps = Array.from({ length: 8 }, (_, i) => [
    `s${i + 1}`,
    { amount: random.whole(6), job: random.one([null, ...BASE]) },
  ]);
  return {
    jobs: Object.fromEntries(BASE.map((title) => [title, anyJob(random)])),
    steps: Object.fromEntries(steps),
    passes: Object.fromEntries(random.some(BASE).map((job) => [`p${job}`, { job }])),
  };
}

/** @param {State} state @returns {State} */
function sorted(state) {
  const jobs = Object.entries(state.jobs).map(([title, job]) => [
    title,
    { ...job, crew: [...job.crew].sort(), pals: [...job.pals].sort() },
  ]);
  return { ...state, jobs: Object.fromEntries(jobs) };
}
