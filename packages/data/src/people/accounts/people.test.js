import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createChangeStream } from '../../postgres/changes/index.js';
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/index.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createOutbox } from '../../automation/outbox/outbox.js';
import { createSecurityEvents } from '../../gate/security/security-events.js';
import { createAccounts } from './index.js';
import { network } from '../../postgres/fairness/client-network.js';
import { createPasswordHasher } from './password/password-hash.js';
import { tokenHash } from './tokens.js';

const SYSTEM = { userId: null, roles: [], system: true };
const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;

/** @type {any} */
let place;
/** @type {any} */
let db;
/** @type {any} a second process on the same database */
let otherDb;
/** @type {any} */
let other;
/** @type {import('./index.js').People} */
let people;
/** @type {import('../../postgres/changes/types.d.ts').ChangeStream[]} one for each process */
let streams;
/** @type {any} */
let catalog;
let offset = 0;
/** @type {string[]} */
const lines = [];
const log = { info: keep, warn: keep };
/** @param {string} event @param {object} [fields] */
function keep(event, fields) {
  lines.push(`${event} ${JSON.stringify(fields)}`);
}

before(async () => {
  place = await createTestDatabase();
  // The test cluster answers commits before they are in the log; who keeps sessions waits for the log.
  place.connection.options = '-c synchronous_commit=on';
  db = createDatabase(place.connection);
  await migrate(db);
  const { rows } = await db.query(
    `select id, name, body->>'inherits' as inherits from plinth.objects where kind = 'role'`,
  );
  catalog = { roles: rows, tables: [], settings: { signUp: true } };
  const options = { catalog: () => catalog, log, clock: () => Date.now() + offset };
  streams = await Promise.all([0, 1].map(() => createChangeStream({ connection: place.connection, log })));
  people = createAccounts({ db, stream: streams[0], outbox: outboxOf(db), ...options });
  otherDb = createDatabase(place.connection);
  other = createAccounts({ db: otherDb, stream: streams[1], outbox: outboxOf(otherDb), ...options });
  await Promise.all(streams.map((stream) => stream.start()));
});
after(async () => {
  people.close();
  other.close();
  await Promise.all(streams.map((stream) => stream.close()));
  await db.close();
  await otherDb.close();
  await place.close();
});

/** @param {any} of */
const outboxOf = (of) => createOutbox({ db: of, events: createSecurityEvents({ db: of, log }) });

let made = 0;
/** @param {string[]} [roles] */
async function person(roles = []) {
  const email = `person${++made}@example.com`;
  const user = await people.users.create(SYSTEM, { name: `Person ${made}`, email, password: PASSWORD, roles });
  return { ...user, email };
}
/** @param {string} email @param {string} [password] @param {string} [address] */
const login = (email, password = PASSWORD, address = `10.0.${made >> 8}.${made % 256}`) =>
  people.login(email, password, { address });

describe('the first admin', () => {
  it('is made once, also when two come at once', async () => {
    assert.equal(await people.needsFirstAdmin(), true);
    const tries = await Promise.allSettled(
      ['a', 'b'].map((name) => people.firstAdmin({ name, email: `${name}@example.com`, password: PASSWORD })),
    );
    assert.equal(tries.filter((one) => one.status === 'fulfilled').length, 1);
    const refused = tries.find((one) => one.status === 'rejected');
    assert.equal(/** @type {any} */ (refused).reason.code, 'SETUP_DONE');
    assert.equal(await people.needsFirstAdmin(), false);
  });

  it('has the roles that its roles inherit', async () => {
    const user = await person(['admin']);
    const { token } = await login(user.email);
    const found = await people.session(token);
    assert.deepEqual([...(found?.actor.roles ?? [])].sort(), ['admin', 'public', 'staff', 'user']);
  });
});

describe('logging in', () => {
  it('A2: gives a new token each time, of which only a hash is kept', async () => {
    const user = await person();
    const one = await login(user.email.toUpperCase());
    const two = await login(user.email);
    assert.notEqual(one.token, two.token);
    const { rows } = await db.query('select token_hash::text as hash from plinth.sessions');
    assert.ok(rows.every((/** @type {any} */ row) => !row.hash.includes(one.token)));
    assert.equal(await people.session('A'.repeat(43)), null);
    assert.equal(await people.session("' or 1=1 --"), null);
  });

  it('A4: gives the same answer for unknown, wrong, disabled and password-less', async () => {
    const user = await person();
    const disabled = await person();
    await people.users.disable(SYSTEM, disabled.id);
    const bare = await people.users.create(SYSTEM, { name: 'x', email: 'bare@example.com' });
    /** @type {string[]} */
    const messages = [];
    for (const [email, password] of [
      ['nobody@example.com', PASSWORD],
      [user.email, 'wrong password'],
      [disabled.email, PASSWORD],
      [bare.email, ''],
      [bare.email, 'x'],
      [user.email, undefined],
      [{ a: 1 }, ['x']],
    ]) {
      const error = await people.login(email, password, { address: `10.9.0.${messages.length}` }).catch((e) => e);
      messages.push(`${error.code} ${error.status} ${error.message} ${error.hint}`);
    }
    assert.equal(new Set(messages).size, 1, messages.join('\n'));
    assert.match(messages[0], /^LOGIN_FAILED 401/);
  });

  it('A3: limits tries per account and address; the right user elsewhere still gets in', async () => {
    const user = await person();
    const tries = Array.from({ length: 1000 }, (_, i) =>
      people
        .login(i % 2 ? user.email : user.email.toUpperCase(), 'wrong password', {
          address: `2001:db8:1:2::${i.toString(16)}`,
        })
        .catch((error) => error.code),
    );
    const codes = await Promise.all(tries);
    assert.equal(codes.filter((code) => code === 'LOGIN_FAILED').length, 5);
    assert.equal(codes.filter((code) => code === 'TOO_MANY_TRIES').length, 995);
    const blocked = await login(user.email, PASSWORD, '2001:db8:1:2::9').catch((error) => error);
    assert.equal(blocked.status, 429);
    assert.ok(blocked.details.retryAfter > 0);
    assert.ok((await login(user.email, PASSWORD, '2001:db8:1:3::1')).token);
  });

  it('A3: limits tries per address over many accounts', async () => {
    /** @type {string[]} */
    const codes = [];
    for (let i = 0; i < 25; i++) {
      await people.login(`guess${i}@example.com`, 'wrong', { address: '203.0.113.9' }).catch((e) => codes.push(e.code));
    }
    assert.equal(codes.filter((code) => code === 'LOGIN_FAILED').length, 20);
  });

  it('counts no right passwords', async () => {
    const user = await person();
    for (let i = 0; i < 8; i++) await login(user.email, PASSWORD, '203.0.113.77');
  });

  it('knows IPv6 customers by their first half', () => {
    assert.equal(network('2001:db8::1'), '2001:db8:0:0');
    assert.equal(network('2001:0db8:0:0:5:6:7:8'), '2001:db8:0:0');
    assert.equal(network('192.0.2.1'), '192.0.2.1');
  });

  it('rehashes an old hash', async () => {
    const user = await person();
    const weak = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
    const { argon2Sync } = await import('node:crypto');
    const tag = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: Buffer.from('c29tZXNhbHRzb21lc2FsdA', 'base64'),
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    await db.query({
      text: 'update plinth.users set password_hash = $1 where id = $2',
      values: [weak + tag.toString('base64').replace(/=+$/, ''), user.id],
    });
    await login(user.email);
    const { rows } = await db.query({
      text: 'select password_hash as h from plinth.users where id = $1',
      values: [user.id],
    });
    assert.match(rows[0].h, /m=19456,t=2,p=1/);
  });
});

describe('A11: passwords', () => {
  for (const [title, password, taken] of /** @type {const} */ ([
    ['of 73 bytes', 'a new pass ' + 'x'.repeat(62), true],
    ['of 1,024 bytes', 'a new pass ' + 'x'.repeat(1013), true],
    ['of 1,025 bytes', 'a new pass ' + 'x'.repeat(1014), false],
    ['of 7 characters', 'abcdefg', false],
    ['with NUL', 'a new\u0000phrase', true],
    ['of one character over and over', 'aaaaaaaaaaaa', false],
    ['that is tried first', 'password1', false],
  ])) {
    it(`${title}: ${taken ? 'taken, all bytes count' : 'refused'}`, async () => {
      const user = await person();
      const set = people.users.setPassword(SYSTEM, user.id, password);
      if (!taken) return assert.rejects(set, { code: 'INPUT_INVALID', status: 422 });
      await set;
      await assert.rejects(login(user.email, password.slice(0, -1)), { code: 'LOGIN_FAILED' });
      assert.ok((await login(user.email, password)).token);
    });
  }

  it('typed in another Unicode form is the same', async () => {
    const user = await person();
    await people.users.setPassword(SYSTEM, user.id, 'pa\u0073\u0073 f\u00fcr dich');
    assert.ok((await login(user.email, 'pass fu\u0308r dich')).token);
  });

  it('of 10 MB is refused', async () => {
    await assert.rejects(login((await person()).email, 'x'.repeat(10_000_000)), { code: 'LOGIN_FAILED' });
  });
});

/** How long ago a session was used, as the database knows it. @param {string} token */
async function seen(token) {
  const { rows } = await db.query({
    text: `select (extract(epoch from now() - seen_at) * 1000)::float8 as ago from plinth.sessions where token_hash = $1`,
    values: [tokenHash(token)],
  });
  return rows[0];
}

describe('sessions', () => {
  it('A7: end at once on every process when the user is disabled or removed, also by SQL', async () => {
    for (const end of [
      (/** @type {any} */ user) => people.users.disable(SYSTEM, user.id),
      (/** @type {any} */ user) => people.users.remove(SYSTEM, user.id),
      (/** @type {any} */ user) =>
        db.query({ text: 'update plinth.users set disabled_at = now() where id = $1', values: [user.id] }),
    ]) {
      const user = await person();
      const { token } = await login(user.email);
      assert.equal((await other.session(token))?.user.email, user.email);
      assert.equal((await people.session(token))?.user.email, user.email);
      await end(user);
      for (const process of [people, other]) assert.equal(await process.session(token), null);
    }
  });

  it('A2: get a new token when roles change, and the new rights at once', async () => {
    const user = await person();
    const { token } = await login(user.email);
    assert.equal((await people.session(token))?.session.rotate, false);
    await people.users.update(SYSTEM, user.id, { roles: ['staff'] });
    for (const process of [people, other]) {
      await until(async () => (await process.session(token))?.session.rotate);
      const found = await process.session(token);
      assert.ok(found?.actor.roles.includes('staff'));
    }
    const renewed = await people.rotateWhenDue(token);
    assert.equal((await people.session(renewed))?.session.rotate, false);
  });

  it('are no metadata query once known', async () => {
    const { token } = await login((await person()).email);
    // On a busy machine the barrier may fail, and then the database is asked.
    await until(async () => {
      const before = db.counters().statements;
      assert.ok(await people.session(token));
      return db.counters().statements === before;
    });
  });

  it('A6: a new password or address asks for the old password and ends the other sessions', async () => {
    const user = await person();
    const mine = await login(user.email);
    const elsewhere = await login(user.email);
    const sessionId = (await people.session(mine.token))?.sessionId ?? '';
    const change = { currentPassword: 'wrong password', password: 'another password' };
    await assert.rejects(people.changePassword(user.id, change, { sessionId }), { code: 'LOGIN_FAILED' });
    assert.ok(await people.session(elsewhere.token));
    const renewed = await people.changePassword(user.id, { ...change, currentPassword: PASSWORD }, { sessionId });
    assert.equal(await people.session(elsewhere.token), null);
    assert.equal(await people.session(mine.token), null);
    assert.ok(await people.session(renewed));
    const moved = { name: 'N', email: 'new@example.com', locale: null };
    await assert.rejects(people.updateProfile(user.id, moved, { sessionId }), { code: 'LOGIN_FAILED' });
    await people.updateProfile(user.id, { ...moved, currentPassword: 'another password' }, { sessionId });
    assert.equal((await people.session(renewed))?.user.email, 'new@example.com');
  });

  it("are over after their time; an admin's sooner", async () => {
    const user = await login((await person()).email);
    const admin = await login((await person(['admin'])).email);
    assert.ok(await people.session(user.token));
    assert.ok(await people.session(admin.token));
    /** For the database as well as for this process. @param {number} minutes */
    const pass = async (minutes) => {
      offset += minutes * MINUTE;
      const ago = `- interval '${minutes} minutes'`;
      await db.query(`update plinth.sessions set seen_at = seen_at ${ago}, created_at = created_at ${ago}`);
    };
    try {
      await pass(31);
      assert.equal(await people.session(admin.token), null);
      assert.ok(await people.session(user.token));
      await until(async () => (await seen(user.token)).ago < MINUTE);
      await pass(8 * 60 + 1);
      assert.equal(await people.session(user.token), null);
      assert.equal((await seen(user.token))?.ago, undefined, 'nothing is left of it');
    } finally {
      offset = 0;
    }
  });

  it('K9: live on when the clock of a process is put ahead or back, alone and beside one whose clock is right', async () => {
    const { token } = await login((await person(['admin'])).email);
    const fresh = await login((await person()).email);
    assert.ok(await people.session(token));
    try {
      for (const days of [1, 400, -1, -400, 0]) {
        offset = days * 24 * 60 * MINUTE;
        for (const known of [token, fresh.token]) assert.ok(await people.session(known), `${days} days`);
        assert.equal((await people.session(token))?.actor.roles.includes('admin'), true);
      }
    } finally {
      offset = 0;
    }
  });

  it('K9: are active by the database’s clock, whatever the clock of the process says', async () => {
    const { token } = await login((await person()).email);
    assert.ok(await people.session(token));
    try {
      offset = -60 * MINUTE;
      assert.ok(await people.session(token));
      await db.query(`update plinth.sessions set seen_at = now() - interval '20 minutes'`);
      await until(async () => (await people.session(token)) && (await seen(token)).ago < MINUTE);
    } finally {
      offset = 0;
    }
  });

  it('are listed and revoked by their user, not by another one', async () => {
    const user = await person();
    const stranger = await person();
    const { token } = await login(user.email);
    const found = /** @type {any} */ (await people.session(token));
    const stranger1 = { userId: stranger.id, roles: ['user', 'public'], system: false };
    await assert.rejects(people.sessions(stranger1, user.id), { code: 'FORBIDDEN' });
    await assert.rejects(people.revoke(stranger1, user.id, found.sessionId), { code: 'FORBIDDEN' });
    await assert.rejects(people.revoke(stranger1, stranger.id, found.sessionId), { code: 'SESSION_NOT_FOUND' });
    assert.equal((await people.sessions(found.actor, user.id)).length, 1);
    await people.revoke(found.actor, user.id, found.sessionId);
    assert.equal(await people.session(token), null);
  });
});

describe('invitations', () => {
  const client = { address: '198.51.100.7' };

  it('work once, with the roles that they carry and nothing else', async () => {
    const { token } = await people.invite(SYSTEM, { roles: ['staff'] });
    const input = { name: 'New', email: 'invited@example.com', password: PASSWORD, roles: ['admin'], id: 'x' };
    const { token: session, user } = await people.acceptInvite(token, input, client);
    assert.deepEqual((await people.users.get(SYSTEM, user.id)).roles, ['staff']);
    assert.ok((await people.session(session))?.actor.roles.includes('staff'));
    await assert.rejects(people.acceptInvite(token, { ...input, email: 'second@example.com' }, client), {
      code: 'LINK_INVALID',
    });
  });

  it('for an address are for that address', async () => {
    const { token } = await people.invite(SYSTEM, { email: 'only@example.com' });
    const { user } = await people.acceptInvite(
      token,
      { name: 'X', email: 'mallory@example.com', password: PASSWORD },
      client,
    );
    assert.equal(user.email, 'only@example.com');
  });

  it('stay usable when their use failed', async () => {
    const taken = await person();
    const { token } = await people.invite(SYSTEM, {});
    await assert.rejects(people.acceptInvite(token, { name: 'X', email: taken.email, password: PASSWORD }, client), {
      code: 'INPUT_INVALID',
    });
    assert.ok(
      (await people.acceptInvite(token, { name: 'X', email: 'free@example.com', password: PASSWORD }, client)).token,
    );
  });

  it('Z15: are made by admins only, with roles that exist', async () => {
    const staff = { userId: (await person()).id, roles: ['staff', 'user', 'public'], system: false };
    await assert.rejects(people.invite(staff, { roles: ['admin'] }), { code: 'FORBIDDEN' });
    await assert.rejects(people.users.update(staff, String(staff.userId), { roles: ['admin'] }), { code: 'FORBIDDEN' });
    await assert.rejects(people.users.list(staff), { code: 'FORBIDDEN' });
    await assert.rejects(people.invite(SYSTEM, { roles: ['emperor'] }), { code: 'INPUT_INVALID' });
  });
});

describe('A5: resets', () => {
  it('come by token, once, hashed, and end all sessions', async () => {
    const user = await person();
    const open = await login(user.email);
    const asked = await people.requestReset(user.email.toUpperCase(), {});
    let token = '';
    await asked?.send((link) => {
      assert.equal(link.user.email, user.email);
      token = link.token;
      return { subject: 'Reset', content: { locale: 'en', blocks: [{ text: link.token }] } };
    });
    const { rows: mails } = await db.query(`select recipient, is_secret, expires_at from plinth.mails`);
    assert.deepEqual([mails.length, mails[0].recipient, mails[0].is_secret], [1, user.email, true]);
    assert.ok(mails[0].expires_at);
    const { rows } = await db.query('select token_hash::text as h from plinth.password_resets');
    assert.ok(rows.every((/** @type {any} */ row) => !row.h.includes(token)));
    await assert.rejects(people.reset(token, 'short'), { code: 'INPUT_INVALID' });
    await people.reset(token, 'a new password');
    assert.equal(await people.session(open.token), null);
    await assert.rejects(people.reset(token, 'again a password'), { code: 'LINK_INVALID' });
    assert.ok((await login(user.email, 'a new password')).token);
    assert.ok(!lines.join().includes(token));
  });

  it('for unknown addresses, arrays and objects give nothing', async () => {
    assert.equal(await people.requestReset('nobody@example.com'), null);
    assert.equal(await people.requestReset(['a@example.com', 'b@example.com']), null);
    assert.equal(await people.requestReset({ $ne: null }), null);
  });

  it('A3: are asked for three times an hour at most', async () => {
    const user = await person();
    for (let i = 0; i < 3; i++) await people.requestReset(user.email, { address: `198.51.100.${i}` });
    await assert.rejects(people.requestReset(user.email, {}), { code: 'TOO_MANY_TRIES' });
  });

  it('expire', async () => {
    const { token } = await people.resetToken(SYSTEM, (await person()).id);
    await db.query(`update plinth.password_resets set expires_at = now() - interval '1 second'`);
    await assert.rejects(people.reset(token, PASSWORD), { code: 'LINK_INVALID' });
  });
});

describe('signing up', () => {
  it('A4: gives the same answer for a known address, and changes nothing there', async () => {
    const user = await person();
    const input = { name: 'Mallory', email: user.email, password: 'mallory was here' };
    assert.equal(await people.signUp(input), undefined);
    assert.equal(await people.signUp({ ...input, email: 'really-new@example.com' }), undefined);
    await assert.rejects(login(user.email, 'mallory was here'), { code: 'LOGIN_FAILED' });
    assert.ok((await login('really-new@example.com', 'mallory was here', '192.0.2.50')).token);
  });

  it('is refused while it is switched off', async () => {
    catalog = { ...catalog, settings: { signUp: false } };
    await assert.rejects(people.signUp({ name: 'X', email: 'x@example.com', password: PASSWORD }), {
      code: 'SIGN_UP_CLOSED',
    });
  });
});

describe('a password that is tried first', () => {
  const EASY = { code: 'INPUT_INVALID', message: /too easy to guess/ };
  const easy = { name: 'Ada', email: 'ada.first@example.com', password: 'password1' };

  it('is refused in every way in which a password is set', async () => {
    const user = await person();
    const { token } = await people.resetToken(SYSTEM, user.id);
    const invited = await people.invite(SYSTEM, { roles: [] });
    catalog = { ...catalog, settings: { signUp: true } };
    const sessionId = (await people.session((await login(user.email)).token))?.sessionId ?? '';
    const ways = /** @type {Record<string, () => Promise<unknown>>} */ ({
      'created by an admin': () => people.users.create(SYSTEM, { ...easy, roles: [] }),
      'set by an admin': () => people.users.setPassword(SYSTEM, user.id, easy.password),
      changed: () =>
        people.changePassword(user.id, { currentPassword: PASSWORD, password: easy.password }, { sessionId }),
      reset: () => people.reset(token, easy.password),
      invited: () => people.acceptInvite(invited.token, easy),
      'signed up': () => people.signUp(easy),
    });
    for (const [way, set] of Object.entries(ways)) await assert.rejects(set(), EASY, way);
    assert.ok((await login(user.email)).token, 'the old one still works');
    await people.reset(token, 'blaue Treppe singt');
  });

  it('is the person’s own name, too, also where only the account says it', async () => {
    const grace = { name: 'Grace Hopper', email: 'rear.admiral@example.com', password: PASSWORD, roles: [] };
    const { id } = await people.users.create(SYSTEM, grace);
    await assert.rejects(people.users.setPassword(SYSTEM, id, 'GraceHopper1906'), EASY);
    const { token } = await people.resetToken(SYSTEM, id);
    await assert.rejects(people.reset(token, 'rear.admiral'), EASY);
  });

  it('still opens the account of somebody who had it before', async () => {
    const user = await person();
    const hash = await createPasswordHasher().hash(easy.password);
    await db.query({ text: 'update plinth.users set password_hash = $1 where id = $2', values: [hash, user.id] });
    assert.ok((await login(user.email, easy.password)).token);
  });
});

describe('users', () => {
  it('are listed a page at a time and searched literally', async () => {
    const first = await people.users.list(SYSTEM, { limit: 3 });
    const second = await people.users.list(SYSTEM, { limit: 3, after: first.next });
    const names = [...first.users, ...second.users].map((user) => user.id);
    assert.equal(new Set(names).size, 6);
    assert.deepEqual((await people.users.list(SYSTEM, { search: '%' })).users, []);
  });

  it('keep one admin', async () => {
    const { users } = await people.users.list(SYSTEM, { limit: 500 });
    const admins = users.filter((user) => user.roles.includes('admin'));
    const last = admins.pop();
    for (const admin of admins) await people.users.update(SYSTEM, admin.id, { roles: [] });
    for (const change of [
      () => people.users.disable(SYSTEM, String(last?.id)),
      () => people.users.remove(SYSTEM, String(last?.id)),
      () => people.users.update(SYSTEM, String(last?.id), { roles: ['staff'] }),
    ]) {
      await assert.rejects(change(), { code: 'LAST_ADMIN' });
    }
  });

  it('Z14: A12: no password, hash or token is ever given out or logged', async () => {
    const { users } = await people.users.list(SYSTEM, { limit: 500 });
    assert.doesNotMatch(JSON.stringify(users), /argon2|password_hash/);
    assert.doesNotMatch(lines.join(), /correct horse|argon2/);
  });

  it('maintenance removes only what is over', async () => {
    const { token } = await login((await person()).email, PASSWORD, '192.0.2.99');
    await people.maintenance();
    assert.ok(await people.session(token));
  });
});
