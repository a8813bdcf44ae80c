import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';
import { named, partsOf, partsOfPage } from './builder-sample.js';
import { boxOf, builderScreen, middle } from './builder-screen.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
/** @type {any} */
let page;
/** @type {ReturnType<typeof builderScreen>} */
let screen;

before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  admin = await server.as('admin');
  page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
  screen = builderScreen({ server, page });
});
after(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(() => assert.deepEqual(page.problems.splice(0), []));

describe('the canvas', () => {
  it('covers nothing of the page with its tools: what stands above a selected element takes the next click', async () => {
    await screen.open();
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await screen.choose('Plain words');
      await page.locator('.bld-selected[data-label="Text: Plain words"]').waitFor();
      const [stage, tools] = [
        await boxOf(page.locator('[data-bld-stage]')),
        await boxOf(page.locator('[data-bld-tools]')),
      ];
      assert.ok(tools.y >= stage.y + stage.height, `${width}: below the canvas`);
      assert.ok(tools.x + tools.width <= width, `${width}: in the window`);
      await screen.choose('Hello');
      await page.locator('.bld-selected[data-label="Heading: Hello"]').waitFor();
      await page
        .getByRole('toolbar', { name: 'Selected element' })
        .getByRole('button', { name: 'Select parent' })
        .click();
      await page.locator('#outline-root[aria-selected="true"]').waitFor();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows heading and buttons in the top bar, as visitors see them, and swaps them there', async () => {
    const link = (/** @type {string} */ id) => named('link', id, { label: id, to: 'url', url: '/' });
    const line = named('stack', 'line', { direction: 'row' }, [
      named('heading', 'hello', { text: 'Hello' }),
      link('go'),
    ]);
    const name = await screen.open(named('stack', 'root', {}, [line, named('text', 'words', { text: 'Plain words' })]));
    await screen.canvas.locator('#pl-head').getByText('go').click();
    await page.locator('.bld-selected[data-label="Link: go"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.bld-selected[data-label="Stack"]').waitFor();
    await screen.dragMouse(
      middle(await boxOf(screen.onCanvas('Plain words'))),
      middle(await boxOf(screen.onCanvas('go'))),
    );
    await screen.draftIs(name, 'root(stack(hello link words))');
    await screen.canvas.locator('#main').getByText('Hello').waitFor();
    await page.locator('[data-bld-undo]').click();
    await screen.canvas.locator('#pl-head').getByText('Hello').waitFor();
    await screen.saved();
    const shown = await screen.canvas.locator('body').evaluate(partsOf);
    const { text } = await admin.get(`/page/${name}`);
    assert.equal(shown, await page.evaluate(partsOfPage, text));
  });
});
