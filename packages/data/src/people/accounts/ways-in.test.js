import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { until } from '../../testing/index.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

const PASSWORD = 'correct horse battery';
const OTHER = 'another long password';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let people;
/** @type {any} */
let db;
before(async () => {
  forum = await createForum();
  ({ people, db } = /** @type {any} */ (forum.data));
});
after(() => forum?.close());

let made = 0;
async function person() {
  const email = `way${++made}@example.com`;
  const { id } = await people.users.create(SYSTEM, { name: 'Way', email, password: PASSWORD });
  return { id, email, actor: { userId: id, roles: ['user', 'public'], groups: [], system: false } };
}

/**
 * Begins `work` while a change of somebody's is not committed yet, and lets that come first.
 *
 * @template T @param {(tx: any) => Promise<unknown>} change @param {() => Promise<T>} work @returns {Promise<T>}
 */
async function overtaken(change, work) {
  /** @type {Promise<T> | undefined} */
  let working;
  await db.transaction(async (/** @type {any} */ tx) => {
    await change(tx);
    working = work();
    working.catch(() => {});
    await until(async () => {
      // On a connection of its own: on others this would wait behind what waits.
      const { rows } = await tx.query(`select 1 from pg_locks where not granted`);
      return rows.length > 0;
    });
  });
  return /** @type {Promise<T>} */ (working);
}

/** The password as it was hashed with weaker parameters. */
function oldHash() {
  const nonce = Buffer.alloc(16, 1);
  const parameters = { memory: 8192, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...parameters });
  const [salt, text] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8192,t=2,p=1$${salt}$${text}`;
}

/** The session by a log-in. @param {string} email */
async function logIn(email) {
  const { token } = await people.login(email, PASSWORD, { address: email });
  return { token, sessionId: (await people.session(token)).sessionId };
}

describe('logging in while the login is being closed', () => {
  it('A6: is not let in by a password that has just become another', async () => {
    const { id, email } = await person();
    const set = (/** @type {any} */ tx) =>
      tx.query({ text: `update plinth.users set password_hash = 'x' where id = $1`, values: [id] });
    await assert.rejects(
      overtaken(set, () => logIn(email)),
      { code: 'LOGIN_FAILED' },
    );
  });

  it('A7: is refused while the user is being disabled, and stays refused for that session afterwards', async () => {
    const { id, email, actor } = await person();
    const disable = (/** @type {any} */ tx) =>
      tx.query({ text: 'update plinth.users set disabled_at = now() where id = $1', values: [id] });
    await assert.rejects(
      overtaken(disable, () => logIn(email)),
      { code: 'LOGIN_FAILED' },
    );
    await people.users.disable(SYSTEM, id, false);
    const make = () => people.apiTokens.create(actor, id, { name: 'x' });
    await assert.rejects(overtaken(disable, make), { code: 'USER_NOT_FOUND' });
    await people.users.disable(SYSTEM, id, false);
    assert.deepEqual(await people.apiTokens.list(actor, id), []);
  });

  it('A6: makes no API token by a session that has just ended', async () => {
    const { id, email, actor } = await person();
    const { sessionId } = await logIn(email);
    const end = (/** @type {any} */ tx) =>
      tx.query({ text: 'delete from plinth.sessions where user_id = $1', values: [id] });
    const make = () => people.apiTokens.create(actor, id, { name: 'x' }, { sessionId });
    await assert.rejects(overtaken(end, make), { code: 'USER_NOT_FOUND' });
    assert.deepEqual(await people.apiTokens.list(actor, id), []);
  });

  it('succeeds at two places at once, even if the password is hashed again', async () => {
    const { id, email } = await person();
    await db.query({ text: 'update plinth.users set password_hash = $1 where id = $2', values: [oldHash(), id] });
    const both = await Promise.all([logIn(email), logIn(email)]);
    for (const { token } of both) assert.equal((await people.session(token)).user.id, id);
  });

  const endings = /** @type {[string, (who: any, sessionId: string) => Promise<unknown>][]} */ ([
    [
      'his password is changed',
      ({ id }, sessionId) => people.changePassword(id, { currentPassword: PASSWORD, password: OTHER }, { sessionId }),
    ],
    ['an admin sets his password', ({ id }) => people.users.setPassword(SYSTEM, id, OTHER)],
    [
      'his address becomes another',
      ({ id, email }, sessionId) =>
        people.updateProfile(
          id,
          { name: 'Way', email: `new-${email}`, locale: null, currentPassword: PASSWORD },
          { sessionId },
        ),
    ],
  ]);
  for (const [what, end] of endings) {
    it(`A6: a link in the mailbox is useless when ${what}`, async () => {
      const who = await person();
      const { sessionId } = await logIn(who.email);
      let token = '';
      await (
        await people.requestReset(who.email)
      ).send((/** @type {any} */ link) => {
        token = link.token;
        return { subject: 'Reset', content: { locale: 'en', blocks: [] } };
      });
      await end(who, sessionId);
      await assert.rejects(people.reset(token, 'a third long password'), { code: 'LINK_INVALID' });
    });
  }
});
