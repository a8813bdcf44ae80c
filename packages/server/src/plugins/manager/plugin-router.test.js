import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../testing/client.js';
import { startTestServer } from '../../testing/index.js';

/** A plugin with a strategy as identity providers have them: who says `x-badge: <address>` is taken for them. */
const SOURCE = `
class BadgeStrategy {
  name = 'badge';
  authenticate(req) {
    const email = req.get('x-badge');
    if (email) this.success({ email });
    else this.fail('Badge');
  }
}
export const plugin = {
  name: 'badges', version: '1.0.0', api: '^1',
  router: {
    roles: ['public'],
    create({ express, passport, actorOf, logIn }) {
      passport.use(new BadgeStrategy());
      const router = express.Router();
      router.get('/who', (req, res) => res.json({ roles: actorOf(req).roles, q: req.query.q, ip: req.ip, path: req.path }));
      router.post('/echo', (req, res) => res.status(201).json({ body: req.body }));
      router.get('/enter', passport.authenticate('badge', { session: false }), async (req, res) => {
        await logIn(req, res, req.user);
        res.cookie('badge', '1', { maxAge: 5000 }).redirect('/page/start');
      });
      router.get('/token', passport.authenticate('bearer', { session: false }), (req, res) => res.json(req.user.actor.roles));
      router.get('/broken', () => { throw new Error('by the plugin'); });
      return router;
    },
  },
};`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {string} */
let folder;
before(async () => {
  server = await startTestServer({ users: { anna: ['user'] } });
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-badges-'));
  await mkdir(path.join(folder, 'badges'));
  const manifest = { name: 'plinth-badges', version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(path.join(folder, 'badges', 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'badges', 'index.js'), SOURCE);
  await server.runtime.plugins.install(server.system, path.join(folder, 'badges'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the router of a plugin', () => {
  it('is Express as its documentation has it, behind our headers', async () => {
    const anna = await server.as('anna');
    const answer = await anna.get('/plugin/badges/who?q=1');
    assert.deepEqual(answer.json(), { roles: ['user', 'public'], q: '1', ip: '127.0.0.1', path: '/who' });
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'self'/);
    assert.equal(answer.headers.get('x-powered-by'), null);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  });

  it('is given forms and JSON', async () => {
    const anna = await server.as('anna');
    const form = await anna.post('/plugin/badges/echo', { a: '1' });
    assert.deepEqual([form.status, form.json()], [201, { body: { a: '1' } }]);
    assert.deepEqual((await anna.postJson('/plugin/badges/echo', { b: [2] })).json(), { body: { b: [2] } });
  });

  it('A14: is not reached by requests that another site makes a browser send', async () => {
    const anna = await server.as('anna');
    const answer = await anna.post('/plugin/badges/echo', { a: '1' }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.status, 403);
  });

  it('leaves what it does not know to us, and its errors too', async () => {
    const anna = await server.as('anna');
    assert.match((await anna.get('/plugin/badges/none')).text, /Page not found/);
    const broken = await anna.get('/plugin/badges/broken');
    assert.equal(broken.status, 500);
    assert.doesNotMatch(broken.text, /by the plugin/);
    assert.match(server.log(), /by the plugin/);
  });

  it('A9: logs in users with an account by any strategy, and nobody else', async () => {
    const visitor = createClient(server.url);
    await server.as('anna');
    assert.equal((await visitor.get('/plugin/badges/enter')).status, 401);
    const unknown = await visitor.get('/plugin/badges/enter', { 'x-badge': 'nobody@example.com' });
    assert.equal(unknown.status, 401);
    const entered = await visitor.get('/plugin/badges/enter', { 'x-badge': 'Anna@example.com' });
    assert.equal(entered.location, '/page/start');
    const [session, name, face, badge] = entered.headers.getSetCookie();
    assert.match(session, /^plinth_session=[^;]+; Path=\/; SameSite=Lax; Max-Age=\d+; HttpOnly$/);
    assert.match(name, /^plinth_name=anna;/);
    assert.match(face, /^plinth_face=/);
    assert.match(badge, /^badge=1; Max-Age=5;/);
    assert.deepEqual((await visitor.get('/plugin/badges/who')).json().roles, ['user', 'public']);
  });

  it('A7: lets nobody in whose account is disabled', async () => {
    const { id } = await server.data.people.users.create(server.system, { name: 'Gone', email: 'gone@example.com' });
    await server.data.people.users.disable(server.system, id);
    const visitor = createClient(server.url);
    assert.equal((await visitor.get('/plugin/badges/enter', { 'x-badge': 'gone@example.com' })).status, 401);
  });

  it('knows programs by their tokens', async () => {
    const anna = await server.as('anna');
    const { token } = await server.data.people.apiTokens.create(server.system, anna.user.id, { name: 'badge' });
    const visitor = createClient(server.url);
    const known = await visitor.get('/plugin/badges/token', { authorization: `Bearer ${token}` });
    assert.deepEqual(known.json(), ['user', 'public']);
    const wrong = await visitor.get('/plugin/badges/token', { authorization: 'Bearer plt_wrong' });
    assert.deepEqual(
      [wrong.status, wrong.headers.get('www-authenticate')],
      [401, 'Bearer realm="Plinth", error="invalid_token"'],
    );
  });
});
