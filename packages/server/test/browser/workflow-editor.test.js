import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const workflow = (/** @type {string} */ name) => server.data.catalog().workflow(name);
const URL = '/admin/automation/workflows';

before(async () => {
  server = await startTestServer();
  await edit('add-app', { name: 'buying', label: 'Buying' });
  const fields = [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'total', type: 'money', label: 'Total' },
    { name: 'due', type: 'date', label: 'Due' },
  ];
  await edit('add-table', { name: 'orders', app: 'buying', label: 'Orders', fields });
  [browser, admin] = await Promise.all([launchBrowser(), server.as('admin')]);
});
after(() => Promise.all([server?.close(), browser?.close()]));

const stop = (/** @type {string} */ id, more = {}) => ({ id, kind: 'stop', ...more });
const branch = (/** @type {string} */ id, /** @type {any[]} */ steps) => ({
  id,
  kind: 'branch',
  branches: [{ label: 'Large', when: 'row.total > 10.0', steps }],
  otherwise: [],
});
/** @param {string} name @param {any[]} steps @param {object} [more] */
const add = (name, steps, more = {}) =>
  edit('add-workflow', { workflow: { name, label: name, table: 'orders', steps, ...more } });
/** Ids in the order of the document. @param {any} page */
const shown = (page) =>
  page.locator('.wf-box').evaluateAll((/** @type {any[]} */ boxes) => boxes.map((box) => box.dataset.step));
/** @param {any} page @param {string} id */
const box = (page, id) => page.locator(`.wf-box[data-step="${id}"]`);
/** @param {any} page @param {string} selector @returns {Promise<string>} */
const textOf = (page, selector) => page.locator(selector).first().textContent();
/** @param {any} page */
async function save(page) {
  await page.keyboard.press('Control+s');
  await page.waitForSelector('[data-wf-status][data-state=saved]', { state: 'attached' });
}
/** @param {string} name @param {object} [options] */
async function open(name, options = {}) {
  const page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 }, ...options });
  page.setDefaultTimeout(15_000);
  await page.goto(`${URL}/${name}`);
  await page.waitForSelector('.wf-box, .wf-add-first');
  return page;
}

describe('the screens of workflows', () => {
  it('make one from each starting point, which is valid at once', async () => {
    for (const start of ['empty', 'approval', 'reminder', 'batch']) {
      const answer = await admin.post(`${URL}/~new`, { label: `Begun ${start}`, table: 'orders', start });
      assert.equal(answer.status, 303, answer.text.slice(0, 500));
      const editor = await admin.get(String(answer.location));
      assert.equal(editor.status, 200);
    }
    assert.equal((await admin.post(`${URL}/~new`, { label: 'x', start: 'approval' })).status, 422, 'needs a table');
    assert.deepEqual(server.data.catalog().problems, []);
    assert.match((await admin.get('/admin/automation')).text, /Begun approval/);
  });

  it('change settings, turn off, duplicate and delete, and say what would miss it', async () => {
    await add('inner', [stop('a')]);
    await add('outer', [{ id: 'call', kind: 'workflow', workflow: 'inner' }]);
    await admin.post(`${URL}/inner/settings`, { label: 'Renamed', table: 'orders', as: 'system', enabled: 'false' });
    assert.deepEqual(
      [workflow('inner').label, workflow('inner').as, workflow('inner').enabled],
      ['Renamed', 'system', false],
    );
    await admin.post(`${URL}/inner/enabled`, { enabled: 'true' });
    assert.equal(workflow('inner').enabled, true);
    assert.equal((await admin.post(`${URL}/inner/duplicate`, {})).status, 303);
    assert.equal(
      server.data.catalog().workflows.filter((/** @type {any} */ { label }) => label === 'Renamed (copy)').length,
      1,
    );
    assert.match((await admin.get(`${URL}/inner/settings/delete`)).text, /outer/);
    assert.equal((await admin.post(`${URL}/inner/settings/delete`, {})).status, 303);
    assert.equal(server.data.catalog().hasWorkflow('inner'), false);
    await edit('remove-workflow', { workflow: 'outer' });
  });

  it('Z1: are for admins only', async () => {
    await add('secret', [stop('a', { result: 'hidden-word' })]);
    for (const who of [await server.as('user'), await server.as('public')]) {
      for (const path of [`${URL}/secret`, `${URL}/~new`, `${URL}/secret/settings`])
        assert.doesNotMatch((await who.get(path)).text, /hidden-word|data-wf/);
      for (const path of ['form', 'check', 'save', 'duplicate', 'enabled'])
        assert.notEqual((await who.post(`${URL}/secret/${path}`, { draft: '{}' })).status, 200, path);
    }
    assert.equal(workflow('secret').steps.length, 1);
  });

  it('I1: answer hostile drafts in words', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => stop(`s${i}`));
    let deep = /** @type {any} */ (stop('end'));
    for (let i = 0; i < 25; i++) deep = branch(`b${i}`, [deep]);
    for (const [draft, status] of /** @type {[any, number][]} */ ([
      [{ steps: many }, 422],
      [{ steps: [deep] }, 422],
      [{ steps: [null, 7, { id: 'a', kind: '__proto__' }] }, 422],
      [{ steps: [branch('a', [null])] }, 422],
      ['[]'.repeat(5000), 400],
      [{ steps: 'x', variables: 7 }, 200],
    ])) {
      const text = typeof draft === 'string' ? draft : JSON.stringify(draft);
      for (const path of ['form', 'check']) {
        const answer = await admin.post(`${URL}/secret/${path}`, { draft: text, id: 'a', read: '1', 's.label': 'x' });
        assert.ok(answer.status < 500, `${path} ${answer.status} ${text.slice(0, 60)} ${answer.text.slice(0, 200)}`);
      }
      const answer = await admin.post(`${URL}/secret/save`, { draft: text });
      assert.ok(
        answer.status === status || (status === 400 && answer.status === 422),
        `${answer.status} ${text.slice(0, 60)}`,
      );
    }
  });
});

describe('the editor of a workflow', () => {
  it('builds a workflow from nothing: adds steps, sets them and saves them as one change', async () => {
    await add('fresh', []);
    const page = await open('fresh');
    await page.getByRole('button', { name: 'Add the first step' }).click();
    await page.keyboard.type('approval');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="s.title"]');
    assert.doesNotMatch(await textOf(page, '[data-wf-status]'), /needs attention/, 'nothing could be typed yet');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.wf-box.is-wrong');
    assert.match(await textOf(page, '[data-wf-status]'), /1 step needs attention/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="s.title"]');
    await page.fill('[name="s.title"]', 'Approve {{ row.title }}');
    await page.selectOption('[name="s.to"]', 'role');
    await page.selectOption('[name="s.toRole"]', 'admin');
    await page.fill('[name="s.deadline"]', '2');
    await page.selectOption('[name="s.deadline.unit"]', 'days');
    await page.waitForFunction(() => !document.querySelector('.wf-box.is-wrong'));
    await box(page, 'task').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('branch');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="s.branches.0.when"]', { state: 'attached' });
    await page.evaluate(() =>
      document.querySelectorAll('[data-wf-form] details').forEach((one) => one.setAttribute('open', '')),
    );
    await page.fill('[name="s.branches.0.when"]', 'tasks.task.outcome == "approve"');
    await page.waitForFunction(() => !document.querySelector('.wf-box.is-wrong'));
    await page.locator('.wf-kind-branch .wf-lane .wf-add').first().click();
    await page.keyboard.type('stop');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="s.result"]');
    await page.fill('[name="s.result"]', 'Approved');
    await save(page);
    const [task, split] = workflow('fresh').steps;
    assert.deepEqual([task.title, task.toRole, task.deadline], ['Approve {{ row.title }}', 'admin', 2880]);
    assert.equal(split.branches[0].steps[0].result, 'Approved');
    const [last] = (await server.data.revisions.list({})).revisions;
    assert.match(String(last.summary), /Change workflow "fresh" \(steps\)/);
    assert.deepEqual(page.problems ?? [], []);
  });

  it('works by the keyboard alone: walks, moves, nests, copies, removes, undoes and redoes', async () => {
    await add('keyed', [stop('a'), branch('b', [stop('c')]), stop('d')]);
    const page = await open('keyed');
    await box(page, 'a').focus();
    const press = async (/** @type {string[]} */ ...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      return (await shown(page)).join(' ');
    };
    assert.equal(await press('Alt+ArrowDown'), 'b c a d');
    assert.equal(await press('Alt+ArrowRight'), 'b c a d', 'into the branch before it');
    assert.equal(await page.locator('.wf-lane .wf-box[data-step=a]').count(), 1);
    assert.equal(await press('Alt+ArrowUp'), 'b a c d');
    assert.equal(await press('Alt+ArrowLeft'), 'b c a d', 'out of it');
    assert.equal(await press('Control+d'), 'b c a a_2 d');
    assert.equal(await press('Delete'), 'b c a d');
    assert.equal(await press('Control+z'), 'b c a a_2 d');
    assert.equal(await press('Control+Shift+z'), 'b c a d');
    await press('Home', 'ArrowRight');
    assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.step), 'c');
    await press('ArrowLeft', 'End');
    assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.step), 'd');
    assert.equal(await press('Control+x', 'Home'), 'b c a');
    await press('Control+v');
    await page.waitForFunction(() => document.querySelectorAll('.wf-box').length === 4);
    assert.equal((await shown(page)).join(' '), 'b c d a');
    await press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('[data-wf-panel]'));
    await press('Escape');
    assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.step), 'd');
    assert.match(await textOf(page, '[data-wf-live]'), /Pasted/);
    await save(page);
    assert.deepEqual(
      workflow('keyed').steps.map((/** @type {any} */ { id }) => id),
      ['b', 'd', 'a'],
    );
  });

  it('keeps what is typed while an answer is on its way, and saves it', async () => {
    await add('slow', [stop('a')]);
    const page = await open('slow');
    await box(page, 'a').click();
    await page.waitForSelector('[name="s.result"]');
    let release = () => {};
    const hold = async (/** @type {(body: string) => boolean} */ isMeant) => {
      const held = new Promise((resolve) => (release = () => resolve(null)));
      let isFirst = true;
      await page.unroute('**/form');
      await page.route('**/form', async (/** @type {any} */ route) => {
        if (isFirst && isMeant(route.request().postData() ?? '')) {
          isFirst = false;
          await held;
        }
        await route.continue();
      });
    };
    const isRead = (/** @type {string} */ body) => body.includes('read=1');
    const asked = (/** @type {(body: string) => boolean} */ isMeant) =>
      page.waitForRequest((/** @type {any} */ request) => isMeant(request.postData() ?? ''));
    await hold(isRead);
    await Promise.all([asked(isRead), page.fill('[name="s.label"]', 'First')]);
    await page.keyboard.press('Control+s');
    release();
    await page.waitForFunction(() => document.querySelector('[data-wf-live]')?.textContent?.trim() === 'Saved');
    assert.equal(workflow('slow').steps[0].label, 'First');

    const isPrint = (/** @type {string} */ body) => body.startsWith('draft=');
    await hold(isPrint);
    await box(page, 'a').focus();
    await Promise.all([asked(isPrint), page.keyboard.press('Control+z')]);
    await page.fill('[name="s.result"]', 'Done');
    release();
    await save(page);
    assert.equal(workflow('slow').steps[0].result, 'Done');
    assert.equal(await page.inputValue('[name="s.result"]'), 'Done');
  });

  it('moves a step to another line by the mouse, but never into itself', async () => {
    await add('dragged', [stop('a'), branch('b', [stop('c')]), stop('d')]);
    const page = await open('dragged');
    const drag = async (/** @type {string} */ id, /** @type {any} */ to) => {
      const [from, goal] = [await box(page, id).boundingBox(), await to.boundingBox()];
      await page.mouse.move(from.x + 40, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x + 60, from.y + 30);
      await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
      await page.mouse.up();
    };
    await drag('a', page.locator('.wf-add[data-owner=b][data-path="branches.0.steps"][data-index="1"]'));
    assert.equal((await shown(page)).join(' '), 'b c a d');
    await drag('b', page.locator('.wf-add[data-owner=b][data-path=otherwise]'));
    assert.equal(await page.locator('.wf-lane .wf-box[data-step=b]').count(), 0);
    assert.equal(await page.locator('[data-wf-panel]').isVisible(), false, 'a drag is no press');
  });

  it('brings unsaved changes back after a reload', async () => {
    await add('kept', [stop('a'), stop('b')]);
    const page = await open('kept');
    page.on('dialog', (/** @type {any} */ dialog) => dialog.accept());
    await box(page, 'a').focus();
    await page.keyboard.press('Delete');
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.wf-box').length === 1);
    assert.deepEqual(await shown(page), ['b']);
    assert.equal(workflow('kept').steps.length, 2);
    await page.keyboard.press('Control+s');
    await page.waitForSelector('[data-wf-status][data-state=saved]', { state: 'attached' });
    assert.equal(workflow('kept').steps.length, 1);
  });

  it('two admins at once: the second is told what changed, and chooses', async () => {
    await add('shared', [stop('a')]);
    const [first, second] = [await open('shared'), await open('shared')];
    for (const page of [first, second]) {
      await box(page, 'a').focus();
      await page.keyboard.press('Control+d');
    }
    await save(first);
    await second.keyboard.press('Control+d');
    await second.keyboard.press('Control+s');
    await second.waitForSelector('[data-wf-conflict][open]');
    assert.equal(workflow('shared').steps.length, 2, 'not overwritten');
    await second.getByRole('button', { name: 'Save mine anyway' }).click();
    await second.waitForSelector('[data-wf-status][data-state=saved]', { state: 'attached' });
    assert.equal(workflow('shared').steps.length, 3);
  });

  it('renames a variable in every expression of the workflow, and in what starts it', async () => {
    const sum = { name: 'amount', label: '', type: 'number', isInput: true, value: '' };
    const typed = { id: 'a', kind: 'set', values: [{ variable: 'amount', value: 'vars.amount + 1.0' }] };
    await add('named', [typed, stop('b', { when: 'vars.amount > 2.0' })], { variables: [sum] });
    await add('caller', [
      { id: 'c', kind: 'workflow', workflow: 'named', inputs: [{ variable: 'amount', value: '1' }] },
    ]);
    const page = await open('named');
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await page.waitForSelector('[name="s.variables.0.name"]', { state: 'attached' });
    await page.evaluate(() =>
      document.querySelectorAll('[data-wf-form] details').forEach((one) => one.setAttribute('open', '')),
    );
    await page.fill('[name="s.variables.0.name"]', 'total');
    await page.waitForFunction(() =>
      document.querySelector('.wf-box[data-step=b]')?.textContent?.includes('vars.total'),
    );
    await save(page);
    assert.deepEqual(workflow('named').steps[0].values, [{ variable: 'total', value: 'vars.total + 1.0' }]);
    assert.equal(workflow('caller').steps[0].inputs[0].variable, 'total');
    assert.deepEqual(server.data.catalog().problems, []);
  });

  it('shows what is wrong at the box and beside the control, and refuses to save it', async () => {
    await add('wrong', [stop('a')]);
    const page = await open('wrong');
    await box(page, 'a').click();
    await page.waitForSelector('[name="s.when"]');
    await page.fill('[name="s.when"]', 'row.nothing > 1');
    await page.waitForSelector('.wf-box.is-wrong');
    assert.match(await textOf(page, '.wf-box[data-step=a]'), /Condition: .*nothing/);
    assert.equal(await page.locator('[name="s.when"]').getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('[data-wf-alert]:not([hidden])');
    assert.equal(workflow('wrong').steps[0].when, '');
  });

  it('is accessible and needs no scrolling sideways, in both views, at both sizes, light and dark', async () => {
    for (const [width, colorScheme] of /** @type {const} */ ([
      [1280, 'light'],
      [390, 'dark'],
    ])) {
      const page = await open('dragged', { viewport: { width, height: 800 }, colorScheme });
      for (const view of ['diagram', 'list']) {
        await page.click(`[data-wf-view=${view}]`);
        await box(page, 'a').click();
        await page.waitForSelector('[name="s.result"]');
        assert.deepEqual(await axeViolations(page), [], `${view} at ${width}`);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          true,
          `${view} at ${width}`,
        );
      }
      await page.goto(`${URL}/~new`);
      assert.deepEqual(await axeViolations(page), [], `new at ${width}`);
    }
  });

  it('sends less than 100 KB of scripts of its own, compressed, and none of them to visitors', async () => {
    await add('weighed', [stop('a')]);
    const page = await browser.page(server.url, admin);
    /** @type {Promise<{ responseBodySize: number }>[]} */
    const sizes = [];
    page.on('requestfinished', (/** @type {any} */ request) => {
      if (/admin\/(workflow|builder)\//.test(request.url())) sizes.push(request.sizes());
    });
    await page.goto(`${URL}/weighed`, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(bytes > 5_000 && bytes < 100_000, String(bytes));
    assert.doesNotMatch((await (await server.as('public')).get('/')).text, /admin\/workflow/);
  });
});

describe('the page of a run', () => {
  it('follows the run until it has ended', async () => {
    await add('followed', [{ id: 'call', kind: 'wait', for: 'time', minutes: 5 }, stop('end', { result: 'Arrived' })]);
    const { id: row } = await server.data.rows.insert(server.system, 'orders', { title: 'Chair' });
    const run = await server.data.workflows.start(server.system, { workflow: 'followed', row });
    await server.data.workflows.runner.drain();
    const page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(25_000);
    await page.goto(`/admin/automation/workflow-runs/${run}`);
    assert.ok(await page.locator('[data-adm-every]').count(), 'it has not ended');
    await server.data.db.query('update plinth.workflow_tokens set due_at = now() where due_at is not null');
    server.data.workflows.runner.wake();
    await page.getByText('Arrived').first().waitFor();
    assert.equal(await page.locator('[data-adm-every]').count(), 0, 'nothing more to follow');
    await page.close();
  });
});
