import { SYSTEM, createForum } from '../../testing/forum.js';

/** @import { Actor } from '@plinth/plugin' */
/** @typedef {Awaited<ReturnType<typeof createTwins>>} Twins */
/** @typedef {'together' | 'alone'} Side which of the two tables: the one for concurrent calls, or that for one call after the other */
/** @typedef {{ kind: 'insert', actor: string, values: any } | { kind: 'update' | 'remove' | 'get', actor: string, target: number, values?: any }} Step */

export const SIDES = /** @type {Side[]} */ (['together', 'alone']);
/** Rows that both tables have at the beginning, by owner. */
const OWNERS = ['ada', 'ben', null, 'ada', 'ben', 'cyd'];

/**
 * Two tables alike, in which the same steps can be done at once and one by one: rows have owners, a unique name, a
 * check, a relation into a table of owned rows, and a history.
 */
export async function createTwins() {
  const forum = await createForum();
  const { data, people } = forum;
  await data.edit(SYSTEM, 'add-role', { role: { name: 'reader', label: 'Reader' } });
  for (const name of SIDES) await data.edit(SYSTEM, 'add-table', definition(name));
  const topics = await Promise.all(
    ['ada', 'ben'].map((name) => data.rows.insert(SYSTEM, 'topics', { title: name, author: people[name] })),
  );
  const roles = (/** @type {string[]} */ ...names) => [...names, 'public'];
  /** @type {Record<string, Actor>} */
  const actors = {
    visitor: { userId: null, roles: roles(), system: false },
    ada: { userId: people.ada, roles: roles('user'), system: false },
    ben: { userId: people.ben, roles: roles('user'), system: false },
    reader: { userId: people.ben, roles: roles('reader'), system: false },
    staff: { userId: people.cyd, roles: roles('staff'), system: false },
    admin: { userId: people.cyd, roles: roles('admin'), system: false },
    system: SYSTEM,
  };
  return {
    ...forum,
    actors,
    /** Topics that only Ada, or only Ben, may read. */
    topics: { ada: topics[0].id, ben: topics[1].id },
    /** Both tables with the same few rows and no history; their keys by number. @returns {Promise<Record<Side, unknown[]>>} */
    async restart() {
      await data.db.query('truncate app.together, app.alone, plinth.row_history cascade');
      const rows = OWNERS.map((owner, i) => ({ name: `row ${i}`, author: owner && people[owner], size: i }));
      const keys = await Promise.all(
        SIDES.map(async (side) => (await data.rows.insertMany(SYSTEM, side, rows)).done.map(({ id }) => id)),
      );
      return { together: keys[0], alone: keys[1] };
    },
  };
}

/** @param {string} name */
function definition(name) {
  const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  return {
    name,
    history: true,
    owner: 'author',
    access: {
      staff: everything,
      user: { read: 'own', create: 'all', update: 'own', delete: 'own' },
      reader: { read: 'all', update: 'own' },
    },
    fields: [
      { name: 'name', type: 'text', required: true, unique: true },
      { name: 'author', type: 'user' },
      { name: 'size', type: 'integer', attributes: { min: 0 } },
      { name: 'topic', type: 'relation', attributes: { table: 'topics' } },
      { name: 'tags', type: 'many_to_many', attributes: { table: 'tags' } },
    ],
    constraints: [{ kind: 'check', where: { field: 'size', op: 'ne', value: 7 }, message: 'Seven is taken' }],
  };
}

/**
 * One step through the gate. Beside concurrent calls the old way, a statement for one row, is what `alone` takes.
 *
 * @param {Twins} twins @param {Side} side @param {unknown[]} keys @param {Step} step
 */
export async function take({ data, actors }, side, keys, step) {
  const actor = actors[step.actor];
  if (step.kind === 'insert') {
    if (side === 'together') return data.rows.insert(actor, side, step.values);
    return single(await data.rows.insertMany(actor, side, [step.values]));
  }
  const id = keys[step.target];
  if (side === 'together') {
    if (step.kind === 'update') return data.rows.update(actor, side, id, step.values);
    return step.kind === 'remove' ? void (await data.rows.remove(actor, side, id)) : data.rows.get(actor, side, id);
  }
  if (step.kind === 'update') return single(await data.rows.updateMany(actor, side, [id], step.values));
  if (step.kind === 'remove') return void single(await data.rows.removeMany(actor, side, [id]));
  return readAlone(data, actor, side, id);
}

/** @param {{ done: any[], errors: { error: unknown }[] }} result */
function single({ done, errors }) {
  if (errors.length > 0) throw errors[0].error;
  return done[0];
}

/** The row by an ordinary query. @param {Twins['data']} data @param {Actor} actor @param {string} table @param {any} id */
async function readAlone(data, actor, table, id) {
  const fields = data
    .catalog()
    .table(table)
    .fields.filter(({ name }) => name !== 'id');
  const spec = {
    table,
    select: fields.map(({ name }) => ({ as: name, field: name })),
    where: /** @type {any} */ ({ field: 'id', op: 'eq', value: id }),
  };
  const [{ rows }] = await data.select(actor, [{ spec, params: {} }]);
  if (rows.length === 1) return rows[0];
  throw Object.assign(new Error('This row does not exist'), { code: 'ROW_NOT_FOUND', status: 404 });
}
