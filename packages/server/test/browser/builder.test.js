import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { axeViolations } from '../../src/testing/index.js';

import { START, PARTS, named, textOf, textOfPage } from './builder-sample.js';
import { boxOf, middle, startBuilder } from './builder-screen.js';

/** @type {Awaited<ReturnType<typeof startBuilder>>} */
let started;
/** @type {any} */
let [server, admin, page, screen] = [];

before(async () => {
  started = await startBuilder();
  ({ server, admin, page, screen } = started);
  await admin.post('/admin/tables', { label: 'Pens' });
  await admin.post('/admin/tables/pens/new-field', { type: 'text', label: 'Maker' });
  await admin.post('/admin/tables/pens/views', {});
  await server.data.rows.insert(server.system, 'pens', { maker: 'Pelikan' });
});
after(() => started?.close());

describe('the builder by mouse', () => {
  afterEach(() => assert.deepEqual(page.problems, []));

  it('selects by a click, shows the path, the parent by the arrow key or the path, and nothing by Escape', async () => {
    await screen.open();
    await screen.choose('One');
    await page.locator('.bld-selected[data-label="Text: One"]').waitFor();
    assert.equal(
      await page
        .locator('[data-bld-path]')
        .innerText()
        .then((/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ')),
      `${screen.name()} Stack Columns Column Card Text`,
    );
    await page.keyboard.press('ArrowLeft');
    await page.locator('.bld-selected[data-label="Card: First"]').waitFor();
    await page.locator('[data-bld-path] button', { hasText: 'Columns' }).click();
    await page.locator('.bld-selected[data-label="Columns"]').waitFor();
    await page.locator('#outline-cols[aria-selected="true"]').waitFor();
    await page.locator('[data-bld-more] > summary').click();
    await page.keyboard.press('Escape');
    await page.locator('[data-bld-more]:not([open]) > summary:focus').waitFor();
    await page.locator('.bld-selected[data-label="Columns"]').waitFor();
    await page.locator('.bld-stage').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.locator('.bld-selected[data-label="Columns"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.bld-selected').waitFor({ state: 'detached' });
    await screen.saidIs('Nothing selected');
    await page.locator('[data-bld-note]', { hasText: 'Nothing selected' }).waitFor();
  });

  it('names what the pointer is over, opens tabs, and follows no link', async () => {
    await screen.open();
    const box = await boxOf(screen.onCanvas('Plain words'));
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.locator('.bld-hovered[data-label="Text: Plain words"]').waitFor();
    await screen.onCanvas('Tab B').click();
    await screen.onCanvas('In B').waitFor();
    await screen.canvas.locator('a[href]:visible').first().click();
    assert.match(page.frames()[1].url(), /\/canvas/);
  });

  it('drags within the page: between siblings, into a card, out of it', async () => {
    const name = await screen.open();
    const target = await boxOf(screen.onCanvas('Hello'));
    await screen.dragMouse(
      middle(await boxOf(screen.onCanvas('Plain words'))),
      { x: target.x + 20, y: target.y + 1 },
      { drop: false },
    );
    await page.locator('.bld-drop-line').waitFor({ state: 'attached' });
    await page.mouse.up();
    await screen.draftIs(name, `root(words hello ${PARTS.cols} ${PARTS.tabs})`);
    await screen.canvas.locator('p').first().waitFor();
    await screen.dragMouse(
      middle(await boxOf(screen.onCanvas('Hello'))),
      middle(await boxOf(screen.onCanvas('Drop elements here'))),
    );
    await screen.draftIs(name, `root(words cols(left(first(one)) right(second(hello))) ${PARTS.tabs})`);
    await screen.saidIs('Heading: Hello moved into Card: Second');
    // What was dropped stays selected, for the keyboard to go on with.
    await page.locator('.bld-selected[data-label="Heading: Hello"]').waitFor();
  });

  it('drags from the palette, and by Escape nothing happens', async () => {
    const name = await screen.open();
    await page.getByRole('tab', { name: 'Add' }).click();
    await page.getByRole('searchbox', { name: 'Search elements and fields' }).fill('divid');
    const item = middle(await boxOf(page.locator('.bld-item', { hasText: 'Divider' })));
    await screen.dragMouse(item, middle(await boxOf(screen.onCanvas('One'))), { drop: false });
    await page.locator('.bld-drop-into').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await screen.saidIs('Cancelled');
    assert.equal(await screen.stored(name), '');
    await screen.dragMouse(item, middle(await boxOf(screen.onCanvas('One')), 0.9));
    await screen.draftIs(name, `root(hello words cols(left(first(one divider)) right(second())) ${PARTS.tabs})`);
  });

  it('drags in the outline, and from the outline onto the page', async () => {
    const name = await screen.open();
    await screen.dragMouse(
      middle(await boxOf(page.locator('#outline-words'))),
      middle(await boxOf(page.locator('#outline-second'))),
    );
    await screen.draftIs(name, `root(hello cols(left(first(one)) right(second(words))) ${PARTS.tabs})`);
    await screen.dragMouse(
      middle(await boxOf(page.locator('#outline-hello'))),
      middle(await boxOf(screen.onCanvas('In A')), 0.9),
    );
    await screen.draftIs(name, `root(cols(left(first(one)) right(second(words))) tabs(taba(ina hello) tabb(inb)))`);
  });

  it('puts no column where it does not belong, and nothing into itself', async () => {
    const name = await screen.open();
    await screen.dragMouse(
      middle(await boxOf(page.locator('#outline-left'))),
      middle(await boxOf(screen.onCanvas('Plain words'))),
    );
    await screen.dragMouse(
      middle(await boxOf(page.locator('#outline-cols'))),
      middle(await boxOf(page.locator('#outline-second'))),
    );
    assert.equal(await screen.stored(name), '');
  });

  it('resizes columns by their border on the grid of 12, as one step', async () => {
    const name = await screen.open();
    await screen.choose('One');
    const border = middle(await boxOf(page.locator('.bld-border')));
    const row = await boxOf(screen.canvas.locator('.row').first());
    await screen.dragMouse(border, { x: border.x + row.width / 6, y: border.y });
    await until(async () => (await screen.layoutOf(name))?.children[2].children[0].settings?.width === 8);
    await page.locator('[data-bld-undo]').click();
    await until(async () => (await screen.layoutOf(name))?.children[2].children[0].settings?.width === undefined);
    assert.equal(await page.locator('[data-bld-undo]').isDisabled(), true);
  });

  it('selects several by Shift, moves them together, wraps and unwraps them', async () => {
    const name = await screen.open();
    await screen.choose('Hello');
    await page.keyboard.down('Shift');
    await screen.onCanvas('Plain words').click();
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => document.querySelectorAll('.bld-selected').length === 2);
    await page.getByRole('button', { name: 'Wrap in Card' }).click();
    await screen.draftIs(name, `root(card(hello words) ${PARTS.cols} ${PARTS.tabs})`);
    await page.locator('.bld-selected[data-label="Card"]').waitFor();
    await page.keyboard.press('Control+Shift+G');
    await screen.draftIs(name, START);
    await page.getByRole('button', { name: 'Wrap in Columns' }).click();
    await screen.draftIs(name, `root(columns(column(hello) column(words)) ${PARTS.cols} ${PARTS.tabs})`);
  });

  it('saves a selection as a piece, opens it, publishes it with its places shown, and detaches a use', async () => {
    const name = await screen.open();
    const tool = (/** @type {string} */ label) => page.locator('[data-bld-tools]').getByRole('button', { name: label });
    await screen.choose('Hello');
    await page.keyboard.down('Shift');
    await screen.onCanvas('Plain words').click();
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => document.querySelectorAll('.bld-selected').length === 2);
    await tool('Save as piece…').click();
    const dialog = page.getByRole('dialog', { name: 'Save as piece' });
    await dialog.getByLabel('Label').fill('Greeting');
    await dialog.getByLabel('Heading “Hello”: Text', { exact: true }).check();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create piece' }).click();
    await screen.draftIs(name, `root(piece ${PARTS.cols} ${PARTS.tabs})`);
    await screen.onCanvas('Hello').waitFor();
    await page.locator('[data-bld-props]').getByLabel('Text').fill('Good morning');
    await page.locator('[data-bld-props]').getByLabel('Text').blur();
    await screen.onCanvas('Good morning').waitFor();
    await page.locator('[data-bld-publish]:enabled').click();
    await page.locator('[data-adm-toast]').waitFor();
    await screen.ready();
    await screen.choose('Good morning');
    await tool('Edit piece').click();
    await page.waitForURL(/\/admin\/build\/pieces\/greeting/);
    await screen.ready();
    await screen.onCanvas('Plain words').dblclick();
    await screen.canvas.locator('.bld-typing').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('In all places');
    await page.keyboard.press('Control+Enter');
    await screen.onCanvas('In all places').waitFor();
    await triesValues();
    await page.locator('[data-bld-publish]:enabled').click();
    await page.getByRole('dialog', { name: 'Used in one place' }).getByRole('button', { name: 'Publish' }).click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.match((await (await server.as('public')).get(`/page/${name}`)).text, /Good morning[^]*In all places/);
    await page.goto(`/admin/build/pages/${name}`);
    await screen.ready();
    await screen.choose('In all places');
    await tool('Detach from piece').click();
    await screen.draftIs(name, `root(stack(heading text) ${PARTS.cols} ${PARTS.tabs})`);
    await page.keyboard.press('Control+z');
    await screen.draftIs(name, `root(piece ${PARTS.cols} ${PARTS.tabs})`);
    await page.getByRole('tab', { name: 'Add' }).click();
    await page.getByRole('searchbox', { name: 'Search elements and fields' }).fill('greeting');
    await page.locator('.bld-item', { hasText: 'Greeting' }).waitFor();
  });

  /** Values for the parameters of the open piece, on the canvas and over a reload. */
  async function triesValues() {
    const panel = page.getByRole('region', { name: 'Try values' });
    await page.getByRole('button', { name: 'Try values' }).click();
    await panel.getByLabel('Text').fill('Tried');
    await screen.onCanvas('Tried').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await screen.saved();
    await page.reload();
    await screen.ready();
    await screen.onCanvas('Tried').waitFor();
    await page.getByRole('button', { name: 'Try values' }).click();
    assert.equal(await panel.getByLabel('Text').inputValue(), 'Tried');
    await panel.getByRole('button', { name: 'Reset values' }).click();
    await screen.onCanvas('Hello').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  }

  it('edits a text on the page by a double click', async () => {
    const name = await screen.open();
    await screen.onCanvas('Hello').dblclick();
    await screen.canvas.locator('[contenteditable]').waitFor();
    await page.keyboard.type('Good <b>morning</b>');
    await page.keyboard.press('Enter');
    await until(async () => (await screen.layoutOf(name))?.children[0].settings.text === 'Good <b>morning</b>');
    await screen.onCanvas('Good <b>morning</b>').waitFor();
    await screen.onCanvas('Plain words').dblclick();
    await page.keyboard.type('Never');
    await page.keyboard.press('Escape');
    await screen.onCanvas('Plain words').waitFor();
  });

  it('has the room of panels that are folded, also the next time; Enter opens the one it leads to', async () => {
    await screen.open();
    const room = () => page.evaluate(() => (document.getElementById('main')?.offsetWidth ?? 0) / innerWidth);
    const fold = (/** @type {string} */ name) => page.getByRole('button', { name });
    await fold('Show or hide the elements').click();
    assert.ok((await room()) > 0.7);
    await fold('Show or hide the properties').click();
    assert.equal(await room(), 1);
    await page.reload();
    await screen.ready();
    assert.equal(await room(), 1);
    await fold('Show or hide the elements').click();
    await page.locator('#outline-cols').click();
    await page.keyboard.press('Enter');
    await page.locator('[data-bld-props] :focus').waitFor();
    assert.equal(await fold('Show or hide the properties').getAttribute('aria-expanded'), 'true');
  });

  it('keeps the open tab, the scroll position and untouched elements while something else changes', async () => {
    const name = await screen.open();
    await screen.onCanvas('Tab B').click();
    await screen.onCanvas('In B').waitFor();
    await screen.canvas.locator('.pl-tabs').evaluate((/** @type {any} */ tabs) => (tabs.kept = true));
    await screen.choose('Hello');
    await page.keyboard.press('Control+d');
    await screen.draftIs(name, `root(hello heading words ${PARTS.cols} ${PARTS.tabs})`);
    await screen.canvas.getByText('Hello').nth(1).waitFor();
    assert.equal(await screen.onCanvas('In B').isVisible(), true);
    assert.equal(await screen.canvas.locator('.pl-tabs').evaluate((/** @type {any} */ tabs) => tabs.kept), true);
  });
});

describe('what the canvas shows', () => {
  it('is what the server renders, after many moves of every kind', async () => {
    const name = await screen.open();
    await page.locator('.bld-stage').focus();
    const keys = ['Alt+ArrowDown', 'Alt+ArrowRight', 'Control+d', 'ArrowDown', 'Alt+ArrowUp', 'ArrowLeft', 'Control+g'];
    const more = ['ArrowRight', 'Alt+ArrowLeft', 'ArrowUp', 'Control+Shift+G', 'Control+z', 'ArrowRight', 'Delete'];
    const all = [...keys, ...more];
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 80; i++) await page.keyboard.press(all[(i * i * 7 + i * 3) % all.length]);
    await page.locator('.bld-status[data-state="saved"]').waitFor();
    assert.notEqual(await screen.stored(name), START);
    await until(async () => {
      const shown = await screen.canvas.locator('#main').evaluate(textOf);
      const { text } = await admin.get(`/admin/build/pages/${name}/canvas`);
      return shown === (await page.evaluate(textOfPage, text));
    });
    assert.deepEqual(page.problems, []);
  });
});

describe('the builder by keyboard alone', () => {
  afterEach(() => assert.deepEqual(page.problems, []));
  beforeEach(async () => {
    await screen.open();
    await page.locator('.bld-stage').focus();
  });
  const name = () => screen.name();

  it('walks among siblings, in and out', async () => {
    const path = [
      ['ArrowRight', 'Stack'],
      ['ArrowRight', 'Heading: Hello'],
      ['ArrowDown', 'Text: Plain words'],
      ['ArrowDown', 'Columns'],
      ['ArrowRight', 'Column'],
      ['ArrowRight', 'Card: First'],
      ['ArrowLeft', 'Column'],
      ['ArrowUp', 'Column'],
    ];
    for (const [key, label] of path) {
      await page.keyboard.press(key);
      await page.locator(`.bld-selected[data-label="${label}"]`).waitFor();
    }
  });

  it('moves by Alt and the arrow keys, says where to, and undoes and repeats it', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await screen.saidIs('Heading: Hello moved: 2 of 4 in Stack');
    await page.keyboard.press('Alt+ArrowRight');
    await screen.draftIs(
      name(),
      `root(words hello ${PARTS.cols} ${PARTS.tabs})`.replace(
        'hello cols(left(first(one)) right(second()))',
        'cols(left(hello first(one)) right(second()))',
      ),
    );
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await screen.draftIs(name(), START);
    await screen.saidIs('Undone: move');
    await page.keyboard.press('Control+z');
    await screen.saidIs('Nothing to undo');
    await page.keyboard.press('Control+y');
    await screen.draftIs(name(), `root(words hello ${PARTS.cols} ${PARTS.tabs})`);
  });

  it('inserts by "/", deletes, duplicates, copies and pastes', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('/');
    await page.keyboard.type('divider');
    await page.keyboard.press('Enter');
    await screen.draftIs(name(), `root(hello divider words ${PARTS.cols} ${PARTS.tabs})`);
    await screen.saidIs('Divider added to Stack');
    await page.keyboard.press('Control+d');
    await screen.draftIs(name(), `root(hello divider divider words ${PARTS.cols} ${PARTS.tabs})`);
    await page.keyboard.press('Delete');
    await screen.draftIs(name(), `root(hello divider words ${PARTS.cols} ${PARTS.tabs})`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+x');
    await screen.saidIs('Divider deleted');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Control+v');
    await screen.draftIs(name(), `root(hello words divider divider ${PARTS.cols} ${PARTS.tabs})`); // A part that stands nowhere by itself comes with its whole; into selected columns goes what their empty one takes.
    await page.keyboard.press('/');
    await page.keyboard.type('section');
    await page.keyboard.press('Enter');
    await until(async () => /divider accordion\(section\(\)/.test(await screen.stored(name())));
    await page.keyboard.press('/');
    await page.keyboard.type('divider');
    await page.keyboard.press('Enter');
    await until(async () => /accordion\(section\(divider\)/.test(await screen.stored(name())));
  });

  it('pastes into another page, and answers rubbish with a clear message', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+c');
    await screen.saidIs('Copied: Heading: Hello');
    const other = await screen.open(named('stack', 'root', {}, []));
    await page.locator('.bld-stage').focus();
    await page.keyboard.press('Control+v');
    await screen.draftIs(other, 'root(heading)');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '{"plinth":"elements","format":1,"elements":[{"id":"x","type":"rocket"}]}');
      document
        .querySelector('.bld-stage')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    assert.equal(await screen.said(), 'The element “rocket” is not installed here');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '<script>alert(1)</script>');
      document
        .querySelector('.bld-stage')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    assert.match((await screen.said()) ?? '', /^The clipboard has no elements/);
    assert.equal(await screen.stored(other), 'root(heading)');
  });

  it('makes a column wider, and edits a text in its place', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Alt+Shift+ArrowRight'])
      await page.keyboard.press(key);
    await screen.saidIs('Column: 7 of 12');
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await screen.canvas.locator('.bld-typing').waitFor();
    await page.keyboard.type('Typed');
    await page.keyboard.press('Control+Enter');
    await until(async () => (await screen.layoutOf(name()))?.children[1].settings.text === 'Typed');
  });

  it('has no accessibility problem, with something selected, in the palette and in the command palette', async () => {
    await page.keyboard.press('ArrowRight');
    await page.locator('.bld-selected').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('/');
    await page.locator('.bld-commands').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Add' }).click();
    assert.deepEqual(await axeViolations(page), []);
  });
});

describe('the builder and its connection', () => {
  it('undoes over a reload of the tab', async () => {
    const name = await screen.open();
    await screen.choose('Hello');
    await page.keyboard.press('Alt+ArrowDown');
    await screen.draftIs(name, `root(words hello ${PARTS.cols} ${PARTS.tabs})`);
    await page.locator('.bld-status[data-state="saved"]').waitFor();
    await page.reload();
    await screen.ready();
    await page.locator('.bld-stage').focus();
    await page.locator('[data-bld-undo]:not([disabled])').waitFor();
    await page.keyboard.press('Control+z');
    await screen.draftIs(name, START);
    assert.deepEqual(page.problems, []);
  });

  it('keeps everything while the connection is lost and the tab is closed, shows it, and sends it later', async () => {
    // A request that is on its way when the first route is set may never be answered.
    let isLost = false;
    await page.route('**/paint', (/** @type {any} */ route) => (isLost ? route.abort() : route.continue()));
    const name = await screen.open();
    await screen.choose('Hello');
    isLost = true;
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Kept in this browser; not saved yet').waitFor();
    assert.equal(await screen.stored(name), '');
    await page.reload();
    await screen.ready();
    await page.getByText('Kept in this browser; not saved yet').waitFor();
    await page.unroute('**/paint');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await screen.draftIs(name, `root(words hello ${PARTS.cols} ${PARTS.tabs})`);
    await page.locator('.bld-status[data-state="saved"]').waitFor();
  });

  it('shows the newest of many changes although each answer takes 250 ms', async () => {
    const name = await screen.open();
    let asked = 0;
    await page.route('**/paint', async (/** @type {any} */ route) => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 250));
      await route.continue();
    });
    await screen.choose('Hello');
    for (let i = 0; i < 8; i++) await page.keyboard.press('Control+d');
    await page.locator('.bld-status[data-state="saved"]').waitFor();
    await screen.draftIs(name, `root(hello ${'heading '.repeat(8)}words ${PARTS.cols} ${PARTS.tabs})`);
    await until(async () => (await screen.canvas.getByText('Hello', { exact: true }).count()) === 9);
    assert.ok(asked < 8, `${asked} requests`);
    await page.unroute('**/paint');
  });

  it('merges what two people change at the same time', async () => {
    // Otherwise each would have the other's change before making their own.
    await page.route('**/live?*', (/** @type {any} */ route) => route.abort());
    const name = await screen.open();
    const other = await started.browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
    await other.goto(`/admin/build/pages/${name}`);
    await screen.ready(other);
    await screen.canvas.getByText('Plain words').click();
    await other.locator('.bld-selected').waitFor();
    await other.keyboard.press('Delete');
    await screen.draftIs(name, `root(hello ${PARTS.cols} ${PARTS.tabs})`);
    await screen.ready();
    await page.locator('.bld-stage').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Control+d']) await page.keyboard.press(key);
    await screen.draftIs(name, `root(hello heading ${PARTS.cols} ${PARTS.tabs})`);
    await page.unroute('**/live?*');
    await other.context().close();
  });
});

describe('the builder by touch', () => {
  it('drags after a long press, and a finger that moves at once scrolls', async () => {
    const name = await screen.open();
    const touch = await started.browser.page(server.url, admin, {
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
    });
    await touch.goto(`/admin/build/pages/${name}`);
    await screen.ready(touch);
    const cdp = await touch.context().newCDPSession(touch);
    const send = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {any[]} */ touchPoints) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const placeOf = async (/** @type {string} */ text) =>
      middle(await boxOf(touch.frameLocator('[data-bld-frame]').getByText(text, { exact: true }).first()));
    const start = await placeOf('Plain words');
    await send('touchStart', [start]);
    await send('touchMove', [{ x: start.x, y: start.y + 40 }]);
    await send('touchEnd', []);
    assert.equal(await touch.locator('.bld-ghost').count(), 0);
    const from = await placeOf('Plain words');
    const to = await placeOf('Drop elements here');
    await send('touchStart', [from]);
    await touch.locator('.bld-ghost').waitFor();
    await send('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
    await send('touchMove', [to]);
    await touch.locator('.bld-drop-into').waitFor();
    await send('touchEnd', []);
    await screen.draftIs(name, `root(hello cols(left(first(one)) right(second(words))) ${PARTS.tabs})`);
    assert.deepEqual(touch.problems, []);
    await touch.context().close();
  });
});

describe('a draft in the builder', () => {
  /** @param {string} words @param {any} [on] */
  async function retitle(words, on = page) {
    await on.frameLocator('[data-bld-frame]').getByText('Plain words').click();
    await on.locator('[data-bld-props] [name="node.text"]').fill(words);
    await on.locator('[data-bld-props] [name="node.text"]').blur();
    await on.frameLocator('[data-bld-frame]').getByText(words).waitFor();
  }

  it('is published, with the step in the history to take back', async () => {
    const name = await screen.open();
    await retitle('New words');
    await page.locator('[data-bld-publish]:enabled').click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.match(JSON.stringify(server.data.catalog().page(name).layout), /New words/);
    assert.ok(await page.locator('[data-bld-publish]').isDisabled());
    const see = page.locator('[data-adm-toast]').getByRole('link', { name: 'View page' });
    assert.equal(await see.getAttribute('href'), `/page/${name}`);
    await page.locator('[data-adm-toast] form button').click();
    await until(() => JSON.stringify(server.data.catalog().page(name).layout).includes('Plain words'));
  });

  it('is discarded, and taken back', async () => {
    await screen.open();
    await retitle('New words');
    await page.locator('[data-bld-more] summary').click();
    assert.deepEqual(await axeViolations(page), []);
    await page.locator('[data-bld-discard]').click();
    await page.frameLocator('[data-bld-frame]').getByText('Plain words').waitFor();
    await page.locator('.toast button:not(.btn-close)').click();
    await page.frameLocator('[data-bld-frame]').getByText('New words').waitFor();
  });

  it('is shared by two people, who see each other and each other’s changes', async () => {
    const name = await screen.open();
    page.problems.length = 0;
    const other = await started.colleague('Ben');
    await other.goto(`/admin/build/pages/${name}`);
    await screen.ready(other);
    await page.locator('.bld-person', { hasText: 'B' }).waitFor();
    await retitle('Words of Ben', other);
    await page.frameLocator('[data-bld-frame]').getByText('Words of Ben').waitFor();
    await page.locator('[data-bld-others] .bld-other-name', { hasText: 'Ben' }).waitFor();
    await page.locator('.bld-line[data-node=words] .bld-line-person').waitFor();
    await page.frameLocator('[data-bld-frame]').getByText('Hello').click();
    await page.locator('[data-bld-props] [name="node.text"]').fill('Mine');
    await page.locator('[data-bld-props] [name="node.text"]').blur();
    await other.frameLocator('[data-bld-frame]').getByText('Mine').waitFor();
    assert.deepEqual(
      [...page.problems, ...other.problems].filter((line) => !line.includes('409')),
      [],
    );
    page.problems.length = 0;
    await other.context().close();
    await page.locator('.bld-person').waitFor({ state: 'detached' });
  });

  it('shows any row, found by typing', async () => {
    await server.data.rows.insert(server.system, 'pens', { maker: 'Newest' });
    await page.goto('/admin/build/views/pens_show');
    await screen.ready();
    await screen.canvas.getByText('Newest').first().waitFor();
    await page.locator('[data-bld-row]').click();
    await page.keyboard.type('Pelikan');
    await page.locator('[data-bld-finder] [role=option]', { hasText: 'Pelikan' }).waitFor();
    await page.locator('[data-bld-finder] [role=option]', { hasText: 'Newest' }).waitFor({ state: 'detached' });
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await screen.canvas.getByText('Pelikan').first().waitFor();
  });
});
