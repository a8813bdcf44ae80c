import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

describe('pictures and films on a page', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  before(async () => {
    server = await startTestServer();
    const layout = node('stack', {}, [
      node('text', { text: 'Words' }),
      node('image', { source: 'url', url: 'https://other.test/a.png', alt: 'Far' }),
      node('image', { source: 'url', url: '/files/x/near.png', alt: 'Near' }),
      node('video', { source: 'url', url: 'https://other.test/a.mp4' }),
    ]);
    await server.data.edit(server.system, 'add-page', {
      page: { name: 'media', title: 'Media', roles: ['public'], layout },
    });
  });
  after(() => server.close());

  it('I7: of other sites are left out and listed as problems, since browsers would report them', async () => {
    const { text } = await (await server.as('public')).get('/page/media');
    assert.match(text, /Words[\s\S]*src="\/files\/x\/near\.png"/);
    assert.doesNotMatch(text, /other\.test/);
    const problems = await (await server.as('admin')).get('/admin/problems');
    assert.match(problems.text, /https:\/\/other\.test\/a\.png[\s\S]* points to another site/);
  });
});
