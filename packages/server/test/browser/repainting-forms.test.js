import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);

before(async () => {
  server = await startTestServer();
  const fields = ['title', 'total', 'due', 'note', 'place'].map((name) => ({
    name,
    label: name.toUpperCase(),
    type: { total: 'money', due: 'date' }[name] ?? 'text',
  }));
  await edit('add-table', { name: 'orders', label: 'Orders', fields });
  const set = (/** @type {string} */ field) => ({ field, source: 'value', value: 'x' });
  const config = { values: [set('title'), set('note')] };
  const workflow = { table: 'orders', steps: [{ id: 'set', kind: 'action', do: { action: 'update_row', config } }] };
  for (const name of ['adds', 'keeps', 'fresh'])
    await edit('add-workflow', { workflow: { name, label: name, ...workflow } });
  const steps = [{ do: { action: 'update_row', config } }];
  await edit('add-trigger', {
    trigger: { name: 'change', label: 'Change', table: 'orders', events: ['update'], steps },
  });
  const button = node('action_button', { label: 'Go', action: { action: 'run_steps', config: { steps } } });
  const layout = node('stack', {}, [{ ...button, id: 'gobutton' }]);
  const view = { name: 'built', template: 'show', table: 'orders', roles: ['admin'], config: { layout } };
  await edit('add-view', { view });
  const rule = { rule: 'row.title != ""' };
  await edit('set-access', {
    table: 'orders',
    access: { user: { read: rule, create: 'none', update: 'none', delete: 'none' } },
  });
  for (const title of ['one', 'two']) await server.data.rows.insert(server.system, 'orders', { title });
  browser = await launchBrowser();
});
after(() => Promise.all([server?.close(), browser?.close()]));

/** A page whose answers to forms are held back until they are let go. @param {string} url */
async function open(url) {
  const page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 1280, height: 500 } });
  await page.goto(url);
  /** @type {(() => void)[]} */
  let waiting = [];
  let isHeld = false;
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (isHeld && request.method() === 'POST' && !/expressions|check$/.test(request.url()))
      await new Promise((resolve) => waiting.push(() => resolve(null)));
    await route.continue();
  });
  return Object.assign(page, {
    hold: () => (isHeld = true),
    letGo() {
      isHeld = false;
      for (const go of waiting) go();
      waiting = [];
    },
    /** @param {string} root whose first label is marked, so that it is seen when it has been exchanged */
    mark: (root) => page.evaluate((at) => document.querySelector(`${at} label`)?.setAttribute('data-probe', ''), root),
    /** @param {string} root */
    repainted: (root) => page.waitForFunction((at) => !document.querySelector(`${at} [data-probe]`), root),
  });
}

/** What must not change while somebody works in a form. @param {import('playwright-core').Page} page @param {string} root */
const stateOf = (page, root) =>
  page.evaluate((at) => {
    const form = /** @type {HTMLElement} */ (document.querySelector(at));
    const active = /** @type {HTMLInputElement} */ (document.activeElement);
    const scrolled = [];
    for (let one = /** @type {Element | null} */ (form); one; one = one.parentElement)
      if (one.scrollTop > 0) scrolled.push(one.scrollTop);
    return {
      focus: active.name || active.textContent,
      isSame: active.hasAttribute('data-own'),
      value: active.value,
      selection: [active.selectionStart, active.selectionEnd],
      open: [...form.querySelectorAll('details')].map(({ open: isOpen }) => isOpen),
      entries: [...form.querySelectorAll('[data-pl-entries]')].map(
        (list) => list.querySelectorAll(':scope > [data-pl-entry]').length,
      ),
      scrolled,
    };
  }, root);

const STEP = '[data-wf-form]';
const FORMS = [
  {
    name: 'a step of a workflow',
    url: '/admin/automation/workflows/keeps',
    root: STEP,
    prefix: 's.do.config.',
    box: true,
  },
  { name: 'a trigger', url: '/admin/automation/change', root: '#trigger', prefix: 'steps.0.do.config.', fold: true },
  {
    name: 'the properties of an element in the builder',
    url: '/admin/build/views/built',
    root: '[data-bld-props]',
    prefix: 'node.action.config.steps.0.do.config.',
    outline: '#outline-gobutton',
    late: true,
    fold: true,
  },
];
/** @type {{ name: string, url: string, root: string, ruling: string, pick: string, csv?: string, types?: string }[]} */
const OTHERS = [
  {
    name: 'the form of a field',
    url: '/admin/tables/orders/fields/title',
    root: '#field',
    ruling: '[name="type"]',
    pick: 'boolean',
  },
  {
    name: 'a mail template',
    url: '/admin/mails/~new',
    root: '#trigger',
    ruling: '[name="table"]',
    pick: 'orders',
  },
  {
    name: 'the review of an import',
    url: '/admin/start',
    csv: 'Name;City\nAda;Rome\nBo;Oslo\n',
    root: '[data-column="0"]',
    ruling: '[name="c.0.type"]',
    pick: 'long_text',
  },
  {
    name: 'the access editor',
    url: '/admin/tables/orders/access',
    root: '#access',
    ruling: '[name="user.update"]',
    pick: 'rule',
    types: '[name="user.read.rule"]',
  },
];

describe('a form that repaints itself', () => {
  for (const { name, url, root, prefix, box, outline, late, fold } of FORMS)
    it(`${name}: keeps entries, values, focus, selection, folds and the scroll position`, async () => {
      const page = await open(url);
      if (box) await page.locator('.wf-box').click();
      if (outline) {
        await page.locator('[data-bld-status]:not(:empty)').waitFor();
        await page.getByRole('tab', { name: 'Outline' }).click();
        await page.locator(outline).click();
      }
      const at = (/** @type {string} */ path) => page.locator(`${root} [name="${prefix}${path}"]`);
      await at('values.0.field').waitFor({ state: 'attached' });
      await page.evaluate((one) => {
        for (const details of document.querySelectorAll(`${one} details.pl-entry-fold`))
          details.setAttribute('open', '');
      }, root);
      await at('values.1.field').waitFor();
      const list = page.locator(`${root} [data-pl-entries="${prefix}values"]`);
      // An entry that is still empty, and one that is folded.
      await list.locator(':scope > [data-pl-add]').click();
      await list.locator(':scope > [data-pl-entry]').nth(1).locator('summary').first().click();
      await page.mark(root);
      page.hold();
      await at('values.0.field').selectOption('place');
      const control = at('values.0.value');
      await control.fill('typed meanwhile');
      await control.evaluate((/** @type {any} */ one) => {
        one.scrollIntoView({ block: 'end' });
        one.setSelectionRange(2, 5);
        one.setAttribute('data-own', '');
      });
      const was = await stateOf(page, root);
      assert.deepEqual([was.value, was.selection, was.entries.at(fold ? 1 : 0)], ['typed meanwhile', [2, 5], 3]);
      // The builder waits with it until nobody types in the form.
      const answer = late && page.waitForResponse((one) => one.url().endsWith('/properties'));
      page.letGo();
      await (answer || page.repainted(root));
      assert.deepEqual(await stateOf(page, root), was);
      assert.equal(await at('values.2.field').inputValue(), '', 'the empty entry is still there');
      await at('values.2.field').selectOption('due');
      await page.waitForFunction((one) => document.querySelector(`[name="${one}values.2._known"]`), prefix);
      assert.ok(await at('values.2.field').isVisible(), 'one that was just filled in stays open');
      assert.equal(await at('values.0.value').inputValue(), 'typed meanwhile');
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });

  for (const { name, url, root, ruling, pick, csv, types = '[name$="label"]' } of OTHERS)
    it(`${name}: keeps what is typed meanwhile, with focus, selection and the scroll position`, async () => {
      const page = await open(url);
      if (csv) {
        const buffer = Buffer.from(csv);
        await page.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer });
      }
      const control = page.locator(`${root} ${types}`).first();
      await control.waitFor();
      await page.locator(`${root} ${ruling}`).evaluate((one) => one.setAttribute('data-probe', ''));
      page.hold();
      await page.locator(`${root} ${ruling}`).selectOption(pick);
      await control.fill('typed meanwhile');
      await control.evaluate((/** @type {any} */ one) => {
        one.scrollIntoView({ block: 'end' });
        one.setSelectionRange(2, 5);
        one.setAttribute('data-own', '');
      });
      const was = await stateOf(page, root);
      assert.deepEqual([was.value, was.selection], ['typed meanwhile', [2, 5]]);
      page.letGo();
      await page.waitForFunction((at) => !document.querySelector(`${at} [data-probe]`), root);
      const { open: _, entries: _e, ...now } = await stateOf(page, root);
      assert.deepEqual(now, {
        focus: was.focus,
        isSame: true,
        value: was.value,
        selection: [2, 5],
        scrolled: was.scrolled,
      });
      assert.equal(await page.locator(`${root} ${ruling}`).inputValue(), pick);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });

  it('the review of an import: a type that was chosen before the script came is counted, too', async () => {
    const page = await open('/admin/start');
    const { promise: chosen, resolve: letCome } = Promise.withResolvers();
    await page.route('**/import.js', async (route) => {
      await chosen;
      await route.continue();
    });
    const buffer = Buffer.from('Name;City\nAda;Rome\nBo;Oslo\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer });
    const type = page.locator('[data-column="0"] [name="c.0.type"]');
    await type.evaluate((one) => one.setAttribute('data-probe', ''));
    await type.selectOption('long_text');
    const answer = page.waitForResponse((one) => one.request().method() === 'POST');
    letCome(undefined);
    await answer;
    await page.waitForFunction(() => !document.querySelector('[data-column="0"] [data-probe]'));
    assert.equal(await type.inputValue(), 'long_text');
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  it('the change of many rows: another field leaves the page, the way that was chosen and the focus', async () => {
    const page = await open('/admin/tables/orders/change?id=1&id=2&field=title');
    await page.evaluate(() => (document.body.dataset.probe = ''));
    const field = page.locator('#change-field');
    await field.evaluate((one) => one.setAttribute('data-own', ''));
    await field.focus();
    page.hold();
    await field.selectOption('due');
    await page.locator('#change-how').selectOption('clear');
    await field.focus();
    page.letGo();
    await page.locator('#change [name="due"]').waitFor();
    assert.ok(await page.evaluate(() => 'probe' in document.body.dataset), 'the same page');
    assert.equal(await page.locator('#change-how').inputValue(), 'clear');
    assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute('data-own')), 'the same control');
    await page.locator('#change-how').selectOption('set');
    await page.locator('#change [name="due"]').fill('2026-11-28');
    await page.keyboard.press('Tab');
    await page.locator('#change .btn-primary').click();
    await page.waitForURL(/\/data/);
    const { rows } = await server.data.db.query('select due::text from app.orders order by id');
    assert.deepEqual(
      rows.map((/** @type {any} */ { due }) => due),
      ['2026-11-28', '2026-11-28'],
    );
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  it('the first value that is added to a step stays, five times of five, and so does what is chosen in it', async () => {
    const page = await open('/admin/automation/workflows/adds');
    await page.locator('.wf-box').click();
    await page.locator(`${STEP} [data-pl-entries$=".values"] > [data-pl-add]`).waitFor();
    for (const [i, field] of ['total', 'due', 'place', 'title', 'note'].entries()) {
      await page.mark(STEP);
      const answer = page.waitForResponse((one) => one.url().endsWith('/form'));
      await page.locator(`${STEP} [data-pl-entries$=".values"] > [data-pl-add]`).click();
      await answer;
      const name = `s.do.config.values.${2 + i}`;
      assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).name), `${name}.field`);
      await page.locator(`[name="${name}.field"]`).selectOption(field);
      await page.repainted(STEP);
      assert.ok(await page.locator(`[name="${name}.value"]`).isVisible(), `${field} is open`);
      assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).name), `${name}.field`);
    }
    await page.keyboard.press('Control+s');
    await page.waitForSelector('[data-wf-status][data-state=saved]', { state: 'attached' });
    const [{ do: does }] = server.data.catalog().workflow('adds').steps;
    const chosen = does.config.values.map((/** @type {any} */ { field }) => field);
    assert.deepEqual(chosen, ['title', 'note', 'total', 'due', 'place', 'title', 'note']);
    await page.context().close();
  });

  it('a new step is no error before it is left, except where something was typed; saving says what is missing', async () => {
    const page = await open('/admin/automation/workflows/fresh');
    await page.locator('.wf-box').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('approval');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="s.title"]');
    const wrong = () => page.locator('.wf-box.is-wrong, .invalid-feedback, [aria-invalid]').count();
    assert.equal(await wrong(), 0);
    const typed = async (/** @type {string} */ text) => {
      const answer = page.waitForResponse((one) => one.url().endsWith('/form'));
      await page.fill('[name="s.title"]', text);
      await answer;
    };
    await typed('A');
    assert.equal(await wrong(), 0, 'what is not filled in yet is no error');
    await typed('');
    await page.locator('[name="s.title"][aria-invalid]').waitFor();
    assert.equal(await page.locator('.wf-box.is-wrong').count(), 0);
    await page.keyboard.press('Control+s');
    await page.locator('.wf-box.is-wrong').waitFor();
    await page.locator('[data-wf-alert]:not([hidden])').waitFor();
    await page.context().close();
  });
});
