import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../postgres/migrations/runner.js';
import { createDatabase } from '../../postgres/database/index.js';
import { asStatement } from '../../postgres/sql/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { createOutbox } from '../../automation/outbox/outbox.js';
import { createSecurityEvents } from '../../gate/security/security-events.js';
import { createAccounts } from './index.js';

const SYSTEM = { userId: null, roles: [], system: true };

/** @type {any} */
let place;
/** @type {ReturnType<typeof createDatabase>} */
let db;
/** @type {import('./index.js').People} */
let people;
/** @type {{ text: string, name?: string }[]} */
let seen = [];

before(async () => {
  place = await createTestDatabase();
  db = createDatabase(place.connection);
  await migrate(db);
  const catalog = /** @type {any} */ ({ roles: [], tables: [], settings: { signUp: true } });
  /** @type {typeof db.query} */
  const query = (statement) => {
    seen.push(asStatement(statement));
    return db.query(statement);
  };
  const log = { info: () => {}, warn: () => {} };
  const outbox = createOutbox({ db, events: createSecurityEvents({ db, log }) });
  people = createAccounts({ db: { ...db, query }, catalog: () => catalog, log, outbox });
});
after(async () => {
  people.close();
  await db.close();
  await place.close();
});

describe('statements that run with many requests', () => {
  it('are named, and the same ones each time', async () => {
    const password = 'correct horse battery';
    const { id } = await people.users.create(SYSTEM, { name: 'Ada', email: 'ada@example.com', password });
    const { token } = await people.login('ada@example.com', password, { address: '192.0.2.1' });
    const program = await people.apiTokens.create(SYSTEM, id, { name: 'program' });
    /** @param {number} n */
    const round = async (n) => {
      seen = [];
      assert.equal((await people.session(token))?.user.id, id);
      assert.equal((await people.apiTokens.actorOf(program.token))?.user.id, id);
      await people.limitRequests(`192.0.2.${n}`, 100);
      await people.limitCalls(`user-${n}`, 100);
      return seen.map(({ name, text }) => [name, text]);
    };
    const [first, second] = [await round(2), await round(3)];
    assert.ok(first.length >= 4);
    for (const [name, text] of [...first, ...second]) assert.ok(name, String(text));
    // The use of a token is noted once a minute.
    for (const [name] of second) assert.ok(first.some(([known]) => known === name));
  });
});
