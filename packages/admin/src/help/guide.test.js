import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createScreens } from '../screens.js';
import { createGuide, HELP } from './guide.js';

/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-guide-'));
  await mkdir(path.join(folder, 'guide'));
  await writeFile(path.join(folder, 'README.md'), '# Guide\n\n[First](guide/first.md)\n');
  await writeFile(
    path.join(folder, 'guide', 'first.md'),
    '# First `steps`\n\n## What’s next?\n\n## What’s next?\n\n[up](../README.md), [there](other.md#a-b), [code](../../src/x.js), [here](#x), [out](https://example.com)\n\n| a |\n| --- |\n| b |\n',
  );
});
after(() => rm(folder, { recursive: true, force: true }));

describe('the documentation in the product', () => {
  it('is read page by page, with the ids that its links name', async () => {
    const page = await createGuide(folder).page('guide/first');
    assert.equal(page?.title, 'First steps');
    assert.deepEqual(
      page?.headings.map(({ id }) => id),
      ['', 'whats-next', 'whats-next-1'],
    );
    assert.match(String(page?.body), /<h2 id="whats-next-1">/);
    assert.doesNotMatch(String(page?.body), /<h1/);
  });

  it('links to its other pages, and shows what it doesn’t hold as words', async () => {
    const body = String((await createGuide(folder).page('guide/first'))?.body);
    for (const link of [`"${HELP}">up`, `"${HELP}/guide/other#a-b">there`, '"#x">here', '"https://example.com">out'])
      assert.ok(body.includes(`<a href=${link}</a>`), link);
    assert.match(body, /, code, /);
  });

  it('has only the pages of its folder', async () => {
    for (const name of ['nothing', '../README', 'guide', 'guide/../README', '/etc/passwd', ''])
      assert.equal(await createGuide(folder).page(name), null, name);
  });

  it('leads nowhere that does not exist, from a page or from a screen', async () => {
    const screens = createScreens();
    const { guide } = screens;
    const headings = await guide.headings();
    const places = new Set(headings.map(({ page, id }) => (id ? `${page}#${id}` : page)));
    assert.ok(places.size > 100);
    const links = [];
    for (const name of new Set(headings.map(({ page }) => page))) {
      const { body } = /** @type {import('../types.d.ts').GuidePage} */ (await guide.page(name));
      for (const [, href] of body.matchAll(/<a href="([^"]+)"/g)) {
        if (href.startsWith('#')) links.push(`${name}${href}`);
        else if (href.startsWith(HELP)) links.push(href.slice(HELP.length + 1) || 'README');
      }
    }
    assert.ok(links.length > 40);
    const isNowhere = async (/** @type {string} */ link) => !places.has(link) && (await guide.page(link)) === null;
    const nowhere = [];
    for (const link of new Set(links)) if (await isNowhere(link)) nowhere.push(link);
    assert.deepEqual(nowhere, []);
    const all = await screens.load();
    const helps = all.flatMap(({ path: at, help }) => (help ? [{ at, help }] : []));
    assert.deepEqual(
      helps.filter(({ help }) => !places.has(help)),
      [],
    );
    const silent = screens.areas().filter(({ area }) => screens.helpAt(`/admin/${area}?x=1`) === null);
    assert.deepEqual(silent, []);
  });
});
