import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';
import { listen } from '../../../testing/event-source.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const ids = {};

before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'], cyd: ['staff'] } });
  const { data } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'score', type: 'integer' },
      { name: 'author', type: 'user' },
      { name: 'open', type: 'boolean' },
    ],
  });
  await edit('set-access', {
    table: 'notes',
    owner: 'author',
    access: {
      staff: { read: 'all' },
      user: { read: 'own' },
      public: { read: { rule: 'row.open' } },
    },
  });
  await edit('add-table', { name: 'secrets', fields: [{ name: 'title', type: 'text' }] });
  for (const name of ['ada', 'ben', 'cyd']) ids[name] = (await server.as(name)).user.id;
});
after(() => server?.close());

/** @param {string} name @param {string} query @param {Record<string, string>} [headers] */
async function follow(name, query, headers = {}) {
  const client = await server.as(name);
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ');
  return listen(`${server.url}/api/v1/changes?${query}`, { ...(cookie && { cookie }), ...headers });
}

/** Until everybody has heard of everything: a row that all of them see comes last. @param {any[]} streams */
async function barrier(streams) {
  const title = `barrier ${Math.random()}`;
  await server.data.rows.insert(server.system, 'notes', { title, open: true, author: ids.ada, score: 1 });
  for (const stream of streams)
    await stream.until(() => stream.events.some((/** @type {any} */ { data }) => data.row?.title === title));
}

/** What came of rows, without barriers. @param {any} stream */
const told = (stream) =>
  stream.events
    .filter(
      (/** @type {any} */ { event, data }) => !['ready'].includes(event) && !data.row?.title?.startsWith('barrier'),
    )
    .map((/** @type {any} */ { event, data }) => [event, data.id, ...(data.row ? [data.row.title] : [])]);

describe('changes', () => {
  it('Z2: sends each subscriber the rows that they may see and no others', async () => {
    const streams = {
      staff: await follow('cyd', 'table=notes'),
      ada: await follow('ada', 'table=notes'),
      open: await follow('public', 'table=notes'),
    };
    for (const stream of Object.values(streams)) await stream.ready();
    const { rows } = server.data;
    let steps = 1;
    /** One after the other: what happens at once is told as it is in the end. @param {any} done */
    const step = async (done) => {
      const row = await done;
      steps++;
      await streams.staff.until(() => streams.staff.events.length >= steps);
      return row;
    };
    const of = (/** @type {any} */ stream, /** @type {any} */ id) =>
      told(stream).filter((/** @type {any} */ event) => event[1] === id);
    const values = { title: 'x', open: false };
    const { id: mine } = await step(rows.insert(server.system, 'notes', { ...values, author: ids.ada }));
    const { id: others } = await step(rows.insert(server.system, 'notes', { ...values, author: ids.ben }));
    await step(rows.update(server.system, 'notes', others, { open: true }));
    await step(rows.update(server.system, 'notes', others, { open: false }));
    await step(rows.update(server.system, 'notes', mine, { title: 'given away', author: ids.ben }));
    await step(rows.remove(server.system, 'notes', mine));
    await step(rows.remove(server.system, 'notes', others));
    await barrier([streams.staff, streams.ada]);
    await streams.open.until(() => streams.open.events.length > 1);
    const kinds = (/** @type {any} */ stream, /** @type {any} */ id) =>
      of(stream, id).map((/** @type {any} */ [event]) => event);
    assert.deepEqual(kinds(streams.staff, others), ['insert', 'update', 'update', 'delete']);
    assert.deepEqual(kinds(streams.staff, mine), ['insert', 'update', 'delete']);
    assert.deepEqual(kinds(streams.ada, mine), ['insert', 'left']);
    for (const stream of [streams.ada, streams.open]) {
      assert.deepEqual(
        kinds(stream, others),
        ['update', 'left'],
        "a row of somebody else's is heard of while it is open",
      );
    }
    assert.deepEqual(of(streams.open, mine), [], 'visitors must not hear of closed rows');
    for (const stream of Object.values(streams)) stream.close();
  });

  const refused = /** @type {[string, string, string, Record<string, string>, number, string][]} */ ([
    ['Z1: a table that nobody was granted', 'ada', 'table=secrets', {}, 404, 'TABLE_NOT_FOUND'],
    ['Z1: one that is not there, with the same answer', 'ada', 'table=nowhere', {}, 404, 'TABLE_NOT_FOUND'],
    ["Plinth's own tables", 'admin', 'table=users', {}, 404, 'TABLE_NOT_FOUND'],
    ['any table of a visitor without rights', 'public', 'table=secrets', {}, 401, 'LOGIN_REQUIRED'],
    ['a view that is not there', 'ada', 'view=nowhere', {}, 404, 'PAGE_NOT_FOUND'],
    ['nothing asked for', 'ada', '', {}, 422, 'QUERY_INVALID'],
    ['an unknown kind', 'ada', 'table=notes&kind=truncate', {}, 422, 'QUERY_INVALID'],
    ['a filter on no field', 'ada', 'table=notes&nothing=1', {}, 422, 'FIELD_NOT_FOUND'],
    ['Z13: a filter over a hidden field of users', 'ada', 'table=notes&author.email=x', {}, 422, 'FIELD_NOT_FOUND'],
    ['Z13: the same as an expression', 'ada', 'table=notes&filter=row.author.email=="x"', {}, 422, ''],
    ['Z13: hidden fields of the answer', 'ada', 'table=notes&fields=author.email', {}, 422, 'FIELD_NOT_FOUND'],
    ['a list option', 'ada', 'table=notes&limit=5', {}, 422, 'QUERY_INVALID'],
    ['Z13: another site', 'ada', 'table=notes', { origin: 'https://evil.example' }, 403, 'CROSS_SITE'],
    ['Z13: a frame of another site', 'ada', 'table=notes', { 'sec-fetch-site': 'cross-site' }, 403, 'CROSS_SITE'],
    ['Z13: a page of nowhere', 'ada', 'table=notes', { origin: 'null' }, 403, 'CROSS_SITE'],
    ['A7: a token that is none', 'public', 'table=notes', { authorization: 'Bearer plt_x' }, 401, 'TOKEN_INVALID'],
  ]);
  for (const [name, who, query, headers, status, code] of refused) {
    it(`refuses ${name}`, async () => {
      const stream = await follow(who, query, headers);
      await stream.until(() => stream.isOver());
      assert.equal(stream.status, status);
      assert.match(stream.body(), new RegExp(`"code":"${code}`));
    });
  }

  it('sends only what the filter and the kinds ask for', async () => {
    const high = await follow('cyd', 'table=notes&score.gt=5&fields=title,score');
    const gone = await follow('cyd', 'table=notes&kind=delete');
    const all = await follow('cyd', 'table=notes');
    for (const stream of [high, gone, all]) await stream.ready();
    const { rows } = server.data;
    const low = await rows.insert(server.system, 'notes', { title: 'low', score: 1 });
    await all.until(() => all.events.length >= 2);
    await rows.update(server.system, 'notes', low.id, { score: 9 });
    await high.until(() => high.events.length >= 2);
    await rows.update(server.system, 'notes', low.id, { score: 2 });
    await high.until(() => high.events.length >= 3);
    await rows.remove(server.system, 'notes', low.id);
    await gone.until(() => gone.events.length >= 2);
    assert.deepEqual(
      high.events.slice(1).map(({ event, data }) => [event, data]),
      [
        ['update', { table: 'notes', id: low.id, row: { id: low.id, title: 'low', score: 9 } }],
        ['left', { table: 'notes', id: low.id }],
      ],
    );
    assert.deepEqual(
      gone.events.map(({ event }) => event),
      ['ready', 'delete'],
    );
    for (const stream of [high, gone, all]) stream.close();
  });

  const revocations = /** @type {[string, (token: { id: string, user: string }) => Promise<unknown>][]} */ ([
    ['A7: a disabled user', ({ user }) => server.data.people.users.disable(server.system, user)],
    ['Z13: a role taken away', ({ user }) => server.data.people.users.update(server.system, user, { roles: [] })],
    [
      'A7: a session ended by psql',
      ({ user }) => server.data.db.query({ text: 'delete from plinth.sessions where user_id = $1', values: [user] }),
    ],
  ]);
  for (const [i, [name, revoke]] of revocations.entries()) {
    it(`ends the stream of ${name}, before anything more is sent`, async () => {
      const { people } = server.data;
      const email = `gone${i}@example.com`;
      const { id } = await people.users.create(server.system, {
        name: 'gone',
        email,
        password: server.password,
        roles: ['staff'],
      });
      const { token } = await people.login(email, server.password, { address: `gone${i}`, userAgent: 'test' });
      const stream = await listen(`${server.url}/api/v1/changes?table=notes`, { cookie: `plinth_session=${token}` });
      await stream.ready();
      await revoke({ id: '', user: id });
      await server.data.rows.insert(server.system, 'notes', { title: 'after the end' });
      await stream.until(() => stream.isOver());
      assert.deepEqual(
        stream.events.map(({ event }) => event),
        ['ready', 'end'],
      );
    });
  }

  it('A7: sends the owner of an API token what its limits allow, until it is revoked', async () => {
    const { apiTokens } = server.data.people;
    const admin = { userId: ids.cyd, roles: ['staff', 'user', 'public'], system: false };
    const made = await apiTokens.create(admin, ids.cyd, { name: 'listener', tables: ['notes'], operations: ['read'] });
    const headers = { authorization: `Bearer ${made.token}`, origin: 'https://elsewhere.example' };
    const stream = await listen(`${server.url}/api/v1/changes?table=notes`, headers);
    await stream.ready();
    await server.data.rows.insert(server.system, 'notes', { title: 'by token' });
    await stream.until(() => stream.events.some(({ data }) => data.row?.title === 'by token'));
    const other = await listen(`${server.url}/api/v1/changes?table=secrets`, headers);
    await other.until(() => other.isOver());
    assert.equal(other.status, 404);
    await apiTokens.revoke(admin, ids.cyd, made.id);
    await stream.until(() => stream.isOver());
    assert.equal(stream.events.at(-1)?.event, 'end');
  });

  it('Z13: ends the stream when the table is not granted any more', async () => {
    const { edit } = server.data;
    await edit(server.system, 'add-table', { name: 'fleeting', fields: [{ name: 'title', type: 'text' }] });
    await edit(server.system, 'set-access', { table: 'fleeting', access: { staff: { read: 'all' } } });
    const stream = await follow('cyd', 'table=fleeting');
    await stream.ready();
    await edit(server.system, 'set-access', { table: 'fleeting', access: {} });
    await server.data.rows.insert(server.system, 'fleeting', { title: 'hidden' });
    await stream.until(() => stream.isOver());
    assert.ok(!JSON.stringify(stream.events).includes('hidden'));
  });

  it('asks the database as often for many listeners as for one of each kind', async () => {
    const streams = await Promise.all(Array.from({ length: 30 }, () => follow('cyd', 'table=notes&kind=insert')));
    for (const stream of streams) await stream.ready();
    const shared = server.data.feed.sizes();
    assert.deepEqual([shared.audiences, shared.shapes], [1, 1]);
    await server.data.rows.insert(server.system, 'notes', { title: 'for many' });
    for (const stream of streams)
      await stream.until(() => stream.events.some(({ data }) => data.row?.title === 'for many'));
    for (const stream of streams) stream.close();
  });

  it('queries once for subscribers with different filters, and sends each their own', async () => {
    const asked = [
      ...Array.from({ length: 20 }, (_, i) => `score=${i}`),
      ...Array.from({ length: 5 }, (_, i) => `title.contains=part${i}`),
      ...['open=true', 'open=false', 'score.in=3,4', 'score.in=5,6', 'score.empty=true', 'filter=row.score > 17'],
      ...['author.empty=true&score.gte=18', `author=${ids.ada}`, 'filter=row.title == "part3"'],
      ...Array.from({ length: 10 }, (_, i) => `filter=row.score >= ${10 + i} %26%26 row.title != "t${i}"`),
      ...['filter=row.title.contains("part4")', 'filter=row.title.contains("one")'],
    ];
    const streams = await Promise.all(asked.map((query) => follow('cyd', `table=notes&kind=insert&${query}`)));
    for (const stream of streams) await stream.ready();
    const { audiences, shapes } = server.data.feed.sizes();
    assert.ok(
      audiences >= asked.length && shapes <= 14,
      `${audiences} audiences are asked for by ${shapes} statements`,
    );
    const rows = [
      { title: 'part3', score: 3, open: true },
      { title: 'a part4', score: 18, open: false, author: ids.ada },
      { title: 'none', open: true },
    ];
    for (const row of rows) await server.data.rows.insert(server.system, 'notes', row);
    const end = await follow('cyd', 'table=notes');
    await end.ready();
    const expected = {
      'score=3': ['part3'],
      'score=18': ['a part4'],
      'title.contains=part3': ['part3'],
      'title.contains=part4': ['a part4'],
      'open=true': ['part3', 'none'],
      'open=false': ['a part4'],
      'score.in=3,4': ['part3'],
      'score.empty=true': ['none'],
      'filter=row.score > 17': ['a part4'],
      [`author=${ids.ada}`]: ['a part4'],
      'filter=row.title == "part3"': ['part3'],
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, i) => [`filter=row.score >= ${10 + i} %26%26 row.title != "t${i}"`, ['a part4']]),
      ),
      'filter=row.title.contains("part4")': ['a part4'],
      'filter=row.title.contains("one")': ['none'],
    };
    const titlesOf = (/** @type {number} */ i) => streams[i].events.slice(1).map(({ data }) => data.row.title);
    for (const [i, query] of asked.entries()) {
      const wanted = /** @type {Record<string, string[]>} */ (expected)[query] ?? [];
      await streams[i].until(() => streams[i].events.length > wanted.length);
      assert.deepEqual(titlesOf(i), wanted, query);
    }
    for (const stream of [...streams, end]) stream.close();
  });

  it('reports a changed link as a change of its row, to those who see the row, once per transaction', async () => {
    const { rows, edit, db } = server.data;
    await edit(server.system, 'add-table', { name: 'tags', fields: [{ name: 'title', type: 'text' }] });
    const tagged = { name: 'tags', type: 'many_to_many', attributes: { table: 'tags' } };
    await edit(server.system, 'add-table', { name: 'posts', fields: [{ name: 'title', type: 'text' }, tagged] });
    const rule = 'row.tags.exists(t, t.title == "open")';
    const access = { staff: { read: 'all' }, public: { read: { rule } } };
    await edit(server.system, 'set-access', { table: 'tags', access: { public: { read: 'all' } } });
    await edit(server.system, 'set-access', { table: 'posts', access });
    const ids = [];
    for (const title of ['open', 'b', 'c']) ids.push((await rows.insert(server.system, 'tags', { title })).id);
    const staff = await follow('cyd', 'table=posts');
    const visitor = await follow('public', 'table=posts');
    for (const stream of [staff, visitor]) await stream.ready();
    const post = await rows.insert(server.system, 'posts', { title: 'p', tags: [ids[1], ids[2]] });
    await staff.until(() => staff.events.length === 2);
    const place = staff.lastId();
    await db.query(`insert into app.posts_tags values (${post.id}, ${ids[0]})`);
    await staff.until(() => staff.events.length === 3);
    await db.query(`delete from app.posts_tags where target <> ${ids[1]}`);
    await staff.until(() => staff.events.length === 4);
    await rows.remove(server.system, 'tags', ids[1]);
    await staff.until(() => staff.events.length === 5);
    await rows.remove(server.system, 'posts', post.id);
    await staff.until(() => staff.events.length === 6);
    const seen = (/** @type {any} */ { events }) =>
      events.slice(1).map((/** @type {any} */ { event, data }) => [event, ...(data.row ? [data.row.tags] : [])]);
    assert.deepEqual(seen(staff), [
      ['insert', [ids[1], ids[2]]],
      ['update', [...ids]],
      ['update', [ids[1]]],
      ['update', []],
      ['delete'],
    ]);
    assert.deepEqual(seen(visitor), [['update', [...ids]], ['left']], 'one who may not read it hears nothing of it');
    const again = await follow('cyd', 'table=posts', { 'last-event-id': place });
    await again.ready();
    assert.deepEqual(
      again.events.map(({ event }) => event),
      ['delete', 'ready'],
    );
    for (const stream of [staff, visitor, again]) stream.close();
  });

  it('gives formulas their values, and filters by them', async () => {
    const fields = [
      { name: 'price', type: 'integer' },
      { name: 'double', type: 'integer', auto: 'formula', formula: 'row.price * 2' },
    ];
    await server.data.edit(server.system, 'add-table', { name: 'items', fields });
    await server.data.edit(server.system, 'set-access', { table: 'items', access: { public: { read: 'all' } } });
    const all = await follow('public', 'table=items');
    const high = await follow('public', 'table=items&double.gt=10');
    for (const stream of [all, high]) await stream.ready();
    for (const price of [2, 7]) await server.data.rows.insert(server.system, 'items', { price });
    await all.until(() => all.events.length === 3);
    await high.until(() => high.events.length === 2);
    const doubles = (/** @type {any} */ { events }) =>
      events.slice(1).map((/** @type {any} */ { data }) => data.row.double);
    assert.deepEqual([doubles(all), doubles(high)], [[4, 14], [14]]);
    for (const stream of [all, high]) stream.close();
  });

  it('I4, I13: no text in a row starts an event, a line or an id of its own', async () => {
    const stream = await follow('cyd', 'table=notes&kind=insert');
    await stream.ready();
    const texts = ['\n\nevent: end\ndata: {}\n\n', '\r\rid: 0\r\revent: reset\rdata: 1\r\r', 'a\u2028b\u2029c\u0085d'];
    const stored = [];
    for (const title of texts) {
      const { id } = await server.data.rows.insert(server.system, 'notes', { title });
      stored.push((await server.data.rows.get(server.system, 'notes', id, { fields: ['title'] })).title);
    }
    await stream.until(() => stream.events.length > texts.length);
    assert.deepEqual(
      stream.events.slice(1).map(({ event, data }) => [event, data.row.title]),
      stored.map((title) => ['insert', title]),
    );
    assert.notEqual(stream.lastId(), '0');
    stream.close();
  });
});
