import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { asStatement } from '../../postgres/sql/index.js';
import { createPasswordHasher } from './password/password-hash.js';

const PASSWORD = 'correct horse battery';
const CLIENT = { address: '203.0.113.200' };

/** @type {any} */
let forum;
/** @type {any} */
let people;
let made = 0;
before(async () => {
  forum = await createForum({ history: false });
  ({ people } = forum.data);
  await forum.data.edit(SYSTEM, 'change-settings', { changes: { signUp: true } });
});
after(() => forum?.close());

const person = () => {
  made += 1;
  return people.users.create(SYSTEM, { name: `P ${made}`, email: `p${made}@example.com`, password: PASSWORD });
};

/** The statements that an attempt sends, without their values. @param {() => Promise<unknown>} attempt @returns {Promise<string[]>} */
async function statementsOf(attempt) {
  const { db } = forum.data;
  const { query, transaction } = db;
  /** @type {string[]} */
  const said = [];
  const noted = (/** @type {any} */ on, /** @type {any} */ send) => (/** @type {any} */ given) => {
    said.push(asStatement(given).text);
    return send.call(on, given);
  };
  db.query = noted(db, query);
  db.transaction = (/** @type {any} */ work) =>
    transaction.call(db, (/** @type {any} */ tx) => work({ ...tx, query: noted(tx, tx.query) }));
  try {
    await attempt();
  } finally {
    Object.assign(db, { query, transaction });
  }
  return said;
}

describe('the work for an address', () => {
  it('A2: to log in is the same for one that is unknown, known, disabled or without a password', async () => {
    const [known, disabled, without] = [await person(), await person(), await person()];
    await people.login(known.email, PASSWORD, CLIENT);
    await people.users.disable(SYSTEM, disabled.id);
    await forum.data.db.query({
      text: 'update plinth.users set password_hash = null where id = $1',
      values: [without.id],
    });
    const workOf = (/** @type {string} */ email) =>
      statementsOf(() => assert.rejects(people.login(email, 'wrong password', CLIENT), { code: 'LOGIN_FAILED' }));
    const wanted = await workOf('nobody@example.com');
    assert.ok(wanted.length >= 4, String(wanted.length));
    for (const { email } of [known, disabled, without]) assert.deepEqual(await workOf(email), wanted, email);
  });

  it('A2: to ask for a link or to sign up is the same for one that is unknown and one that is known', async () => {
    const known = await person();
    const ask = (/** @type {string} */ email) => statementsOf(() => people.requestReset(email, CLIENT));
    const unknown = await ask('nobody@example.com');
    assert.ok(unknown.length > 0);
    assert.deepEqual(await ask(known.email), unknown);
    const join = (/** @type {string} */ email) =>
      statementsOf(() => people.signUp({ name: 'N', email, password: 'another long phrase' }, CLIENT));
    const fresh = await join('fresh@example.com');
    assert.ok(fresh.length > 0);
    assert.deepEqual(await join(known.email), fresh);
  });

  it('A2: a wrong password is hashed once, with the same parameters, whatever is stored', async () => {
    /** @type {any[]} */
    const hashes = [];
    const derive = /** @type {any} */ (
      async (/** @type {string} */ kind, /** @type {any} */ { nonce, message, ...parameters }) => {
        hashes.push({ kind, nonce: nonce.length, message: String(message), ...parameters });
        return Buffer.alloc(parameters.tagLength);
      }
    );
    const hasher = createPasswordHasher(undefined, { derive });
    const stored = await hasher.hash('theirs');
    hashes.length = 0;
    for (const hash of [null, stored, '', 'of another program']) await hasher.verify('wrong password', hash);
    assert.equal(hashes.length, 4);
    for (const one of hashes) assert.deepEqual(one, hashes[0]);
  });

  it('A2: what is compared where nothing is stored matches no password', async () => {
    const hasher = createPasswordHasher();
    for (const hash of [null, '', 'of another program'])
      for (const password of ['', 'x']) assert.equal((await hasher.verify(password, hash)).matches, false);
    assert.equal((await hasher.verify('x', await hasher.hash('x'))).matches, true);
  });
});
