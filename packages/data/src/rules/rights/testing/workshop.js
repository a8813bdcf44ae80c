import { createForum, SYSTEM } from '../../../gate/rows/testing/forum.js';

/** @typedef {Awaited<ReturnType<typeof createWorkshop>>} Workshop */
/**
 * What a workshop holds, by titles and names: of jobs their columns and the lists of people and of other jobs, of steps
 * and passes (at most one) whose they are.
 *
 * @typedef {{ count: number | null, person: string | null, team: string | null, parent: string | null, crew: string[], pals: string[] }} Job
 * @typedef {{ jobs: Record<string, Job>, steps: Record<string, { amount: number, job: string | null }>, passes: Record<string, { job: string | null }> }} State
 */

const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
export const TEAMS = /** @type {Record<string, string | null>} */ ({ red: 'ada', blue: 'ben', grey: null });
export const BASE = Array.from({ length: 8 }, (_, i) => `b${i + 1}`);

/**
 * Jobs with a relation of each kind: to one row, to a row of the same table, to many people, to many jobs, and with
 * steps and one pass that point at them.
 *
 * @param {{ rowSecurity?: boolean }} [options]
 */
export async function createWorkshop(options) {
  const forum = await createForum({ history: false, ...options });
  const { data } = forum;
  const add = (/** @type {string} */ name, /** @type {any[]} */ fields, access = ALL) =>
    data.edit(SYSTEM, 'add-table', { name, fields, access: { user: access } });
  const to = (/** @type {string} */ name, /** @type {string} */ table, type = 'relation') => ({
    name,
    type,
    attributes: { table },
  });
  await add('teams', [
    { name: 'name', type: 'text' },
    { name: 'lead', type: 'user' },
  ]);
  await add('jobs', [
    { name: 'title', type: 'text' },
    { name: 'count', type: 'integer' },
    { name: 'person', type: 'user' },
    to('team', 'teams'),
    to('crew', 'users', 'many_to_many'),
  ]);
  await data.edit(SYSTEM, 'add-field', { table: 'jobs', field: to('parent', 'jobs') });
  await data.edit(SYSTEM, 'add-field', { table: 'jobs', field: to('pals', 'jobs', 'many_to_many') });
  await add('steps', [{ name: 'label', type: 'text' }, { name: 'amount', type: 'integer' }, to('job', 'jobs')]);
  await add('passes', [{ name: 'code', type: 'text' }, to('job', 'jobs', 'one_to_one')]);
  return forum;
}

/**
 * Replaces all jobs by a few.
 *
 * @param {Workshop} workshop @param {State} state of base jobs, whose places in `BASE` are their keys
 */
export async function resetWorkshop({ data, people }, state) {
  const text = (/** @type {string | null} */ value) => (value === null ? 'null' : `'${value}'`);
  const key = (/** @type {string | null} */ title) => (title === null ? 'null' : String(BASE.indexOf(title) + 1));
  const person = (/** @type {string | null} */ name) => text(name && people[name]);
  const team = (/** @type {string | null} */ name) =>
    name === null ? 'null' : String(Object.keys(TEAMS).indexOf(name) + 1);
  const rows = (/** @type {string} */ into, /** @type {string[]} */ values) =>
    values.length > 0 ? `insert into app.${into} values ${values.map((one) => `(${one})`).join()};` : '';
  const jobs = Object.entries(state.jobs);
  await data.db.transaction(async (tx) => {
    await tx.query(
      [
        'delete from app.steps; delete from app.passes; delete from app.jobs_crew; delete from app.jobs_pals; delete from app.jobs; delete from app.teams;',
        rows(
          'teams (id, name, lead)',
          Object.entries(TEAMS).map(([name, lead]) => `${team(name)}, '${name}', ${person(lead)}`),
        ),
        rows(
          'jobs (id, title, count, person, team, parent)',
          jobs.map(
            ([title, job]) =>
              `${key(title)}, '${title}', ${job.count}, ${person(job.person)}, ${team(job.team)}, ${key(job.parent)}`,
          ),
        ),
        rows(
          'jobs_crew (source, target)',
          jobs.flatMap(([title, job]) => job.crew.map((name) => `${key(title)}, ${person(name)}`)),
        ),
        rows(
          'jobs_pals (source, target)',
          jobs.flatMap(([title, job]) => job.pals.map((pal) => `${key(title)}, ${key(pal)}`)),
        ),
        rows(
          'steps (id, label, amount, job)',
          Object.entries(state.steps).map(
            ([label, { amount, job }]) => `${label.slice(1)}, '${label}', ${amount}, ${key(job)}`,
          ),
        ),
        rows(
          'passes (code, job)',
          Object.entries(state.passes).map(([code, { job }]) => `'${code}', ${key(job)}`),
        ),
        `select setval(pg_get_serial_sequence('app.' || name, 'id'), 1000) from unnest(array['jobs', 'steps']) name`,
      ].join('\n'),
    );
  });
}

/** What is stored now. @param {Workshop} workshop @returns {Promise<State>} */
export async function storedState({ data }) {
  const { rows } = await data.db.query(`select
    (select coalesce(jsonb_object_agg(j.title, jsonb_build_object('count', j.count, 'person', u.name, 'team', t.name, 'parent', p.title,
        'crew', array(select c.name from app.jobs_crew l join plinth.users c on c.id = l.target where l.source = j.id order by c.name),
        'pals', array(select o.title from app.jobs_pals l join app.jobs o on o.id = l.target where l.source = j.id order by o.title))), '{}')
      from app.jobs j left join plinth.users u on u.id = j.person left join app.teams t on t.id = j.team left join app.jobs p on p.id = j.parent) as jobs,
    (select coalesce(jsonb_object_agg(s.label, jsonb_build_object('amount', s.amount, 'job', j.title)), '{}')
      from app.steps s left join app.jobs j on j.id = s.job) as steps,
    (select coalesce(jsonb_object_agg(s.code, jsonb_build_object('job', j.title)), '{}')
      from app.passes s left join app.jobs j on j.id = s.job) as passes`);
  return rows[0];
}
