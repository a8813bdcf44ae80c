/** @import { Rule, World } from './types.d.ts' */
import fc from 'fast-check';
import { HELD } from './people.js';

/** @type {Rule[]} */
export const TASK_RULES = [
  { text: 'row.owner == user.id', holds: (row, { id }) => id !== null && row.owner === id },
  { text: 'row.open', holds: (row) => row.open },
  { text: 'row.amount > 3', holds: (row) => row.amount !== null && row.amount > 3 },
  { text: 'row.owner == null', holds: (row) => row.owner === null },
  { text: '"crew" in user.groups', holds: (_, { groups }) => groups.includes('crew') },
  { text: 'user.signedIn', holds: (_, { id }) => id !== null },
  {
    text: 'row.project.lead == user.id',
    holds: (row, { id }, world) => id !== null && projectOf(row, world)?.lead === id,
  },
  {
    text: 'row.project.members.exists(m, m.id == user.id)',
    holds: (row, { id }, world) => id !== null && (projectOf(row, world)?.members.includes(id) ?? false),
  },
];
/** @type {Rule[]} */
export const PROJECT_RULES = [
  { text: 'row.lead == user.id', holds: (row, { id }) => id !== null && row.lead === id },
  { text: 'user.id in row.members', holds: (row, { id }) => id !== null && row.members.includes(id) },
  {
    text: 'row.tasks.exists(t, t.owner == user.id)',
    holds: (row, { id }, { tasks }) =>
      id !== null && tasks.some((task) => task.project === row.id && task.owner === id),
  },
  { text: 'row.name != "p1"', holds: (row) => row.name !== 'p1' },
];

/** @param {any} row @param {World} world */
const projectOf = (row, { projects }) => projects.find(({ id }) => id === row.project);

/** One of them, or several put together. @param {Rule[]} rules @returns {fc.Arbitrary<Rule>} */
export const ruleOf = (rules) =>
  fc.letrec((tie) => ({
    rule: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(...rules),
      fc
        .tuple(tie('rule'), tie('rule'))
        .map(([a, b]) => joined('&&', /** @type {Rule} */ (a), /** @type {Rule} */ (b))),
      fc
        .tuple(tie('rule'), tie('rule'))
        .map(([a, b]) => joined('||', /** @type {Rule} */ (a), /** @type {Rule} */ (b))),
      tie('rule').map((one) => denied(/** @type {Rule} */ (one))),
    ),
  })).rule;

/** @param {'&&' | '||'} sign @param {Rule} a @param {Rule} b @returns {Rule} */
const joined = (sign, a, b) => ({
  text: `(${a.text}) ${sign} (${b.text})`,
  holds: (...given) =>
    sign === '&&' ? a.holds(...given) && b.holds(...given) : a.holds(...given) || b.holds(...given),
});

/**
 * "Not" of what can't be known is true of nothing, so it is asked whether the rule is not true.
 *
 * @param {Rule} one
 * @returns {Rule}
 */
const denied = (one) => ({ text: `((${one.text}) != true)`, holds: (...given) => !one.holds(...given) });

/**
 * Whether somebody may read a row.
 *
 * @param {any} granted what each role was given on its table @param {string} actor @param {any} row
 * @param {string | null} owner of the row @param {World} world
 */
export function reaches(granted, actor, row, owner, world) {
  const person = world.people[actor];
  return HELD[actor].some((role) => {
    const given = granted[role];
    if (given === 'all') return true;
    if (given === 'own') return person.id !== null && owner === person.id;
    return typeof given === 'object' && given.holds(row, person, world);
  });
}
