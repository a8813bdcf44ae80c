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
const WRONG = ['', 'x', '7', 'a\0b', "' or true --", '018f3b1e-0000-7000-8000-00000000abcdef', '👤'];
const NOBODY = '018f3b1e-0000-7000-8000-00000000abcd';

/** @type {any} */
let place;
/** @type {ReturnType<typeof createDatabase>} */
let db;
/** @type {import('./index.js').People} */
let people;
/** @type {{ text: string, values?: unknown[] }[]} */
const seen = [];
/** @type {{ id: string }} */
let ada;

before(async () => {
  place = await createTestDatabase();
  db = createDatabase(place.connection);
  await migrate(db);
  const catalog = /** @type {any} */ ({ roles: [], tables: [], settings: { signUp: true } });
  const log = { info: () => {}, warn: () => {} };
  /** @type {typeof db.query} */
  const query = (statement) => {
    seen.push(asStatement(statement));
    return db.query(statement);
  };
  const outbox = createOutbox({ db, events: createSecurityEvents({ db, log }) });
  people = createAccounts({ db: { ...db, query }, catalog: () => catalog, log, outbox });
  ada = await people.users.create(SYSTEM, { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' });
  await people.groups.create(SYSTEM, { name: 'team', label: 'Team' });
});
after(async () => {
  people.close();
  await db.close();
  await place.close();
});

describe('ids of people', () => {
  it('find nothing where they can be no id, and fail nowhere', async () => {
    for (const id of [...WRONG, NOBODY]) {
      const missing = { code: 'USER_NOT_FOUND', status: 404 };
      await assert.rejects(people.users.get(SYSTEM, id), missing, id);
      await assert.rejects(people.resetToken(SYSTEM, id), missing, id);
      await assert.rejects(people.groups.addMember(SYSTEM, 'team', id), missing, id);
      await people.groups.removeMember(SYSTEM, 'team', id);
      await people.revokeInvitation(SYSTEM, id);
      assert.deepEqual(await people.apiTokens.list(SYSTEM, id), []);
      await assert.rejects(people.apiTokens.revoke(SYSTEM, ada.id, id), { code: 'TOKEN_NOT_FOUND' });
      await assert.rejects(people.apiTokens.revoke(SYSTEM, id, NOBODY), { code: 'TOKEN_NOT_FOUND' });
      assert.equal((await people.users.list(SYSTEM, { after: id || 'x' })).users.length, 0);
    }
  });

  it('are looked up by the index of their column', async () => {
    seen.length = 0;
    await people.users.get(SYSTEM, ada.id);
    await people.apiTokens.list(SYSTEM, ada.id);
    await people.resetToken(SYSTEM, ada.id);
    const asked = seen.filter(({ values }) => values?.includes(ada.id));
    assert.equal(asked.length, 3);
    for (const { text, values } of asked) {
      const plan = await db.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off');
        return (await tx.query({ text: `explain ${text}`, values })).rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      assert.match(plan, /Index Cond: \(\w*id = /, plan);
    }
  });
});
