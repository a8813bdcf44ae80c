import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '../../testing/index.js';

/** @typedef {import('../../testing/client.js').Client} Client */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Client} */
let ada;
/** @type {Client} */
let ben;
/** @type {Client} */
let admin;
/** @type {Client} */
let visitor;
const ADDRESS = /src="(\/pictures\/[0-9a-f-]{36})"/;

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], ben: ['staff'] } });
  [ada, ben, admin, visitor] = await Promise.all(['ada', 'ben', 'admin', 'public'].map((name) => server.as(name)));
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'tasks',
    display: 'title',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'who', type: 'user' },
    ],
  });
  await edit('set-access', { table: 'tasks', access: { public: { read: 'all' }, staff: { read: 'all' } } });
  await edit('generate-views', { table: 'tasks', roles: ['public', 'staff'] });
  await server.data.rows.insert(server.system, 'tasks', { title: 'Paint', who: ada.user.id });
});
after(() => server.close());

/** @param {{ width?: number, height?: number }} [size] */
async function photo({ width = 400, height = 200 } = {}) {
  const middle = { create: { width: 40, height: 40, channels: /** @type {3} */ (3), background: 'lime' } };
  const image = sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: await sharp(middle).png().toBuffer() }])
    .withExif({ IFD0: { Copyright: 'secret place' } });
  return new File([new Uint8Array(await image.jpeg().toBuffer())], 'me.jpg');
}

/** @param {Client} client @param {Blob} picture @param {string} [address] */
const send = (client, picture, address = '/auth/profile/picture') => client.post(address, { picture });
/** @param {Client} client */
const shownTo = async (client) => ADDRESS.exec((await client.get('/view/tasks_list')).text)?.[1] ?? null;

describe('a profile picture', () => {
  it('is cropped to a small square of its middle, without what the camera wrote into it', async () => {
    const answer = await send(ada, await photo());
    assert.equal(answer.location, '/auth/profile', answer.text.slice(0, 2000));
    const address = String(ADDRESS.exec((await ada.get('/auth/profile')).text)?.[1]);
    const got = await fetch(server.url + address);
    const bytes = Buffer.from(await got.arrayBuffer());
    const { width, height, format, exif } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, format, exif], [192, 192, 'webp', undefined]);
    assert.match(got.headers.get('cache-control') ?? '', /^private, .*immutable/);
    assert.match(got.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const middle = 3 * (96 * 192 + 96);
    assert.ok(data[middle] < 90 && data[middle + 1] > 200, 'the middle is kept');
  });

  it('reaches lists that were cached before, and the header by cookie', async () => {
    const before = await shownTo(ben);
    await send(ada, await photo({ width: 90, height: 90 }));
    const now = await shownTo(ben);
    assert.ok(now && now !== before);
    assert.equal(await shownTo(ben), now);
    assert.equal(await shownTo(ada), now);
    assert.match(String(ada.cookies.get('plinth_face')), new RegExp(`^\\w+ ${now.split('/')[2]} \\w{8}$`));
    assert.equal((await visitor.get(String(before))).status, 404, 'the former one');
  });

  it('is seen by whoever may see the person on a page, visitors too, and found by nobody else', async () => {
    const address = await shownTo(visitor);
    assert.equal((await visitor.get(String(address))).status, 200);
    for (const id of [ada.user.id, '00000000-0000-4000-8000-000000000000', 'x', '..%2f..']) {
      assert.equal((await visitor.get(`/pictures/${id}`)).status, 404, id);
    }
  });

  it('Z1: shows nobody whose row the reader may not read', async () => {
    const hide = (/** @type {string} */ read) =>
      server.data.edit(server.system, 'set-access', {
        table: 'tasks',
        access: { public: { read }, staff: { read: 'all' } },
      });
    await hide('none');
    assert.equal(await shownTo(visitor), null);
    await hide('all');
  });

  it('is set by oneself and by admins only', async () => {
    const was = await shownTo(ben);
    const address = `/admin/users/${ada.user.id}/picture`;
    for (const client of [ben, visitor])
      assert.ok([302, 401, 403, 404].includes((await send(client, await photo(), address)).status));
    assert.equal((await send(visitor, await photo())).status, 401);
    const { pictures } = server.data.people;
    const actor = (/** @type {Client} */ client, /** @type {any} */ more) => ({
      userId: client.user.id,
      roles: ['user', 'staff'],
      ...more,
    });
    for (const who of [
      actor(ben, {}),
      { userId: null, roles: ['public'] },
      actor(ada, { scope: { operations: ['read'] } }),
    ]) {
      await assert.rejects(pictures.set(who, ada.user.id, Buffer.from('x')), { code: 'FORBIDDEN' });
      await assert.rejects(pictures.remove(who, ada.user.id), { code: 'FORBIDDEN' });
    }
    assert.equal(await shownTo(ben), was);
    assert.equal((await send(admin, await photo(), address)).status, 303);
    assert.notEqual(await shownTo(ben), was);
    // The person's own browser hears of it with the bell's number.
    await ada.get('/notifications/count');
    assert.ok(String(ada.cookies.get('plinth_face')).includes(` ${String(await shownTo(ben)).split('/')[2]} `));
    assert.equal((await ada.get('/notifications/count')).headers.get('set-cookie'), null);
  });

  it('is refused with a reason: no image, damaged, a drawing, too large, none', async () => {
    const was = await shownTo(ben);
    const whole = new Uint8Array(await (await photo()).arrayBuffer());
    /** @type {[File, number, RegExp][]} */
    const cases = [
      [new File(['words'], 'a<b>.png'), 422, /a&lt;b&gt;\.png.{0,10} can&#39;t be shown as an image\. Choose a PNG/],
      [new File([whole.subarray(0, 700)], 'cut.jpg'), 422, /cut\.jpg/],
      [new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], 'd.svg'), 422, /d\.svg/],
      [new File([new Uint8Array(11 * 1024 * 1024)], 'big.png'), 413, /10 MB/],
    ];
    for (const [file, status, said] of cases) {
      const answer = await send(ada, file);
      assert.equal(answer.status, status, file.name);
      assert.match(answer.text, said);
      assert.match(answer.text, /role="alert"/);
    }
    assert.equal((await ada.post('/auth/profile/picture', {})).status, 422);
    assert.equal(await shownTo(ben), was, 'the former one stays');
  });

  it('stands in mentions, in the list of people to mention and among choices that ask for it', async () => {
    await server.data.edit(server.system, 'change-table', { table: 'tasks', changes: { comments: 'readers' } });
    const spec = { table: 'tasks', select: [], limit: 1 };
    const [{ rows }] = await server.data.select(server.system, [{ spec, params: {} }]);
    const address = `/comments/tasks/${rows[0].id}`;
    const sent = await ben.post(address, { text: 'Look, @ada' });
    assert.equal(sent.status, 303, sent.text.slice(0, 500));
    const face = String(await shownTo(ben));
    const shown = (await ben.get(address)).text;
    assert.ok(shown.includes(`<span class="pl-mention"><img class="avatar avatar-sm" src="${face}"`));
    const people = JSON.parse((await ben.get(`${address}/people?q=a`)).text);
    const found = people.find((/** @type {any} */ one) => one.name === 'ada');
    assert.ok(found.face.includes(face));
    assert.equal((await visitor.get(`${address}/people?q=a`)).text.includes(face), false, 'whoever may not write');
    const choices = async (/** @type {any} */ more) => {
      const select = [{ as: 'c', choices: 'tasks.who', ...more }];
      const [answer] = await server.data.select(server.system, [{ spec: { table: null, select }, params: {} }]);
      return answer.rows[0].c.find((/** @type {any} */ one) => one.label === 'ada');
    };
    assert.equal(`/pictures/${(await choices({ pictures: true })).picture}`, face);
    assert.equal('picture' in (await choices({})), false);
  });

  it('is removed again, and with its user', async () => {
    const address = String(await shownTo(ben));
    assert.equal((await ada.post('/auth/profile/picture/remove')).location, '/auth/profile');
    assert.equal(await shownTo(ben), null);
    assert.equal((await ben.get(address)).status, 404);
    assert.match((await ben.get('/view/tasks_list')).text, /class="pl-person pl-c-\w+" data-pl-face="A"/);
    await send(ben, await photo());
    await server.data.people.users.remove(server.system, ben.user.id);
    const { rows } = await server.data.db.query('select from plinth.user_pictures');
    assert.equal(rows.length, 0);
  });
});
