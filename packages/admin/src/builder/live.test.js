import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { until } from '@plinth/data/testing';
import { listen, startTestServer } from '@plinth/server/testing';

const URL_OF = '/admin/build/pages/welcome';
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;

before(async () => {
  server = await startTestServer({ users: { anna: ['admin'], ben: ['admin'] } });
  const page = {
    name: 'welcome',
    title: 'Welcome',
    roles: ['user'],
    layout: node('stack', {}, [node('text', { text: 'Hi' })]),
  };
  await server.data.edit(server.system, 'add-page', { page });
});
after(() => server.close());

/** @param {string} name @param {string} tab */
async function follow(name, tab) {
  const client = await server.as(name);
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ');
  return listen(`${server.url}${URL_OF}/live?tab=${tab}`, { ...(cookie && { cookie }) });
}

/** What a stream said last. @param {Awaited<ReturnType<typeof follow>>} stream */
const last = (stream) => stream.events.findLast(({ event }) => event === 'presence')?.data;

describe('two people at one draft', () => {
  it('see each other, what is selected, and that something was saved', async () => {
    const anna = await follow('anna', 'anna-tab');
    await until(() => last(anna));
    assert.deepEqual(last(anna), { people: [], version: null, catalog: server.data.catalog().version });
    const ben = await follow('ben', 'ben-s-tab');
    const client = await server.as('ben');
    await client.postJson(`${URL_OF}/presence`, { tab: 'ben-s-tab', selected: ['abc'] });
    await until(() => last(anna).people[0]?.selected[0] === 'abc');
    assert.equal(last(anna).people[0].name, 'ben');
    assert.deepEqual(
      last(ben).people.map((/** @type {any} */ one) => one.name),
      ['anna'],
    );

    const { text } = await client.get(URL_OF);
    const [, json] = /id="builder-state">(.*?)<\/script>/s.exec(text) ?? [];
    const { draft, version } = JSON.parse(json);
    draft.layouts.layout.children[0].settings.text = 'Hello';
    const answer = (await client.postJson(`${URL_OF}/paint`, { draft, version })).json();
    await client.postJson(`${URL_OF}/presence`, { tab: 'ben-s-tab', selected: [] });
    await until(() => last(anna).version === answer.version);

    ben.close();
    await until(() => last(anna).people.length === 0);
    const count = anna.events.length;
    await server.data.drafts.presence.renew(server.data.catalog().page('welcome').id, 'anna-tab');
    assert.equal(anna.events.length, count, 'nothing is said twice');
    anna.close();
  });

  it('is for admins, as long as they are', async () => {
    const user = await server.as('user');
    assert.equal((await user.get(`${URL_OF}/live?tab=a-users-tab`)).status, 404);
    assert.equal((await user.postJson(`${URL_OF}/presence`, { tab: 'a-users-tab', selected: [] })).status, 404);
    const anna = await follow('anna', 'anna-tab');
    await until(() => last(anna));
    const { user: left } = await server.as('anna');
    await server.data.db.query(`delete from plinth.sessions where user_id = '${left.id}'`);
    await (await server.as('ben')).postJson(`${URL_OF}/presence`, { tab: 'ben-s-tab', selected: ['abc'] });
    await until(() => anna.events.some(({ event }) => event === 'end'));
    assert.ok(!JSON.stringify(last(anna)).includes('abc'));
  });
});
