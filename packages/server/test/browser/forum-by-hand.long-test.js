import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';
import { builderScreen } from './builder-screen.js';
import { starterApp } from './starter-app.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
/** @type {ReturnType<typeof builderScreen>} */
let screen;

before(async () => {
  server = await startTestServer({ app: await starterApp('forum') });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 1280, height: 800 } });
  screen = builderScreen({ server, page });
  page.setDefaultTimeout(Number(process.env.PLINTH_WAIT) || 60_000);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The whole document as a visitor gets it, without the ids of elements. */
async function delivered() {
  const { text } = await (await server.as('public')).get('/page/forum');
  return text.replaceAll(/\b(id|for|aria-\w+)="[^"]*"/g, '$1');
}

/** Inserts by the palette that "/" opens. @param {string} words @param {string} name of the entry */
async function insert(words, name) {
  await page.locator('.bld-stage').focus();
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.locator('.bld-commands [role=option]', { hasText: name }).first().click();
  await saved();
}

/** A setting of what is selected. @param {string} name @param {string} value */
async function set(name, value) {
  const control = page.locator(`[data-bld-props] [name="${name}"]:not([type=hidden])`);
  await control.first().waitFor();
  const kind = await control.first().evaluate((/** @type {any} */ one) => one.type);
  if (kind === 'radio' || kind === 'checkbox')
    await page.locator(`[data-bld-props] [name="${name}"][value="${value}"]`).check({ force: true });
  else if (kind.startsWith('select')) await control.selectOption(value);
  else {
    await control.fill(value);
    await control.blur();
  }
  await saved();
}

const saved = () => screen.saved();

/** Selects by the path below the canvas. @param {string} label */
async function around(label) {
  await page.locator('[data-bld-path] button', { hasText: label }).last().click();
  await page.locator('[data-bld-path] button[aria-current]', { hasText: label }).waitFor();
}

it(
  'the front page of the forum, rebuilt from nothing in the builder by clicks and keys within 5 minutes, is the same HTML',
  { timeout: 300_000 },
  async () => {
    const wanted = await delivered();
    assert.match(wanted, /Welcome to the forum[^]*Recent posts/);
    const changes = { title: 'Empty', description: '', roles: [], layout: node('stack', {}, []) };
    await server.data.edit(server.system, 'change-page', { page: 'forum', changes });
    assert.doesNotMatch(await delivered(), /Welcome to the forum/);

    await page.goto('/admin/build/pages/forum');
    await screen.ready();
    await set('general.title', 'Forum');
    await set('general.description', 'The latest topics and posts');
    await set('general.roles', 'public');
    await insert('container', 'Container');
    for (const [name, value] of [
      ['background', 'soft'],
      ['padding', '4'],
      ['radius', '3'],
    ])
      await set(`node.${name}`, value);
    await insert('heading', 'Heading');
    await set('node.text', 'Welcome to the forum');
    await set('node.level', '1');
    await set('node.size', 'large');
    await insert('text', 'Text');
    await set('node.text', 'Ask, answer, and show what you made. Everyone can read, members can post.');
    await set('node.style', 'lead');
    await insert('search bar', 'Search bar');
    await set('node.view', 'topic_list');
    await set('node.placeholder', 'Search all topics');
    await around('Stack');
    await insert('columns', 'Columns');
    await set('node.gap', '4');
    await page.locator('.bld-stage').focus();
    await page.keyboard.press('ArrowRight');
    await set('node.width', '9');
    await set('node.tablet', '12');
    await insert('topics', 'Topics');
    await around('Column');
    await page.locator('.bld-stage').focus();
    await page.keyboard.press('ArrowDown');
    await set('node.width', '3');
    await set('node.tablet', '12');
    await insert('heading', 'Heading');
    await set('node.text', 'Recent posts');
    await insert('recent posts', 'Recent posts');
    await page.locator('[data-bld-publish]:enabled').click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.equal(await delivered(), wanted);
    assert.deepEqual(page.problems, []);
  },
);
