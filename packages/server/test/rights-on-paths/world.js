/** @import { World } from './types.d.ts' */
import { Readable } from 'node:stream';
import { startTestServer } from '../../src/testing/index.js';
import { PEOPLE } from './people.js';
import { addViews } from './views.js';

export const TASKS = 10;
export const PROJECTS = 4;

/** @returns {Promise<World>} */
export async function startWorld() {
  const server = await startTestServer({ users: PEOPLE });
  try {
    return await fill(server);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** @param {any} server @returns {Promise<World>} */
async function fill(server) {
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-table', {
    name: 'projects',
    display: 'name',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'lead', type: 'user' },
      { name: 'members', type: 'many_to_many', attributes: { table: 'users' } },
    ],
  });
  await edit('add-table', {
    name: 'tasks',
    display: 'title',
    history: true,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text' },
      { name: 'amount', type: 'integer' },
      { name: 'open', type: 'boolean' },
      { name: 'owner', type: 'user' },
      { name: 'project', type: 'relation', attributes: { table: 'projects' } },
      { name: 'file', type: 'file' },
    ],
  });
  await addViews(edit);
  /** @type {World} */
  const world = { server, tasks: [], projects: [], people: {}, tokens: {}, clients: {} };
  await addPeople(world);
  await addRows(world);
  return world;
}

/** @param {World} world */
async function addPeople(world) {
  const { server } = world;
  const { data, system } = server;
  await data.people.groups.create(system, { label: 'Crew', name: 'crew' });
  world.people.visitor = { name: 'visitor', id: null, groups: [] };
  world.clients.visitor = await server.as('public');
  for (const name of Object.keys(PEOPLE)) {
    world.clients[name] = await server.as(name);
    const { id } = world.clients[name].user;
    if (name === 'bob') await data.people.groups.addMember(system, 'crew', id);
    world.people[name] = { name, id, groups: name === 'bob' ? ['crew'] : [] };
  }
  for (const name of [...Object.keys(PEOPLE), 'admin']) {
    const { id } = (await server.as(name)).user;
    world.tokens[name] = (await data.people.apiTokens.create(system, id, { name: 'x' })).token;
  }
}

/** @param {World} world */
async function addRows(world) {
  const { server, people } = world;
  const { data, system } = server;
  const ids = ['ann', 'bob', 'sue'].map((name) => String(people[name].id));
  for (let n = 0; n < PROJECTS; n++) {
    const values = {
      name: `p${n}`,
      lead: [ids[0], ids[1], null, ids[2]][n],
      members: [[ids[1]], [], [ids[0], ids[2]], []][n],
    };
    const { id } = await data.rows.insert(system, 'projects', values);
    world.projects.push({ id, ...values });
  }
  for (let n = 0; n < TASKS; n++) {
    const file = await data.files.add(system, Readable.from([Buffer.from(`f${n}q`)]), {
      name: `f${n}.txt`,
      field: { table: 'tasks', field: 'file' },
    });
    const values = {
      title: `t${n}q`,
      secret: `s${n}q`,
      amount: n % 4 === 3 ? null : n,
      open: n % 3 === 0,
      file: file.id,
      owner: n % 5 === 4 ? null : ids[n % 3],
      project: n % 6 === 5 ? null : world.projects[n % PROJECTS].id,
    };
    const { id } = await data.rows.insert(system, 'tasks', values);
    world.tasks.push({ id, n, ...values });
  }
}
