import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { axeViolations } from '../../src/testing/index.js';
import { named, partsOf, partsOfPage, textOf, textOfPage } from './builder-sample.js';
import { boxOf, middle, startBuilder } from './builder-screen.js';

/** @type {Awaited<ReturnType<typeof startBuilder>>} */
let started;
/** @type {any} */
let [server, admin, page, screen] = [];

before(async () => {
  started = await startBuilder();
  ({ server, admin, page, screen } = started);
});
after(() => started?.close());
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

  it('shows at once what is inserted, copied and wrapped while the connection is lost, and keeps it over a reload', async () => {
    const name = await screen.open();
    const lost = (/** @type {any} */ route) => route.abort();
    await page.route('**/paint', lost);
    await screen.choose('Plain words');
    await page.keyboard.press('/');
    await page.keyboard.type('divider');
    await page.keyboard.press('Enter');
    await screen.canvas.locator('.bld-new', { hasText: 'Divider' }).getByText('Not saved yet').waitFor();
    await page.locator('.bld-line', { hasText: 'Divider' }).waitFor();
    await screen.choose('One');
    await page.keyboard.press('Control+d');
    await until(async () => (await screen.canvas.getByText('One', { exact: true }).count()) === 2);
    await screen.choose('Plain words');
    await page.keyboard.press('Control+g');
    await screen.canvas.locator('.bld-new', { hasText: 'Card' }).getByText('Plain words').waitFor();
    await screen.choose('Hello');
    await page.keyboard.press('Delete');
    await screen.canvas.getByText('Hello').waitFor({ state: 'detached' });
    const expected = 'root(card(words) divider cols(left(first(one text)) right(second())) tabs(taba(ina) tabb(inb)))';
    const shown = async () => ({
      new: await screen.canvas.locator('.bld-new').count(),
      copies: await screen.canvas.getByText('One', { exact: true }).count(),
      lines: await page.locator('.bld-line').count(),
    });
    const before = await shown();
    assert.deepEqual(before, { new: 2, copies: 2, lines: 16 });
    await page.reload();
    await screen.ready();
    await until(async () => JSON.stringify(await shown()) === JSON.stringify({ ...before, copies: 2 }));
    assert.equal(await screen.stored(name), '');
    await page.getByText('Kept in this browser; not saved yet').waitFor();
    await page.unroute('**/paint', lost);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await screen.draftIs(name, expected);
    await screen.canvas.locator('.bld-new').first().waitFor({ state: 'detached' });
    await until(async () => {
      const now = await screen.canvas.locator('#main').evaluate(textOf);
      return now === (await page.evaluate(textOfPage, (await admin.get(`/admin/build/pages/${name}/canvas`)).text));
    });
    page.problems.splice(0);
  });
});

describe('the top line', () => {
  it('takes two lines on a phone and one on a tablet, with every control in reach of the keyboard', async () => {
    await screen.open();
    for (const [width, most] of [
      [390, 132],
      [820, 72],
    ]) {
      await page.setViewportSize({ width, height: 844 });
      const { height } = await boxOf(page.locator('.bld-top'));
      assert.ok(height <= most, `${width}: ${height} pixels`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}`);
      await page.getByRole('button', { name: 'View options' }).focus();
      await page.keyboard.press('Enter');
      for (const control of ['[data-bld-zoom]', '[data-bld-scheme]', '[data-bld-as]']) {
        await page.keyboard.press('Tab');
        await page.locator(`${control}:focus`).waitFor();
        const { x, width: wide } = await boxOf(page.locator(control));
        assert.ok(x >= 0 && x + wide <= width, `${control} at ${width}`);
      }
      assert.deepEqual(await axeViolations(page), []);
      await page.keyboard.press('Escape');
      await page.locator('[data-bld-zoom]').waitFor({ state: 'hidden' });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('[data-bld-zoom]').waitFor();
  });
});

describe('the palette by touch', () => {
  it('drags an element onto the page after a long press; before that it scrolls', async () => {
    const name = await screen.open();
    const touch = await started.browser.page(server.url, admin, {
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
    });
    await touch.goto(`/admin/build/pages/${name}`);
    await screen.ready(touch);
    await touch.getByRole('tab', { name: 'Add' }).click();
    await touch.getByRole('searchbox', { name: 'Search elements and fields' }).fill('divid');
    const cdp = await touch.context().newCDPSession(touch);
    const send = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {any[]} */ touchPoints) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const from = middle(await boxOf(touch.locator('.bld-item', { hasText: 'Divider' })));
    const to = middle(await boxOf(screen.onCanvas('Drop elements here')));
    await send('touchStart', [from]);
    await send('touchMove', [{ x: from.x, y: from.y + 40 }]);
    await send('touchEnd', []);
    assert.equal(await touch.locator('.bld-ghost').count(), 0);
    await send('touchStart', [from]);
    await touch.locator('.bld-ghost').waitFor();
    await send('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
    await send('touchMove', [to]);
    await touch.locator('.bld-drop-into').waitFor();
    await send('touchEnd', []);
    await screen.draftIs(
      name,
      'root(hello words cols(left(first(one)) right(second(divider))) tabs(taba(ina) tabb(inb)))',
    );
    assert.deepEqual(touch.problems, []);
    await touch.context().close();
    await screen.ready();
  });
});

describe('a field that is deleted while a draft shows it', () => {
  it('is named at once, once, with its element and a way to it; Publish asks', async () => {
    await server.data.edit(server.system, 'add-table', {
      ...{ name: 'pens', label: 'Pens', display: 'maker' },
      fields: ['maker', 'size', 'ink'].map((name) => ({ name, label: name, type: 'text' })),
    });
    const field = (/** @type {string} */ id, /** @type {string} */ name) => named('field', id, { field: name });
    const layout = named('stack', 'root', {}, [field('one', 'maker'), named('text', 'words', { text: 'Plain words' })]);
    const view = { name: 'pens_show', table: 'pens', template: 'show', roles: ['admin'], config: { layout } };
    await server.data.edit(server.system, 'add-view', { view });
    await server.data.rows.insert(server.system, 'pens', { maker: 'Pelikan', size: 'M', ink: 'blue' });
    await page.goto('/admin/build/views/pens_show');
    await screen.ready();
    for (const name of ['size', 'ink']) {
      await screen.choose('Plain words');
      await page.keyboard.press('/');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.locator('.bld-line', { hasText: name }).waitFor();
    }
    await screen.saved();
    const rename = { table: 'pens', field: 'ink', changes: { name: 'colour' } };
    await server.data.edit(server.system, 'change-field', rename);
    await server.data.edit(server.system, 'remove-field', { table: 'pens', field: 'size' });
    const problem = page.locator('[data-bld-problems] button', { hasText: 'Field: Field “size” no longer exists' });
    await problem.waitFor();
    assert.equal(await page.locator('[data-bld-problems] > *', { hasText: 'size' }).count(), 1);
    await page.locator('#outline-words').click();
    await problem.click();
    await page.locator('.bld-line[aria-selected="true"]', { hasText: 'Field' }).locator('.text-danger').waitFor();
    await page.locator('[data-bld-publish]:enabled').click();
    const dialog = page.getByRole('dialog', { name: 'Some elements would not work' });
    await dialog.getByRole('button', { name: 'Field: Field “size” no longer exists' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(server.data.catalog().view('pens_show').config.layout.children.length, 2);
    await dialog.getByRole('button', { name: 'Publish anyway' }).click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.equal(server.data.catalog().view('pens_show').config.layout.children.length, 4);
  });
});

describe('two people, one of them without a connection', () => {
  /** @param {any} on a page @param {string} text @param {string} words */
  async function retitle(on, text, words) {
    await on.frameLocator('[data-bld-frame]').getByText(text, { exact: true }).click();
    const field = on.locator('[data-bld-props] [name="node.text"]');
    await field.fill(words);
    await field.blur();
    await on.frameLocator('[data-bld-frame]').getByText(words, { exact: true }).first().waitFor();
  }

  it('merge what was published meanwhile, and are asked about each element that both changed', async () => {
    const name = await screen.open();
    const other = await started.colleague('Cleo');
    await other.goto(`/admin/build/pages/${name}`);
    await screen.ready(other);
    await screen.ready();
    await page.context().setOffline(true);
    await screen.choose('Hello');
    for (const [id, words] of [
      ['hello', 'Hello from me'],
      ['one', 'One of mine'],
    ]) {
      await page.locator(`#outline-${id}`).click();
      await page.keyboard.press('Enter');
      await screen.canvas.locator('[contenteditable]:focus').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
      await page.keyboard.press('Control+Enter');
    }
    await page.getByText('Kept in this browser; not saved yet').waitFor();
    await retitle(other, 'Hello', 'Hello from Cleo');
    await retitle(other, 'Plain words', 'Words of Cleo');
    await other.locator('[data-bld-publish]:enabled').click();
    await other.locator('[data-adm-toast]').waitFor();
    await page.context().setOffline(false);
    const asked = page.getByRole('dialog', { name: 'Somebody else changed the same elements' });
    await asked.waitFor();
    assert.equal(await asked.locator('fieldset').count(), 1, 'only what both changed');
    assert.match(await asked.textContent(), /Hello from me[^]*Hello from Cleo/);
    assert.deepEqual(await axeViolations(page), []);
    await asked.getByLabel('Published in the meantime').check();
    await asked.getByRole('button', { name: 'Keep these changes' }).click();
    for (const words of ['Hello from Cleo', 'Words of Cleo', 'One of mine']) await screen.onCanvas(words).waitFor();
    await screen.saved();
    await page.locator('[data-bld-publish]:enabled').click();
    await page.locator('[data-adm-toast]').waitFor();
    const { text } = await (await server.as('public')).get(`/page/${name}`);
    for (const words of ['Hello from Cleo', 'Words of Cleo', 'One of mine']) assert.ok(text.includes(words), words);
    page.problems.splice(0);
    await other.context().close();
  });
});
