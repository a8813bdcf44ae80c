/** @import { Fact } from './cache-storm.js' */
/** @typedef {{ over: boolean, given: number }} Game given: answers so far */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../testing/index.js';

const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and (application_name = 'plinth changes' or query ilike '%insert_lsn()%' and query not ilike '%case%')`;

/**
 * Waits for a number of further responses, so that writers slow down together with a busy machine.
 *
 * @param {Game} game
 * @param {number} count
 */
async function answered(game, count) {
  for (const end = game.given + count; game.given < end && !game.over;) await sleep(1);
}

/** @param {string} before @returns {Fact} */
const fact = (before) => ({ begun: 0, confirmed: 0, pattern: new RegExp(`${before}(\\d+)\\.`) });

/**
 * The writers of the storm, each with a different method. A write counts as confirmed from the moment its response has
 * arrived.
 *
 * @param {{ first: any, servers: { url: string, runtime(): any }[], psql(name: string): import('pg').Client, every:
 *   number, killEvery: number }} game
 */
export async function createStormWriters({ first, servers, psql, every, killEvery }) {
  const facts = {
    psql: fact('psql-'),
    one: fact('one-'),
    two: fact('two-'),
    own: fact('canary-anna-'),
    name: fact('Anna '),
    title: fact('Both '),
  };
  const counts = { writes: 0, kills: 0 };
  const anna = await first.as('anna');
  const bob = await first.as('bob');
  /** @param {number} at */
  const annaAt = (at) => createClient(servers[at].url, { cookies: Object.fromEntries(anna.cookies) });
  const ids = await makeRows({ anna, bob, first });
  await psql('name').query(`update plinth.users set name = 'Anna 0.' where id = $1`, [anna.user.id]);

  /** @param {any} client @param {string} path @param {string} title */
  async function post(client, path, title) {
    const saved = await client.post(path, { title });
    assert.equal(saved.status, 303, saved.text.slice(0, 300));
  }
  const system = first.system;
  const titled = (/** @type {number} */ n) => ({ page: 'both', changes: { title: `Both ${n}.` } });
  const byPsql = `update plinth.objects set body = body || jsonb_build_object('title', $1::text) where kind = 'page' and name = 'both'`;

  /** How each fact grows. @type {Record<keyof typeof facts, (n: number) => Promise<unknown>>} */
  const ways = {
    psql: (n) => psql('psql').query('update app.notes set title = $1 where id = $2', [`psql-${n}.`, ids.psql]),
    one: (n) => post(annaAt(0), `/view/notes_form?id=${ids.one}`, `one-${n}.`),
    two: (n) => post(annaAt(1), `/view/notes_form?id=${ids.two}`, `two-${n}.`),
    own: (n) => post(annaAt(n % 2), `/view/diary_form?id=${ids.own}`, `canary-anna-${n}.`),
    name: (n) => psql('name').query('update plinth.users set name = $1 where id = $2', [`Anna ${n}.`, anna.user.id]),
    title: (n) =>
      n % 3 === 0
        ? psql('title').query(byPsql, [`Both ${n}.`])
        : servers[n % 2].runtime().data.edit(system, 'change-page', titled(n)),
  };
  const pauses = { title: 8 * every, name: 4 * every, own: 4 * every };

  /** @param {keyof typeof facts} name @param {Game} game */
  async function grow(name, game) {
    const of = facts[name];
    while (!game.over) {
      of.begun++;
      await ways[name](of.begun);
      of.confirmed = of.begun;
      counts.writes++;
      await answered(game, /** @type {Record<string, number>} */ (pauses)[name] ?? every);
    }
  }

  /**
   * Bob gains and loses a role, by an admin and by psql, and sees the effect at once on either server.
   *
   * @param {Game} game
   */
  async function changeRoles(game) {
    for (let n = 0; !game.over; n++) {
      const isStaff = n % 2 === 0;
      if (n % 4 < 2)
        await servers[n % 2]
          .runtime()
          .data.people.users.update(system, bob.user.id, { roles: [isStaff ? 'staff' : 'user'] });
      else await setRole(isStaff);
      counts.writes++;
      for (const { url } of [servers[n % 2], servers[(n + 1) % 2]]) {
        const client = createClient(url, { cookies: Object.fromEntries(bob.cookies) });
        const { status } = await client.get('/page/staff');
        client.cookies.forEach((value, key) => bob.cookies.set(key, value));
        assert.equal(status, isStaff ? 200 : 404, `bob ${isStaff ? 'is' : 'is not'} staff (${n})`);
      }
      await answered(game, 4 * every);
    }
  }

  /** @param {boolean} isStaff */
  async function setRole(isStaff) {
    const role = `select id from plinth.objects where kind = 'role' and name = 'staff'`;
    await psql('roles').query(
      isStaff
        ? `insert into plinth.user_roles (user_id, role_id) select $1, id from (${role}) r on conflict do nothing`
        : `delete from plinth.user_roles where user_id = $1 and role_id = (${role})`,
      [bob.user.id],
    );
  }

  /** @param {Game} game */
  async function kill(game) {
    while (!game.over) {
      await answered(game, killEvery);
      counts.kills += (await psql('kill').query(KILL)).rows.length;
    }
  }

  return {
    facts,
    counts,
    /** @param {Game} game */
    run: (game) => {
      const all = [
        ...Object.keys(facts).map((name) => grow(/** @type {keyof typeof facts} */ (name), game)),
        changeRoles(game),
        kill(game),
      ];
      return all.map((each) => each.finally(() => (game.over = true)));
    },
  };
}

/** @param {{ anna: any, bob: any, first: any }} people @returns {Promise<Record<string, number>>} their ids */
async function makeRows({ anna, bob, first }) {
  const as = (/** @type {any} */ client) => ({ userId: client.user.id, roles: ['user', 'public'], system: false });
  const insert = async (/** @type {any} */ who, /** @type {string} */ table, /** @type {string} */ title) =>
    (await first.data.rows.insert(as(who), table, { title })).id;
  await insert(bob, 'diary', 'canary-bob');
  return {
    psql: await insert(anna, 'notes', 'psql-0.'),
    one: await insert(anna, 'notes', 'one-0.'),
    two: await insert(anna, 'notes', 'two-0.'),
    own: await insert(anna, 'diary', 'canary-anna-0.'),
  };
}
