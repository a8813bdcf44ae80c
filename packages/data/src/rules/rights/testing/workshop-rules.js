import { BASE, TEAMS } from './workshop.js';

/** @import { Job, State } from './workshop.js' */
/**
 * A rule and its meaning as a plain function, without the evaluator or SQL. `later`: it uses child rows, so it is
 * checked once those of the same write exist.
 *
 * @typedef {{ text: string, later: boolean, holds: (job: Job, title: string, state: State, user: string) => boolean }} Rule
 * @typedef {{ whole: (below: number) => number, one: <T>(of: readonly T[]) => T, chance: (of: number) => boolean, some: <T>(of: readonly T[]) => T[] }} Random
 */

const PEOPLE = ['ada', 'ben', 'cyd'];

/** @param {number} seed @returns {Random} numbers of mulberry32 */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (/** @type {number} */ below) => Math.floor(next() * below);
  return {
    whole,
    one: (of) => of[whole(of.length)],
    chance: (of) => next() < of,
    some: (of) => of.filter(() => next() < 0.4),
  };
}

const jobsOf = (/** @type {State} */ { jobs }) => Object.values(jobs);
const stepsOf = (/** @type {State} */ { steps }, /** @type {string} */ title) =>
  Object.values(steps).filter(({ job }) => job === title);

/** Conditions over relations of each kind. @type {((random: Random) => Rule)[]} */
const PARTS = [
  (random) => {
    const most = random.whole(8);
    return part(`row.count < ${most}`, (job) => job.count !== null && job.count < most);
  },
  () => part('row.person == user.id', (job, _, __, user) => job.person === user),
  () => part('user.id in row.crew', (job, _, __, user) => job.crew.includes(user)),
  () => part('user.id in row.crew', (job, _, __, user) => job.crew.includes(user)),
  (random) => {
    const most = random.whole(4);
    return part(`row.crew.size() < ${most}`, (job) => job.crew.length < most);
  },
  (random) => {
    const name = random.one(PEOPLE);
    return part(`row.crew.exists(c, c.name == "${name}")`, (job) => job.crew.includes(name));
  },
  () => part('row.crew.all(c, c.id == user.id)', (job, _, __, user) => job.crew.every((name) => name === user)),
  () => part('row.team.lead == user.id', (job, _, __, user) => job.team !== null && TEAMS[job.team] === user),
  () =>
    part(
      'row.parent.person == user.id',
      (job, _, state, user) => job.parent !== null && state.jobs[job.parent].person === user,
    ),
  () =>
    part(
      'row.parent.crew.exists(c, c.id == user.id)',
      (job, _, state, user) => job.parent !== null && state.jobs[job.parent].crew.includes(user),
    ),
  (random) => {
    const most = random.whole(8);
    const isSmall = (/** @type {number | null} */ count) => count !== null && count < most;
    return part(`row.pals.exists(p, p.count < ${most})`, (job, _, { jobs }) =>
      job.pals.some((pal) => isSmall(jobs[pal].count)),
    );
  },
  (random) => {
    const most = random.whole(4);
    return later(`row.steps.size() < ${most}`, (_, title, state) => stepsOf(state, title).length < most);
  },
  (random) => {
    const least = random.whole(5);
    return later(`row.steps.exists(s, s.amount > ${least})`, (_, title, state) =>
      stepsOf(state, title).some(({ amount }) => amount > least),
    );
  },
  () =>
    later('row.passes.exists(p, p.code != "")', (_, title, { passes }) =>
      Object.values(passes).some(({ job }) => job === title),
    ),
  (random) => {
    const most = 1 + random.whole(9);
    return later(
      `row.team.jobs.size() < ${most}`,
      (job, _, state) => jobsOf(state).filter(({ team }) => job.team !== null && team === job.team).length < most,
    );
  },
  (random) => {
    const most = 1 + random.whole(3);
    return later(
      `row.jobs.size() < ${most}`,
      (_, title, state) => jobsOf(state).filter(({ parent }) => parent === title).length < most,
    );
  },
];

/** @param {string} text @param {Rule['holds']} holds @returns {Rule} */
const part = (text, holds) => ({ text, later: false, holds });
/** @param {string} text @param {Rule['holds']} holds @returns {Rule} */
const later = (text, holds) => ({ text, later: true, holds });

/** @param {Random} random @returns {Rule} */
export function anyRule(random) {
  const one = random.one(PARTS)(random);
  const turned = random.chance(0.25)
    ? { ...one, text: `!(${one.text})`, holds: (/** @type {Parameters<Rule['holds']>} */ ...of) => !one.holds(...of) }
    : one;
  if (random.chance(0.55)) return turned;
  const other = anyRule(random);
  const both = random.chance(0.4);
  return {
    text: `(${turned.text} ${both ? '&&' : '||'} ${other.text})`,
    later: turned.later || other.later,
    holds: (...of) => (both ? turned.holds(...of) && other.holds(...of) : turned.holds(...of) || other.holds(...of)),
  };
}

/** A job that points at base jobs only: they are never deleted. @param {Random} random @returns {Job} */
export function anyJob(random) {
  return {
    count: random.one([null, 0, 1, 2, 3, 5, 7]),
    person: random.one([null, 'ada', 'ada', 'ben', 'cyd']),
    team: random.one([null, ...Object.keys(TEAMS)]),
    parent: random.one([null, null, ...BASE]),
    crew: random.some(PEOPLE),
    pals: random.some(BASE.slice(0, 4)),
  };
}
