import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { createData } from '../../../create-data.js';
import { createTestDatabase } from '../../../testing/index.js';

/** All tests of rows can be run with row-level security: ROW_SECURITY=on node --test packages/data/src/gate/rows/*.test.js */
const ROW_SECURITY = process.env.ROW_SECURITY === 'on';

/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @typedef {{ db: Database, edit(...args: any[]): Promise<any>, reload(): Promise<any>, catalog(): import('@plinth/plugin').Catalog, access: ReturnType<typeof import('../../../people/access/index.js').createAccess>, actions: any, notifications: any, automation: any, workflows: any, runs: any, revisions: any, secrets: any, apps: any, people: any, functions: import('../../../create-data.js').Data['functions'], close(): Promise<void> } & Omit<ReturnType<typeof import('../index.js').createRows>, 'within'>} Data */

export const SYSTEM = /** @type {Actor} */ ({ userId: null, roles: [], system: true });
export const VISITOR = /** @type {Actor} */ ({ userId: null, roles: ['public'], system: false });

/** Never changes in the tests; the site is in Berlin, where this is the 21st already. */
export const NOW = new Date('2026-11-20T23:30:00.000Z');

const ROLES = {
  admin: ['admin', 'staff', 'user', 'public'],
  staff: ['staff', 'user', 'public'],
  user: ['user', 'public'],
};
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };

/**
 * A small forum in a database of its own: topics with an owner, replies, tags, and a table that nobody was granted.
 * Staff may do everything, users reach their own topics and all replies, visitors read replies and tags.
 *
 * @param {{ history?: boolean, rowSecurity?: boolean, log?: any }} [options]
 */
export async function createForum({ history = true, rowSecurity = ROW_SECURITY, log } = {}) {
  const registry = createRegistry([dataPlugin]);
  const database = await createTestDatabase({
    reader: rowSecurity,
    migrate: async (connection) => {
      const { createData: make } = await import('../../../create-data.js');
      const { createRegistry: registryOf } = await import('@plinth/plugin');
      const { dataPlugin: plugin } = await import('../../../core-plugin.js');
      const data = await make({ connection, registry: registryOf([plugin]) });
      await data.close();
    },
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-rows-'));
  const { connection } = database;
  const made = await createData({ connection, registry, dataDir, clock: () => NOW, rowSecurity, log });
  const data = /** @type {Data} */ (made);
  /** @type {Record<string, string>} */
  const people = {};
  for (const name of ['ada', 'ben', 'cyd']) {
    const { rows } = await data.db.query({
      text: 'insert into plinth.users (name, email) values ($1, $2) returning id',
      values: [name, `${name}@secret.example`],
    });
    people[name] = rows[0].id;
  }
  await addTables(data, history);
  await moveSite(data, 'Europe/Berlin');
  /** @param {keyof typeof ROLES} role @param {string} name @returns {Actor} */
  const actor = (role, name) => ({ userId: people[name], roles: ROLES[role], system: false });
  return {
    data,
    connection,
    dataDir,
    people,
    admin: actor('admin', 'cyd'),
    staff: actor('staff', 'cyd'),
    ada: actor('user', 'ada'),
    ben: actor('user', 'ben'),
    close: async () => {
      await data.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param {any} data @param {boolean} history */
async function addTables(data, history) {
  const add = (/** @type {any} */ input) => data.edit(SYSTEM, 'add-table', input);
  await add({
    name: 'tags',
    key: 'uuid',
    access: { staff: everything, public: { read: 'all' } },
    fields: [{ name: 'name', type: 'text', required: true, unique: true }],
  });
  await add({
    name: 'topics',
    history,
    owner: 'author',
    access: { staff: everything, user: own },
    fields: [
      { name: 'title', type: 'text', required: true, attributes: { maxLength: 80 } },
      { name: 'body', type: 'long_text' },
      { name: 'author', type: 'user' },
      {
        name: 'status',
        type: 'select',
        default: 'open',
        attributes: { options: ['open', 'done'].map((value) => ({ value, label: value })) },
      },
      { name: 'priority', type: 'integer', attributes: { min: 0, max: 9 } },
      { name: 'budget', type: 'money' },
      { name: 'due', type: 'date' },
      { name: 'starts', type: 'date_time' },
      { name: 'effort', type: 'duration' },
      { name: 'at', type: 'time' },
      { name: 'done', type: 'boolean', default: false },
      {
        name: 'labels',
        type: 'multi_select',
        attributes: { options: ['red', 'blue'].map((value) => ({ value, label: value })) },
      },
      { name: 'extra', type: 'json' },
      { name: 'tags', type: 'many_to_many', attributes: { table: 'tags' } },
    ],
    indexes: [{ fields: ['due'] }, { fields: ['title'] }],
    constraints: [
      { kind: 'unique', fields: ['title', 'due'], message: 'There is such a topic on that day' },
      {
        kind: 'check',
        where: {
          any: [
            { field: 'priority', op: 'empty' },
            { field: 'priority', op: 'ne', value: 7 },
          ],
        },
        message: 'Seven is taken',
      },
    ],
  });
  await add({
    name: 'replies',
    history: false,
    display: 'text',
    access: { staff: everything, user: { read: 'all', create: 'all' }, public: { read: 'all' } },
    fields: [
      { name: 'text', type: 'text', required: true },
      { name: 'topic', type: 'relation', attributes: { table: 'topics', onDelete: 'restrict' } },
      { name: 'score', type: 'integer' },
      { name: 'price', type: 'money' },
    ],
  });
  await add({
    name: 'secrets',
    fields: [
      { name: 'code', type: 'text' },
      { name: 'topic', type: 'relation', attributes: { table: 'topics', onDelete: 'restrict' } },
    ],
  });
}

/** @param {any} data @param {string} timeZone */
async function moveSite(data, timeZone) {
  await data.db.query({
    text: `update plinth.objects set body = body || jsonb_build_object('timeZone', $1::text) where kind = 'settings'`,
    values: [timeZone],
  });
  await data.db.query('update plinth.catalog_version set version = version + 1');
  await data.reload();
}
