/** @import { World } from './types.d.ts' */
import assert from 'node:assert/strict';
import { listen } from '../../src/testing/event-source.js';
import { PEOPLE } from './people.js';
import { reaches } from './rules.js';
import { words } from './words.js';
import { TASKS } from './world.js';

/** Everybody listens, every row changes. @param {World} world @param {any} one */
export async function changes(world, one) {
  const all = await follow(world, 'admin');
  const listeners = [];
  for (const actor of Object.keys(PEOPLE)) {
    const stream = await follow(world, actor);
    if (stream.status === 200) listeners.push({ actor, stream });
  }
  for (const { stream } of [{ stream: all }, ...listeners]) await stream.ready();
  await changeAll(world);
  // A batch is told to everybody at once: what the admin has heard was sent to all others who may hear it.
  const { title: last } = world.tasks[TASKS - 1];
  await all.until(() => all.events.filter(({ data }) => data.row?.title === last).length === 2);
  world.server.data.feed.endAll('closing');
  for (const { actor, stream } of listeners) {
    await stream.until(() => stream.isOver());
    const tasks = world.tasks.filter((row) => reaches(one.tasks, actor, row, row.owner, world));
    const after = world.tasks.filter((row) =>
      reaches(one.tasks, actor, { ...row, amount: row.amount === null ? null : row.amount + 1 }, row.owner, world),
    );
    const heard = words(JSON.stringify(stream.events), 't');
    // What came into sight for a moment may be told or not; what never was may not.
    const most = [...new Set([...tasks, ...after].map(({ title }) => title))].sort();
    const least = tasks.map(({ title }) => title);
    assert.ok(
      heard.every((title) => most.includes(title)),
      `realtime ${actor}: ${heard} of ${most}`,
    );
    assert.ok(
      least.every((title) => heard.includes(title)),
      `realtime ${actor}: ${heard} lacks some of ${least}`,
    );
  }
  return TASKS * listeners.length;
}

/** @param {World} world @param {string} actor */
const follow = ({ server, tokens }, actor) =>
  listen(`${server.url}/api/v1/changes?table=tasks`, { authorization: `Bearer ${tokens[actor]}` });

/** Each row twice, the second time back. @param {World} world */
async function changeAll({ server, tasks }) {
  const { data, system } = server;
  // What stays as it is is not written, except by SQL.
  const change = (/** @type {any} */ id, /** @type {number | null} */ amount) =>
    amount === null
      ? data.db.query({ text: 'update app.tasks set amount = amount where id = $1', values: [id] })
      : data.rows.update(system, 'tasks', id, { amount });
  for (const { id, amount } of tasks) await change(id, amount === null ? null : amount + 1);
  for (const { id, amount } of tasks) await change(id, amount);
}
