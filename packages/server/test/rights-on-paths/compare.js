/** @import { Path, Rule, World } from './types.d.ts' */
import fc from 'fast-check';
import { changes } from './changes.js';
import { api } from './paths/api.js';
import { files } from './paths/files.js';
import { history } from './paths/history.js';
import { mcp } from './paths/mcp.js';
import { choices, pages } from './paths/screens.js';
import { search } from './paths/search.js';
import { ACTORS, HELD, ROLES } from './people.js';
import { PROJECT_RULES, reaches, ruleOf, TASK_RULES } from './rules.js';

/**
 * Random rights of random roles, and every way by which somebody could learn of a row or a field, compared with plain
 * functions over the rows that were written: no rule is read, no statement asked.
 */

/** @type {Path[]} */
const PATHS = [pages, choices, api, search, files, history, mcp];

const level = (/** @type {Rule[]} */ rules) =>
  fc.oneof(fc.constantFrom('none', 'none', 'own', 'all'), { weight: 3, arbitrary: ruleOf(rules) });
const grants = (/** @type {Rule[]} */ rules) =>
  fc.record(Object.fromEntries(ROLES.map((role) => [role, level(rules)])));
const readers = fc.constantFrom(null, null, [], ['staff'], ['user'], ['public']);

export const settings = fc.record({
  tasks: grants(TASK_RULES),
  projects: grants(PROJECT_RULES),
  fields: fc.record({ secret: readers, amount: readers, project: readers, file: readers }),
});

/**
 * Sets rights and compares all paths for everybody.
 *
 * @param {World} world @param {any} one of `settings` @returns {Promise<number>} compared cases: a row on a path
 */
export async function compareAll(world, one) {
  await grant(one, world);
  let cases = 0;
  for (const actor of ACTORS) {
    const may = (/** @type {string} */ field) =>
      one.fields[field] === null || one.fields[field].some((/** @type {string} */ role) => HELD[actor].includes(role));
    const tasks = world.tasks.filter((row) => reaches(one.tasks, actor, row, row.owner, world));
    const projects = world.projects.filter((row) => reaches(one.projects, actor, row, row.lead, world));
    const seen = { tasks, projects, may };
    const said = JSON.stringify({ actor, ...one, tasks: texts(one.tasks), projects: texts(one.projects) });
    for (const path of PATHS) {
      try {
        cases += await path(world, actor, seen);
      } catch (error) {
        throw new Error(`${path.name}: ${/** @type {Error} */ (error).message}\n${said}`, { cause: error });
      }
    }
  }
  return cases + (await changes(world, one));
}

/** @param {any} granted */
const texts = (granted) => Object.fromEntries(ROLES.map((role) => [role, granted[role].text ?? granted[role]]));

/** @param {any} one @param {World} world */
async function grant(one, { server }) {
  const access = (/** @type {any} */ granted) =>
    Object.fromEntries(
      ROLES.map((role) => [
        role,
        { read: typeof granted[role] === 'object' ? { rule: granted[role].text } : granted[role] },
      ]),
    );
  const { data, system } = server;
  const fields = Object.fromEntries(
    Object.entries(one.fields).map(([name, read]) => [name, read === null ? null : { read, write: null }]),
  );
  await data.edit(system, 'set-access', { table: 'projects', access: access(one.projects), owner: 'lead' });
  await data.edit(system, 'set-access', { table: 'tasks', access: access(one.tasks), owner: 'owner', fields });
}
