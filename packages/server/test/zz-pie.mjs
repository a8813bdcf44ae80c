import { launchBrowser, startTestServer } from '../src/testing/index.js';
const server = await startTestServer();
const options = ['Open','Won','Lost','Waiting for the customer','New','Old','Bad','Good'].map((value) => ({ value }));
await server.data.edit(server.system, 'add-table', { name: 'deals', label: 'Deals', fields: [{ name: 'state', label: 'State', type: 'select', attributes: { options } }, { name: 'amount', label: 'Amount', type: 'integer' }] });
const rows = options.flatMap(({ value }, i) => Array.from({ length: 2 * (i + 1) }, () => ({ state: value, amount: 100 * (i + 3) })));
for (const row of rows) await server.data.write(server.system, [{ op: 'insert', table: 'deals', values: row }]).catch(async (e) => { throw e; });
for (const kind of ['pie', 'donut']) await server.data.edit(server.system, 'add-view', { view: { name: kind, label: kind, table: 'deals', template: 'chart', config: { kind, category: 'state', aggregate: kind === 'pie' ? 'count' : 'sum', field: 'amount', title: 'Deals by state' }, access: { roles: ['admin'] } } }).catch((e)=>console.log(e.message, e.details));
const browser = await launchBrowser();
for (const [kind, w, h, dark] of [['pie', 1280, 800, false], ['donut', 390, 844, true]]) {
  const page = await browser.page(server.url, await server.as('admin'), { viewport: { width: w, height: h }, colorScheme: dark ? 'dark' : 'light' });
  await page.goto('/view/' + kind);
  await page.screenshot({ path: `/tmp/i/${kind}.png` });
  console.log(page.problems);
}
await browser.close(); await server.close();
