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
  started = await startBuilder({ users: { colleague: ['admin'] } });
  ({ server, admin, page, screen } = started);
});
after(() => started?.close());
afterEach(() => assert.deepEqual(page.problems.splice(0), []));

describe('a formatted text, edited on the page', () => {
  const source = 'Some **bold** words\n\n- one\n- two';
  const page2 = () =>
    named('stack', 'root', {}, [named('text', 'words', { text: source }), named('text', 'empty', {})]);
  const typing = () => screen.canvas.locator('.bld-typing');
  /** @param {string} name @param {number} index */
  const textOfNode = async (name, index) => (await screen.layoutOf(name))?.children[index].settings?.text;

  it('shows what it will look like, and is one step to undo; Escape leaves everything as it was', async () => {
    const name = await screen.open(page2());
    await screen.canvas.locator('li', { hasText: 'one' }).last().dblclick();
    await typing().waitFor();
    assert.equal(await typing().inputValue(), source);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('three <img src=x>');
    await screen.canvas.locator('.bld-typing-preview li:nth-child(3)').waitFor();
    await page.keyboard.press('Escape');
    await screen.canvas.locator('.pl-prose li:nth-child(2)').waitFor();
    assert.equal(await screen.canvas.locator('.pl-prose li').count(), 2);
    assert.equal(await screen.stored(name), '', 'nothing was changed');
    await page.keyboard.press('Enter');
    await typing().waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('three <img src=x>');
    await page.keyboard.press('Control+Enter');
    await until(async () => (await textOfNode(name, 0)) === `${source}\n- three <img src=x>`);
    await screen.saved();
    assert.equal(await screen.canvas.locator('.pl-prose li:nth-child(3)').innerText(), 'three <img src=x>');
    await page.keyboard.press('Control+z');
    await until(async () => (await textOfNode(name, 0)) === source);
  });

  it('is formatted by keys and toolbar, by keyboard alone', async () => {
    const name = await screen.open(page2());
    await page.locator('#outline-empty').click();
    await page.keyboard.press('Enter');
    await typing().waitFor();
    await page.keyboard.type('Read the manual');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+b');
    assert.equal(await typing().inputValue(), 'Read the **manual**');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Link address' }).waitFor();
    await page.keyboard.type('example.com/manual');
    await page.keyboard.press('Enter');
    assert.equal(await typing().inputValue(), 'Read the **[manual](https://example.com/manual)**');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Text style' }).selectOption('Heading 2');
    assert.equal(await typing().inputValue(), '## Read the **[manual](https://example.com/manual)**');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Numbered list' }).focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Enter');
    await until(async () => (await textOfNode(name, 1)) === 'Read the **[manual](https://example.com/manual)**');
  });

  it('takes pasted HTML as Markdown without anything that runs, and applies when the focus leaves', async () => {
    const name = await screen.open(page2());
    await page.locator('#outline-empty').click();
    await page.getByRole('button', { name: 'Edit text' }).click();
    await typing().waitFor();
    await typing().evaluate((/** @type {HTMLElement} */ area) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/html',
        `<b style="font-weight:normal"><h2 onclick="x()">Title</h2><p>A <span style="font-weight: 700">bold </span>word,
          <a href="javascript:alert(1)">bad</a>, <a href="https://a.b/c_d">good</a> 2 * 3 <i>it</i></p><script>x()</script>
          <ul><li>x<ul><li>y</li></ul></li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td></td></tr></table></b>`,
      );
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const expected = [
      ...['## Title', 'A **bold** word, bad, [good](https://a.b/c_d) 2 * 3 _it_', '- x\n  - y'],
      '| a | b |\n| --- | --- |\n| 1\\|2 |  |',
    ].join('\n\n');
    assert.equal(await typing().inputValue(), expected);
    await screen.canvas.getByText('Some bold words').click();
    await until(async () => (await textOfNode(name, 1)) === expected);
  });

  it('edits HTML as HTML, and a text of 30,000 words without a wait', async () => {
    const long = 'word '.repeat(30_000).trim();
    const name = await screen.open(
      named('stack', 'root', {}, [named('html', 'raw', { html: '<p>Raw</p>' }), named('text', 'long', { text: long })]),
    );
    await screen.canvas.getByText('Raw').dblclick();
    await typing().waitFor();
    await typing().fill('<p>Mild</p><script>x()</script>');
    await page.keyboard.press('Control+Enter');
    await screen.canvas.getByText('Mild').waitFor();
    assert.equal(await screen.canvas.locator('#main script').count(), 0);
    await page.locator('#outline-long').click();
    await page.keyboard.press('Enter');
    await typing().waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' end');
    await page.keyboard.press('Control+Enter');
    await until(async () => (await textOfNode(name, 1)) === `${long} end`);
  });

  it('survives a change of somebody else around it', async () => {
    const name = await screen.open(page2());
    await page.locator('#outline-empty').click();
    await page.keyboard.press('Enter');
    await typing().waitFor();
    await page.keyboard.type('mine');
    const colleague = await server.as('colleague');
    const url = `/admin/build/pages/${name}`;
    const { draft, version } = await page.evaluate(() =>
      JSON.parse(document.getElementById('builder-state')?.textContent ?? ''),
    );
    const layout = named('stack', 'root', {}, [
      named('card', 'around', { title: 'Theirs' }, draft.layouts.layout.children),
    ]);
    await colleague.postJson(`${url}/paint`, { draft: { ...draft, layouts: { layout } }, version });
    await colleague.postJson(`${url}/presence`, { tab: 'colleague-s-tab', selected: [] });
    await screen.canvas.getByText('Theirs').waitFor();
    await page.keyboard.press('Control+Enter');
    await until(async () => (await screen.layoutOf(name))?.children[0].children[1].settings?.text === 'mine');
  });

  it('reads back as Markdown what Markdown can say', async () => {
    await screen.open(page2());
    const texts = [
      ...[
        '# One\n\n## Two\nright below',
        'a *b* __c__ ~~d~~ `e` ``f ` g``',
        'one\ntwo  \nthree',
        '1. a\n2. b\n\n   c\n3. d',
      ],
      ...[
        '- [ ] a\n- [x] b',
        '> quoted\n> > twice\n\n- > in a list',
        '```js\nconst a = `b`;\n\n  c\n```',
        '| a | b |\n|:-|-:|\n| \\| | **x** |',
      ],
      ...[
        '![alt](/a.png "t") [x](</a b> "q\\"q")',
        'https://a.b/c_d_e <a@b.c>',
        '\\*no\\* \\# 1\\. a\\_b _c_d',
        '1\\. no list\n\\- neither',
      ],
      ...[
        '<b>not bold</b> &amp;amp; &lt;',
        '---',
        '- a\n- b\n\n* c\n\n1. d\n\n1) e',
        'un**be**liev_able_ **_both_**',
        'a | b\n\\--- | ---',
      ],
    ];
    const differing = await page.evaluate(
      async (/** @type {[string[], string]} */ [all, script]) => {
        const base = new URL('canvas/rich-text/', script).href;
        const { loadHtmlOf } = await import(`${base}html-of.js`);
        const { markdownOf } = await import(`${base}markdown-of.js`);
        const htmlOf = await loadHtmlOf();
        const looks = (/** @type {string} */ text) => {
          const holder = document.createElement('div');
          holder.append(htmlOf(text));
          return holder.innerHTML.replaceAll(/\s+/g, ' ').replaceAll(/> | </g, (one) => one.trim());
        };
        return all.flatMap((/** @type {string} */ text) => {
          const again = markdownOf(htmlOf(text));
          return looks(again) === looks(text) ? [] : [{ text, again, was: looks(text), is: looks(again) }];
        });
      },
      [texts, await page.locator('script[src*="builder/builder.js"]').evaluate((/** @type {any} */ one) => one.src)],
    );
    assert.deepEqual(differing, []);
  });
});

describe('the canvas', () => {
  it('makes a column of what is dropped on the side of an element', async () => {
    const name = await screen.open();
    const { x, y, width, height } = await boxOf(screen.onCanvas('Plain words'));
    const side = { x: x + width - 8, y: y + height / 2 };
    await screen.dragMouse(middle(await boxOf(page.locator('#outline-hello'))), side);
    await until(async () => (await screen.stored(name)).startsWith('root(columns(column(words) column(hello)) '));
  });
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
      const isCut = (/** @type {HTMLElement} */ bar) => bar.scrollWidth > bar.clientWidth;
      assert.equal(await page.locator('[data-bld-tools]').evaluate(isCut), false, `${width}: every tool is in it`);
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

  it('keeps a place for an element that a condition hides, and says so; an unknown one takes no others', async () => {
    const hidden = {
      ...named('card', 'gone', { title: 'Gone' }, [named('text', 'in', {})]),
      visible: { when: 'false' },
    };
    const name = await screen.open(named('stack', 'root', {}, [hidden, named('card', 'open', { title: 'Open' }, [])]));
    await screen.canvas.getByText('Card: Gone: hidden by its visibility rule').waitFor();
    assert.equal(await screen.canvas.getByText('Drop elements here').count(), 1, 'in the card that is shown');
    const url = `/admin/build/pages/${name}`;
    const { text } = await admin.get(url);
    const { draft, version } = JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
    draft.layouts.layout.children.push({ id: 'odd', type: 'strange_thing', settings: {} });
    await admin.postJson(`${url}/paint`, { draft, version });
    await page.reload();
    await screen.ready();
    await screen.canvas.getByText('strange_thing: nothing to show').waitFor();
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
    await page.keyboard.press('ArrowLeft');
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
      name: 'pens',
      label: 'Pens',
      display: 'maker',
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
    const other = await started.browser.page(server.url, await server.as('colleague'));
    await other.goto('/admin/build/views/pens_show');
    await screen.ready(other);
    const fieldsIn = async () =>
      (
        await server.data.drafts.find(server.system, server.data.catalog().view('pens_show').id)
      )?.draft.layouts.layout.children
        .map((/** @type {any} */ one) => one.settings.field)
        .join(' ');
    const rename = { table: 'pens', field: 'ink', changes: { name: 'colour' } };
    const renamed = await server.data.edit(server.system, 'change-field', rename);
    await until(async () => / colour size$/.test(await fieldsIn()));
    // Both browsers go on with the new name; what they change next is a change of the renamed field.
    await other.getByRole('treeitem', { name: 'ink' }).click();
    await other.keyboard.press('Alt+ArrowDown');
    await until(async () => / size colour$/.test(await fieldsIn()));
    await server.data.revisions.undo(server.system, renamed.revision);
    await until(async () => / size ink$/.test(await fieldsIn()));
    await other.keyboard.press('Alt+ArrowUp');
    await until(async () => / ink size$/.test(await fieldsIn()));
    for (const one of [page, other]) {
      await one.locator('.bld-status[data-state="saved"]').waitFor();
      assert.equal(await one.locator('[data-bld-problems] > *').count(), 0);
    }
    assert.deepEqual(other.problems, []);
    await other.close();
    await screen.ready();
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

  it('is named even if it is deleted while the picture after another change is on its way', async () => {
    await server.data.edit(server.system, 'add-table', {
      name: 'pads',
      label: 'Pads',
      display: 'maker',
      fields: ['maker', 'size', 'ink'].map((name) => ({ name, label: name, type: 'text' })),
    });
    const layout = named('stack', 'root', {}, [
      named('field', 'one', { field: 'maker' }),
      named('text', 'words', { text: 'Plain words' }),
    ]);
    const view = { name: 'pads_show', table: 'pads', template: 'show', roles: ['admin'], config: { layout } };
    await server.data.edit(server.system, 'add-view', { view });
    await server.data.rows.insert(server.system, 'pads', { maker: 'Clairefontaine', size: 'A5' });
    await page.goto('/admin/build/views/pads_show');
    await screen.ready();
    await screen.choose('Plain words');
    await page.keyboard.press('/');
    await page.keyboard.type('size');
    await page.keyboard.press('Enter');
    await page.locator('.bld-line', { hasText: 'size' }).waitFor();
    await screen.saved();
    await page.reload();
    await screen.ready();
    const network = await page.context().newCDPSession(page);
    let heard = 0;
    network.on(
      'Network.eventSourceMessageReceived',
      (/** @type {any} */ { data }) => (heard = JSON.parse(data).catalog),
    );
    await network.send('Network.enable');
    const [isHeld, released] = [Promise.withResolvers(), Promise.withResolvers()];
    await page.route('**/paint', async (/** @type {any} */ route) => {
      const response = await route.fetch();
      isHeld.resolve(undefined);
      await released.promise;
      await route.fulfill({ response });
    });
    await server.data.edit(server.system, 'change-field', {
      table: 'pads',
      field: 'ink',
      changes: { label: 'Colour' },
    });
    await isHeld.promise;
    await server.data.edit(server.system, 'remove-field', { table: 'pads', field: 'size' });
    await until(async () => heard === server.data.catalog().version);
    released.resolve(undefined);
    await page
      .locator('[data-bld-problems] button', { hasText: 'Field: Field “size” no longer exists' })
      .waitFor({ timeout: 10_000 });
    await page.unroute('**/paint');
    await network.detach();
  });
});

describe('what can be inserted', () => {
  it('is what there is now: new, renamed and removed fields, views and pieces without a reload', async () => {
    await server.data.edit(server.system, 'add-table', {
      name: 'cups',
      label: 'Cups',
      display: 'shape',
      fields: ['shape', 'glaze'].map((name) => ({ name, label: name, type: 'text' })),
    });
    const layout = named('stack', 'root', {}, [named('field', 'one', { field: 'shape' })]);
    const view = (/** @type {string} */ name, /** @type {any} */ more) => ({
      view: { name, table: 'cups', template: 'show', roles: ['admin'], config: { layout }, ...more },
    });
    await server.data.edit(server.system, 'add-view', view('cup', {}));
    await page.goto('/admin/build/views/cup');
    await screen.ready();
    await page.getByRole('tab', { name: 'Add' }).click();
    const item = (/** @type {string} */ text) => page.locator('.bld-item', { hasText: text });
    await page.getByText('More elements').click();
    await item('glaze').focus();
    const change = { table: 'cups', field: 'shape', changes: { label: 'Outline' } };
    await server.data.edit(server.system, 'add-field', { table: 'cups', field: { name: 'weight', type: 'integer' } });
    await server.data.edit(server.system, 'change-field', change);
    await server.data.edit(server.system, 'add-view', view('cup_list', { template: 'show', label: 'All cups' }));
    const piece = { name: 'badge', label: 'Tea badge', layout: named('stack', 'root', {}, []) };
    await server.data.edit(server.system, 'add-piece', { piece });
    for (const text of ['weight', 'Outline', 'All cups', 'Tea badge']) await item(text).first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'glaze', 'the focus stays');
    await server.data.edit(server.system, 'remove-field', { table: 'cups', field: 'glaze' });
    await server.data.edit(server.system, 'remove-view', { view: 'cup_list' });
    for (const text of ['glaze', 'All cups']) await item(text).waitFor({ state: 'detached' });
    await item('weight').first().click();
    await page.locator('.bld-line[aria-selected="true"]', { hasText: 'weight' }).waitFor({ state: 'attached' });
    await server.data.edit(server.system, 'add-field', { table: 'cups', field: { name: 'handle', type: 'text' } });
    await item('handle').first().waitFor();
    await page.locator('[data-bld-stage]').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('handle');
    await page.keyboard.press('Enter');
    await page.locator('.bld-line[aria-selected="true"]', { hasText: 'handle' }).waitFor({ state: 'attached' });
  });
});

describe('two people, one of them without a connection', () => {
  /** @param {any} on a page @param {string} text @param {string} words */
  async function retitle(on, text, words) {
    await on.frameLocator('[data-bld-frame]').getByText(text, { exact: true }).click();
    const field = on.locator('[data-bld-props] [name="node.text"]');
    // The settings of the element that was selected before are shown until these are there.
    await until(async () => (await field.inputValue().catch(() => '')) === text);
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
      await screen.canvas.locator('[contenteditable]:focus, .bld-typing').waitFor();
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
