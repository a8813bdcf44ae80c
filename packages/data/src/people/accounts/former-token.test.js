import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createChangeStream } from '../../postgres/changes/index.js';
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/index.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createOutbox } from '../../automation/outbox/outbox.js';
import { createSecurityEvents } from '../../gate/security/security-events.js';
import { createAccounts } from './index.js';
import { tokenHash } from './tokens.js';

const SYSTEM = { userId: null, roles: [], system: true };
const PASSWORD = 'correct horse battery';
const OTHER = 'another long password';

/** @type {any} */
let place;
/** Two processes on one database. @type {{ db: any, people: any, stream: any }[]} */
let processes;
/** @type {any} */
let people;
/** @type {any} */
let db;

before(async () => {
  place = await createTestDatabase();
  // The test cluster answers commits before they are in the log; who keeps sessions waits for the log.
  place.connection.options = '-c synchronous_commit=on';
  processes = await Promise.all([0, 1].map(openProcess));
  [{ people, db }] = processes;
  await people.users.create(SYSTEM, { name: 'A', email: 'admin@example.com', password: PASSWORD, roles: ['admin'] });
});
after(async () => {
  for (const one of processes) {
    one.people.close();
    await one.stream.close();
    await one.db.close();
  }
  await place.close();
});

async function openProcess() {
  const log = { info() {}, warn() {} };
  const own = createDatabase(place.connection);
  await migrate(own);
  const { rows } = await own.query(
    `select id, name, body->>'inherits' as inherits from plinth.objects where kind = 'role'`,
  );
  const stream = await createChangeStream({ connection: place.connection, log });
  const catalog = () => /** @type {any} */ ({ roles: rows, tables: [], settings: { signUp: true } });
  const outbox = createOutbox({ db: own, events: createSecurityEvents({ db: own, log }) });
  const made = createAccounts({ db: own, stream, catalog, log, outbox });
  await stream.start();
  return { db: own, people: made, stream };
}

let made = 0;
/** Somebody whose session has just got a new token: `former` is the one before. */
async function renewed() {
  const email = `former${++made}@example.com`;
  const user = await people.users.create(SYSTEM, { name: 'Former', email, password: PASSWORD, roles: [] });
  const { token: former } = await people.login(email, PASSWORD, { address: email });
  await people.users.update(SYSTEM, user.id, { roles: ['staff'] });
  const token = await people.rotateWhenDue(former);
  assert.ok(token);
  const { sessionId } = await people.session(token);
  return { id: user.id, email, former, token, sessionId };
}

/** Whom a token belongs to, in each process. @param {string} token @returns {Promise<(string | null)[]>} */
const whose = (token) =>
  Promise.all(processes.map(async (one) => (await one.people.session(token))?.sessionId ?? null));
const NOBODY = [null, null];

describe('the token before a renewal', () => {
  it('A2: represents the same session in every process, with the current rights, and renews nothing', async () => {
    const { id, former, token, sessionId } = await renewed();
    assert.deepEqual(await whose(former), [sessionId, sessionId]);
    assert.deepEqual(await whose(token), [sessionId, sessionId]);
    for (const roles of [['admin'], [], ['staff']]) {
      await people.users.update(SYSTEM, id, { roles });
      for (const one of processes) {
        const found = await one.people.session(former);
        assert.deepEqual(
          ['admin', 'staff'].filter((role) => found.actor.roles.includes(role)),
          roles[0] === 'admin' ? ['admin', 'staff'] : roles,
        );
        assert.equal(found.session.rotate, false);
        assert.equal(await one.people.rotateWhenDue(former), null);
      }
    }
  });

  it('A2: is kept as a hash, and for ten seconds', async () => {
    const { former, sessionId } = await renewed();
    const { rows } = await db.query({
      text: `select former_hash, former_until > now() + interval '5 seconds' as soon,
                    former_until > now() + interval '10 seconds' as late
               from plinth.sessions where id = $1`,
      values: [sessionId],
    });
    assert.deepEqual(rows[0], { former_hash: tokenHash(former), soon: true, late: false });
  });

  it('A2: is nobody’s after that, by the clock of the database, and the session goes on', async () => {
    const { former, token, sessionId } = await renewed();
    assert.deepEqual(await whose(former), [sessionId, sessionId]);
    await db.query({ text: 'update plinth.sessions set former_until = now() where id = $1', values: [sessionId] });
    assert.deepEqual(await whose(former), NOBODY);
    assert.deepEqual(await whose(token), [sessionId, sessionId]);
    // Nor can it end what it no longer stands for.
    await people.logout(former);
    assert.deepEqual(await whose(token), [sessionId, sessionId]);
  });

  it('A2: makes room for the next: only the last one counts', async () => {
    const { id, former, token, sessionId } = await renewed();
    await people.users.update(SYSTEM, id, { roles: [] });
    const third = await people.rotateWhenDue(token);
    assert.deepEqual(await whose(former), NOBODY);
    assert.deepEqual(await whose(token), [sessionId, sessionId]);
    assert.deepEqual(await whose(third), [sessionId, sessionId]);
  });

  const endings = /** @type {[string, (who: Awaited<ReturnType<typeof renewed>>) => Promise<unknown>][]} */ ([
    ['a logout', ({ token }) => people.logout(token)],
    ['a logout by a request that still carries it', ({ former }) => people.logout(former)],
    ['the end of the session', ({ id, sessionId }) => people.revoke({ userId: id, roles: [] }, id, sessionId)],
    ['the end of all sessions by an admin', ({ id }) => people.revokeAll({ userId: null, roles: ['admin'] }, id)],
    ['a new password by an admin', ({ id }) => people.users.setPassword(SYSTEM, id, OTHER)],
    ['disabling the user', ({ id }) => people.users.disable(SYSTEM, id)],
    ['removing the user', ({ id }) => people.users.remove(SYSTEM, id)],
    ['SQL', ({ sessionId }) => db.query({ text: 'delete from plinth.sessions where id = $1', values: [sessionId] })],
  ]);
  for (const [what, end] of endings) {
    it(`A2, A7: is dead at once after ${what}`, async () => {
      const who = await renewed();
      assert.deepEqual(await whose(who.former), [who.sessionId, who.sessionId]);
      await end(who);
      assert.deepEqual(await whose(who.former), NOBODY);
      assert.deepEqual(await whose(who.token), NOBODY);
    });
  }

  it('A2, A6: is dead at once after a new password or address, though the session goes on', async () => {
    const { id, email, former, sessionId } = await renewed();
    const input = { name: 'Former', email: `moved-${email}`, locale: null, currentPassword: PASSWORD };
    await people.updateProfile(id, input, { sessionId });
    assert.deepEqual(await whose(former), NOBODY);

    const second = await renewed();
    const change = { currentPassword: PASSWORD, password: OTHER };
    const token = await people.changePassword(second.id, change, { sessionId: second.sessionId });
    assert.deepEqual(await whose(second.former), NOBODY);
    assert.deepEqual(await whose(second.token), NOBODY);
    assert.deepEqual(await whose(token), [second.sessionId, second.sessionId]);
  });

  it('A2: is asked of the database each time, and never kept', async () => {
    const { former, token } = await renewed();
    await until(async () => {
      await people.session(token);
      return people.rememberedSession(token);
    });
    await people.session(former);
    assert.equal(people.rememberedSession(former), null);
  });
});
