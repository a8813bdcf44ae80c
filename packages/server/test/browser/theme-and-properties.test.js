import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

before(async () => {
  server = await startTestServer();
  const admin = await server.as('admin');
  await admin.post('/admin/pages', { title: 'Welcome' });
  browser = await launchBrowser();
  page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A computed style in the frame. @param {string} selector @param {string} property */
const inFrame = (selector, property) =>
  page
    .frameLocator('.adm-theme-frame iframe')
    .locator(selector)
    .first()
    .evaluate(
      (/** @type {Element} */ element, /** @type {string} */ name) =>
        getComputedStyle(element)[/** @type {any} */ (name)],
      property,
    );

/** Waits until a style in the frame is as it should be. @param {string} selector @param {string} property @param {RegExp} wanted */
async function frameShows(selector, property, wanted) {
  const matches = async () => wanted.test(await inFrame(selector, property).catch(() => ''));
  for (let i = 0; i < 200 && !(await matches()); i++) await page.waitForTimeout(25);
  assert.match(await inFrame(selector, property), wanted);
}

describe('the theme editor in a browser', () => {
  it('shows each change on a real page at once, warns of low contrast, and saves with Save', async () => {
    await page.goto('/admin/settings/theme');
    await page.getByRole('button', { name: 'Paper' }).click();
    await frameShows('body', 'backgroundColor', /rgb\(247, 242, 232\)/);
    assert.equal(await page.getByRole('button', { name: 'Paper' }).getAttribute('aria-pressed'), 'true');
    await page.getByLabel('Font', { exact: true }).selectOption('lora');
    await frameShows('body', 'fontFamily', /Lora/);
    await page.getByLabel('Corners', { exact: true }).selectOption('extra');
    await page.frameLocator('.adm-theme-frame iframe').locator('.pl-corners-extra').waitFor();
    await page.getByLabel('Dark', { exact: true }).check();
    await frameShows('body', 'backgroundColor', /rgb\(23, 19, 15\)/);

    const muted = page.locator('input[name="light.muted"]');
    await muted.fill('#c0b8aa');
    await page.getByText('Hard to read').waitFor();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByText('Hard to read').waitFor({ state: 'detached' });
    assert.match(await muted.inputValue(), /^#(?!c0b8aa)[0-9a-f]{6}$/);

    const text = page.locator('input[name="light.text"]');
    await text.fill('brown');
    await page.getByText('Use a colour such as #2563eb').waitFor();
    assert.equal(await text.inputValue(), 'brown');
    await page.getByRole('button', { name: 'Reset Text (Light) to default' }).click();
    assert.equal(await text.inputValue(), '#1b2330');
    assert.equal(server.data.catalog().settings.look?.font, undefined, 'nothing is saved yet');

    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.equal(server.data.catalog().settings.look?.font, 'lora');
    await page.goto('/page/welcome');
    assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /^Lora/);
    assert.deepEqual(page.problems, []);
  });
});

describe('properties in the builder', () => {
  const props = () => page.locator('[data-bld-props]');
  /** @param {string} id */
  const nodeIn = async (id) => {
    const { draft } = await page.evaluate(async () => {
      const text = await (await fetch(location.href)).text();
      const doc = new DOMParser().parseFromString(text, 'text/html');
      return JSON.parse(doc.getElementById('builder-state')?.textContent ?? '');
    });
    return draft.layouts.layout.children.find((/** @type {any} */ one) => one.id === id);
  };
  /** @param {string} id @param {(one: any) => boolean} holds */
  async function saved(id, holds) {
    for (let i = 0; i < 200 && !holds(await nodeIn(id)); i++) await page.waitForTimeout(25);
    assert.ok(holds(await nodeIn(id)), JSON.stringify(await nodeIn(id)));
  }

  it('are found by a word, show each change at once, reset, and say what is wrong beside the setting', async () => {
    const card = { ...node('card', { title: 'Work' }, []), id: 'cardone1' };
    const layout = node('stack', {}, [card]);
    await server.data.edit(server.system, 'change-page', { page: 'welcome', changes: { layout } });
    await page.goto('/admin/build/pages/welcome');
    // Said by the builder's code once it is there.
    await page.locator('[data-bld-status]:not(:empty)').waitFor();
    // A page with so little on it opens with what can be added.
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.locator('#outline-cardone1').click();
    await props().getByLabel('Search settings').fill('colour');
    await props().getByLabel('Title', { exact: true }).waitFor({ state: 'hidden' });
    await props().getByLabel('Teal', { exact: true }).check();
    await saved('cardone1', (one) => one.settings.colour === 'teal');
    await props().getByRole('button', { name: 'Reset Colour to default' }).click();
    await saved('cardone1', (one) => !('colour' in one.settings));
    await props().getByLabel('Search settings').fill('');

    await props().getByLabel('Title', { exact: true }).fill('Changed');
    await page.keyboard.press('Tab');
    await page.frameLocator('[data-bld-frame]').getByText('Changed').waitFor();

    await props().getByText('On phone, tablet and desktop').click();
    await props().getByLabel('Width (Phone)').fill('44');
    await page.keyboard.press('Tab');
    await props().getByText('must be at most 12').waitFor();
    assert.equal(await props().getByLabel('Width (Phone)').inputValue(), '44', 'as typed');
    await props().getByLabel('Width (Phone)').fill('6');
    await page.keyboard.press('Tab');
    await props().getByText('must be at most 12').waitFor({ state: 'detached' });
    await saved('cardone1', (one) => one.at?.phone?.width === 6);
    await props().getByRole('button', { name: 'Reset On phone, tablet and desktop to default' }).click();
    await saved('cardone1', (one) => !('at' in one));
    await props().getByLabel('Search settings').fill('condition');
    await props().getByLabel('Condition', { exact: true }).waitFor();
    await props().getByLabel('Width (Phone)').waitFor({ state: 'hidden' });
    await props().getByLabel('Search settings').fill('width');
    await props().getByLabel('Width (Phone)').waitFor();
    await props().getByLabel('Condition', { exact: true }).waitFor({ state: 'hidden' });
    await props().getByLabel('Search settings').fill('');
    await props().getByLabel('Condition', { exact: true }).fill('user.id == 0');
    await page.keyboard.press('Tab');
    await page.frameLocator('[data-bld-frame]').getByText('Changed: hidden by its visibility rule').waitFor();
    await props().getByRole('button', { name: 'Reset Condition to default' }).click();
    await page.frameLocator('[data-bld-frame]').getByText('Changed', { exact: true }).waitFor();
    await saved('cardone1', (one) => !('visible' in one));
    await props().getByLabel('Condition', { exact: true }).fill('user.i');
    await props().getByRole('option', { name: /^id/ }).first().waitFor();
    await page.keyboard.press('Escape');
    await props().getByLabel('Condition', { exact: true }).fill('');
    await page.keyboard.press('Tab');
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(page.problems, []);
  });

  it('are published from within a text, leave what is open open, and take a click that began before the answer', async () => {
    const step = { do: { action: 'delete_row', config: {} } };
    const button = node('action_button', { label: 'Go', action: { action: 'run_steps', config: { steps: [step] } } });
    await server.data.edit(server.system, 'add-table', { name: 'tasks', fields: [{ name: 'title', type: 'text' }] });
    const layout = node('stack', {}, [{ ...button, id: 'goaction' }]);
    const view = { name: 'task', template: 'show', table: 'tasks', roles: ['admin'], config: { layout } };
    await server.data.edit(server.system, 'add-view', { view });
    await page.goto('/admin/build/views/task');
    await page.locator('[data-bld-status]:not(:empty)').waitFor();
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.locator('#outline-goaction').click();
    await props().locator('[name="node.label"]').fill('Go now');
    /** @type {string[]} */
    const refused = [];
    page.on(
      'response',
      (/** @type {any} */ answer) =>
        void (answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`)),
    );
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const stored = () => server.data.catalog().view('task').config.layout.children[0].settings.label;
    await page.getByText('View “Task” changed').waitFor();
    assert.equal(stored(), 'Go now');
    assert.deepEqual(refused, [], 'the builder asks for no picture of the draft that it ends itself');

    await page.locator('[data-bld-status]:not(:empty)').waitFor();
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.locator('#outline-goaction').click();
    const steps = 'node.action.config.steps';
    const list = (/** @type {string} */ name) => props().locator(`[data-pl-entries="${name}"]`);
    await list(steps).locator('> [data-pl-add]').click();
    await props().locator(`[name="${steps}.1.do.action"]`).selectOption('update_row', { force: true });
    await list(`${steps}.1.do.config.values`).locator('> [data-pl-add]').click();
    const field = props().locator(`[name="${steps}.1.do.config.values.0.field"]`);
    await field.selectOption('title');
    await list(`${steps}.1.do.config.values`).getByText('1. Title').waitFor();
    assert.ok(await field.isVisible(), 'its step and value stay open');
    const opened = () => list(steps).locator('> [data-pl-entry]').first().locator('> details').getAttribute('open');
    await list(steps).getByText('1. Delete row').locator('xpath=self::summary | ancestor::summary').click();
    assert.notEqual(await opened(), null, 'nothing covers the middle of the title');

    await props().locator('[name="node.label"]').fill('Go on');
    const more = list(steps).locator('> [data-pl-add]');
    await more.hover();
    const answered = page.waitForResponse((/** @type {any} */ one) => one.url().endsWith('/properties'));
    await page.mouse.down();
    await answered;
    await page.mouse.up();
    await list(steps).locator('> [data-pl-entry]').nth(2).waitFor();
    assert.deepEqual(page.problems, []);
  });
});
