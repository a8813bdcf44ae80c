import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '@plinth/data';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

const CSV = `Name;City;Since;Employees;Active
Ada GmbH;Köln;2021-03-01;12;yes
Grace Ltd;London;2019-11-20;140;no
Edsger BV;Eindhoven;2023-07-15;7;yes
`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'));
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('from a CSV file to a shared tool in five steps', () => {
  it('shows what was recognised after the file was chosen', async () => {
    await page.goto('/admin/start');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    assert.equal(await page.getByLabel('Table name').inputValue(), 'Customers');
    assert.equal(await page.getByLabel('Type: Since').inputValue(), 'date');
    assert.equal(await page.getByLabel('Type: Employees').inputValue(), 'integer');
    assert.equal(await page.getByLabel('Type: Active').inputValue(), 'boolean');
    const line = page.locator('.adm-csv-lines .is-head');
    const [text, mark] = await Promise.all([line.locator('span').boundingBox(), line.locator('b').boundingBox()]);
    assert.ok(mark.y < text.y + text.height && mark.x > text.x, 'its mark is beside the line, not below it');
  });

  it('makes table, rows, views, page and menu, and goes to the page', async () => {
    await page.getByLabel('Table name').fill('Customers');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.waitForURL(/\/page\/customers$/);
    await page.getByText('Grace Ltd').first().waitFor();
    assert.equal(await server.data.rows.count(server.system, 'customers'), 3);
  });

  it('is available to everybody with a login, and nobody else', async () => {
    const user = await server.as('user');
    const answer = await user.get('/page/customers');
    assert.equal(answer.status, 200);
    assert.match(answer.text, /Edsger BV/);
    assert.match((await user.get('/view/customers')).text, /Köln/);
    const visitor = await server.as('public');
    assert.match((await visitor.get('/page/customers')).location ?? '', /^\/auth\/login/);
  });

  it('reports every row that does not fit with its line and the reason', async () => {
    await page.goto('/admin/tables/customers/import');
    const more = `Name;Employees\nAlan;3\nBarbara;many\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(more) });
    await page.getByText('1 of 2 values are of type “Whole number”: one exception').waitFor();
    await page.getByText('Line 3: “many”').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByText('Nothing was imported').first().waitFor();
    await page.getByLabel('Skip the row').check();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByText('One row was imported.').waitFor();
    await page.getByText('You can undo this import for a day.').waitFor();
    await page.getByRole('row', { name: /3.*whole number.*Barbara;many/ }).waitFor();
  });

  it('undoes an import as a whole, from its result or later', async () => {
    const before = await server.data.rows.count(server.system, 'customers');
    page.once('dialog', (/** @type {any} */ dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('One imported row was deleted.').waitFor();
    assert.equal(await server.data.rows.count(server.system, 'customers'), before - 1);
    await page.getByRole('row', { name: /One row was imported. Undone/ }).waitFor();
  });

  it('imports nothing when all or nothing is asked for and a row does not fit', async () => {
    const before = await server.data.rows.count(server.system, 'customers');
    await page.goto('/admin/tables/customers/import');
    const more = `Name;Employees\nDonald;3\nBarbara;many\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(more) });
    await page.getByLabel('Import nothing').check();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByRole('code').getByText('Barbara;many').waitFor();
    assert.equal(await server.data.rows.count(server.system, 'customers'), before);
  });

  it('shows the progress of a large import, and cancels it without a trace if all or nothing was chosen', async () => {
    const before = await server.data.rows.count(server.system, 'customers');
    await page.goto('/admin/tables/customers/import');
    const many = `Name;Employees\n${'Somebody;3\n'.repeat(200_000)}`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(many) });
    await page.getByLabel('Import nothing').check();
    await page.arrived();
    // The driver waits for the answer of the form, so what is to be seen until then is watched in the page itself.
    await page.evaluate(() => {
      const says = /** @type {HTMLElement} */ (document.querySelector('[data-adm-says]'));
      new MutationObserver(() => {
        if (!/Rows processed: [\d,]{3,}/.test(says.innerText)) return;
        sessionStorage.setItem('said', says.innerText);
        /** @type {HTMLButtonElement} */ (document.querySelector('[data-adm-running] button')).click();
      }).observe(says, { childList: true });
    });
    await page.getByRole('button', { name: 'Import CSV' }).click({ noWaitAfter: true });
    await page.getByText('The import was cancelled. Nothing was imported').waitFor({ timeout: 30_000 });
    assert.match(await page.evaluate(() => sessionStorage.getItem('said')), /rejected: 0/);
    assert.equal(await server.data.rows.count(server.system, 'customers'), before);
  });

  it('updates rows by a key in 6 clicks after the tab, with a preview that counts, and undoes it from the history', async () => {
    await server.data.edit(server.system, 'change-field', {
      table: 'customers',
      field: 'name',
      changes: { unique: true },
    });
    await server.data.rows.insert(server.system, 'customers', { name: 'Linus', employees: 1 });
    let clicks = 0;
    const click = async (/** @type {any} */ locator) => {
      clicks++;
      await locator.click();
    };
    const employees = async () =>
      Object.fromEntries(
        (
          await server.data.db.query(
            `select name, employees from app.customers where name in ('Linus', 'Ken', 'Ada GmbH')`,
          )
        ).rows.map((/** @type {any} */ row) => [row.name, Number(row.employees)]),
      );
    const before = await employees();
    await page.goto('/admin/tables/customers/import');
    const file = `Name;Employees\nLinus;99\nAda GmbH;${before['Ada GmbH']}\nKen;5\nLinus;3\nKen;many\n`;
    clicks++;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Import CSV' }).waitFor();
    assert.equal(await page.getByLabel('Only update matching rows').isVisible(), false);
    clicks += 2;
    await page.getByLabel('Match lines with existing rows by').selectOption({ label: 'Name' });
    await page.getByLabel('Only update matching rows').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import CSV' }).count(), 0);
    await click(page.getByLabel('Skip the row'));
    await click(page.getByRole('button', { name: 'Preview import' }));
    await page.getByText('Not usable', { exact: true }).waitFor();
    const tiles = (await page.locator('dl.adm-import-tiles').innerText()).split(/\s*\n\s*/).join(' ');
    assert.equal(tiles, 'To add 1 To change 1 Unchanged 1 Not usable 2');
    await page.getByRole('row', { name: /5 Name "Linus" is in line 2 already/ }).waitFor();
    await page.getByRole('row', { name: /6 Name "Ken" is in line 4 already/ }).waitFor();
    assert.deepEqual(await employees(), before, 'a preview changes nothing');

    await page.getByRole('button', { name: 'Back' }).click();
    const key = page.getByLabel('Match lines with existing rows by');
    assert.equal(await key.inputValue(), 'name', 'what was chosen is kept');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await click(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByText('One row was imported. One row was changed. One row was up to date.').waitFor();
    assert.deepEqual(await employees(), { ...before, Linus: 99, Ken: 5 });
    assert.equal(clicks, 6);

    await page.goto('/admin/history');
    page.once('dialog', (/** @type {any} */ dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Undo import: Customers' }).first().click();
    await page.getByText('One imported row was deleted. One row was changed back.').waitFor();
    assert.match(page.url(), /\/admin\/history/);
    assert.deepEqual(await employees(), before);
    assert.deepEqual(
      await server.data.csv.imports(server.system, 'customers').then((/** @type {any} */ [{ isUndone }]) => isUndone),
      true,
    );
  });

  it('has run without an error in the console', () => assert.deepEqual(page.problems, []));
});

const CONTENT = 'Ort;Preis;Am\r\nMünchen;1.234,50 €;31.12.2026\r\nKöln;3,00 €;01.02.2026\r\n';

describe('a CSV file as a German spreadsheet writes it', () => {
  // The euro sign is what Windows-1252 has and Latin-1 has not.
  const western = Buffer.from(CONTENT.replaceAll('€', '\u0080'), 'latin1');

  it('shows how numbers are written, and reads the file in another encoding when asked', async () => {
    await page.goto('/admin/start');
    await page.locator('input[type=file]').setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer: western });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    assert.equal(await page.getByLabel('Encoding').inputValue(), 'windows-1252');
    assert.equal(await page.getByLabel('Type: Preis').inputValue(), 'money');
    assert.equal(await page.getByLabel('Format: Preis').inputValue(), '1.234,5');
    await page.getByLabel('Encoding').selectOption('windows-1251');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.getByText('Mьnchen').first().waitFor();
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.getByText('München').first().waitFor();
  });

  it('imports in the format that was chosen', async () => {
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.waitForURL(/\/page\/orte$/);
    const [{ rows }] = await server.data.select(server.system, [
      {
        spec: { table: 'orte', select: ['ort', 'preis', 'am'].map((field) => ({ as: field, field })), limit: 5 },
        params: {},
      },
    ]);
    assert.deepEqual(
      rows.map((/** @type {any} */ { ort, preis, am }) => [ort, preis, am]),
      [
        ['München', '1234.50', '2026-12-31'],
        ['Köln', '3.00', '2026-02-01'],
      ],
    );
  });
});

describe('a CSV file with one broken line, an odd value and dollars', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `Part ${at},${at === 41 ? 'n/a' : `$${at}.50`}`);
  lines.splice(100, 0, 'broken,"x" y');

  it('is a table once somebody says what becomes of them, and stores dollars', async () => {
    let clicks = 0;
    const click = (/** @type {any} */ where) => (clicks++, where.click());
    await page.goto('/admin/start');
    clicks += 2; // The file is opened and chosen in the window of the system.
    await page.locator('input[type=file]').setInputFiles({
      name: 'parts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Part,Price\n${lines.join('\n')}\n`),
    });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    await page.getByText('One line can’t be read as a row:').waitFor();
    assert.equal(await page.getByLabel('Type: Price').inputValue(), 'text', 'no value may be lost unasked');
    await page.getByText('299 of 300 values are of type “Money”: one exception').waitFor();
    await page.getByText('Line 43: “n/a”').waitFor();
    await page.arrived();
    await click(page.getByRole('button', { name: 'Use “Money”' }));
    await page.getByLabel('Leave the exceptions empty').waitFor();
    assert.equal(await page.getByLabel('Type: Price').inputValue(), 'money');
    assert.equal(await page.getByLabel('Currency: Price').inputValue(), 'USD');
    assert.equal(await page.getByLabel('Currency: Part').isVisible(), false);
    assert.equal(await page.getByLabel('Instead of “n/a”').inputValue(), 'n/a');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.getByText('Nothing was imported: 2 rows are invalid').waitFor();
    await page.getByLabel('Instead of “n/a”').fill('$7.25');
    await click(page.getByLabel('Skip the row'));
    await click(page.getByRole('button', { name: 'Create table, views and page' }));
    await page.getByText('300 rows were imported.').waitFor();
    await page.getByRole('row', { name: /102.*text after a closing quotation mark/ }).waitFor();
    await page.getByText('You can undo this import for a day.').waitFor();
    await page.getByRole('button', { name: 'Undo import' }).waitFor();
    await click(page.getByRole('link', { name: 'Open page' }));
    await page.waitForURL(/\/page\/parts$/);
    await page
      .getByText(/\$\d+\.50/)
      .first()
      .waitFor();
    assert.ok(clicks <= 6, `${clicks} clicks`);
    assert.equal(server.data.catalog().table('parts').field('price').attributes.currency, 'USD');
    const { rows } = await server.data.db.query("select price from app.parts where part = 'Part 41'");
    assert.equal(rows[0].price, '7.25');
  });

  it('makes choices from the values of a column, and leaves what was typed elsewhere', async () => {
    const content =
      'Item,Colours,Since\nshirt,"red, blue",2026-01-10\nhat,green,01/02/2026\ncap,"blue, green",2026-01-12\n';
    await page.goto('/admin/start');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'clothes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    await page.arrived();
    await page.getByText('“01/02/2026”: day first or month first?').waitFor();
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    const since = page.getByLabel('Format: Since');
    assert.equal(await since.evaluate((/** @type {any} */ one) => one.validity.valid), false);
    const isInSight = await since.evaluate((/** @type {any} */ one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === one;
    });
    assert.ok(isInSight, 'not behind the buttons');
    await page.getByLabel('Type: Colours').selectOption('select');
    await page.getByText('3 choices: “blue, green”, green, “red, blue”').waitFor();
    await page.route('**/admin/start/csv/*', async (/** @type {any} */ route) => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      await route.continue();
    });
    await page.getByLabel('Type: Colours').selectOption('multi_select');
    await page.locator('[name="c.0.label"]').fill('Piece');
    await page.getByText('3 choices: blue, green, red').waitFor();
    assert.equal(await page.locator('[name="c.0.label"]').inputValue(), 'Piece');
    await page.getByLabel('Format: Since').selectOption('12/31/2026');
    await page.locator('[data-column="2"]:not([aria-busy])').waitFor();
    await page.unroute('**/admin/start/csv/*');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.waitForURL(/\/page\/clothes$/);
    const { rows } = await server.data.db.query('select piece, colours, since::text from app.clothes order by id');
    assert.deepEqual(rows.map(Object.values), [
      ['shirt', ['red', 'blue'], '2026-01-10'],
      ['hat', ['green'], '2026-01-02'],
      ['cap', ['blue', 'green'], '2026-01-12'],
    ]);
  });

  it('asks for the currency where none is recognised', async () => {
    await page.goto('/admin/start');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'kr.csv', mimeType: 'text/csv', buffer: Buffer.from('Part,Price\nA,12 kr\nB,3 kr\n') });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    assert.equal(await page.getByLabel('Currency: Price').inputValue(), '');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.getByText('The currency of "Price" is not known').waitFor();
    await page.getByLabel('Currency: Price').fill('nok');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.waitForURL(/\/page\/kr$/);
    assert.equal(server.data.catalog().table('kr').field('price').attributes.currency, 'NOK');
  });
});

describe('a file whose head has to be looked for', () => {
  const REPORT = 'Sales of the stores\n\nCountry;2019;2020;2021\n# checked\nItaly;55;66;77\nFrance;43;12\n';
  const upload = async (/** @type {string} */ name, /** @type {Buffer} */ buffer) => {
    await page.goto('/admin/start/csv');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
  };
  const labels = () =>
    page.locator('input[name$=".label"]').evaluateAll((/** @type {any[]} */ all) => all.map(({ value }) => value));
  const skipped = () =>
    page.locator('.adm-csv-lines .is-above').evaluateAll((/** @type {any[]} */ all) => all.map(({ value }) => value));

  it('shows its first lines, the one with the names, and what is skipped', async () => {
    await upload('sales.csv', Buffer.from(REPORT));
    assert.deepEqual(await labels(), ['Country', '2019', '2020', '2021']);
    assert.equal(await page.getByLabel('Column names in line').inputValue(), '3');
    assert.deepEqual(await skipped(), [1, 2]);
    assert.match(await page.locator('.adm-csv-lines .is-head').innerText(), /Country;2019.*column names/s);
    await page.getByText('2 lines have fewer cells than columns: 4, 6.').waitFor();
  });

  it('reads it again with a comment, another head, or none', async () => {
    await page.getByLabel('Comments begin with').fill('#');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.getByText('One line has fewer cells than columns: line 6.').waitFor();
    assert.deepEqual(await skipped(), [1, 2, 4]);
    await page.getByLabel('Column names in line').fill('5');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.locator('input[name="c.0.label"][value="Italy"]').waitFor();
    await page.getByLabel('Column names', { exact: true }).selectOption('no');
    await page.getByLabel('Lines to skip before the rows').fill('4');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.locator('input[name="c.0.label"][value="Column 1"]').waitFor();
    assert.deepEqual(await skipped(), [1, 2, 3, 4]);
    assert.deepEqual(await axeViolations(page), []);
  });

  it('has any encoding, recognized or chosen', async () => {
    await upload('stores.csv', Buffer.from('w8W16iyzx8rQLMr9wb8K0Oy80rvjteosyc+6oywxMgo=', 'base64'));
    assert.equal(await page.getByLabel('Encoding').inputValue(), 'gb18030');
    assert.deepEqual(await labels(), ['门店', '城市', '数量']);
    await page.getByLabel('Encoding').selectOption('big5');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await page.waitForURL(/encoding=big5/);
    assert.notDeepEqual(await labels(), ['门店', '城市', '数量']);
  });
});

describe('an Excel workbook', () => {
  it('takes the same way: sheet, columns, rows', async () => {
    const { data, system } = server;
    const stream = await data.csv.export(system, { format: 'xlsx', table: 'parts', fields: ['part', 'price'] });
    await page.goto('/admin/start');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'stock.xlsx', mimeType: 'application/octet-stream', buffer: await buffer(stream) });
    await page.getByRole('heading', { name: 'Review columns' }).waitFor();
    assert.equal(await page.getByLabel('Sheet', { exact: true }).inputValue(), 'Parts');
    assert.equal(await page.getByLabel('Type: Price').inputValue(), 'money');
    assert.equal(await page.getByLabel('Currency: Price').inputValue(), 'USD');
    await page.getByRole('button', { name: 'Create table, views and page' }).click();
    await page.waitForURL(/\/page\/stock$/);
    assert.equal(await data.rows.count(system, 'stock'), 300);
    assert.deepEqual(page.problems, []);
  });
});

describe('a file that is too large', () => {
  it('is refused at its field before it is sent, and another one can be chosen', async () => {
    for (const address of ['/admin/start/csv', '/admin/tables/customers/import']) {
      await page.goto(address);
      const input = page.locator('input[type=file]');
      assert.equal(await input.getAttribute('data-most'), String(LIMITS.importFileBytes));
      /** @type {string[]} */
      const sent = [];
      const note = (/** @type {any} */ request) => request.method() === 'POST' && sent.push(request.url());
      page.on('request', note);
      // A gigabyte would take too long to make here.
      await input.evaluate((/** @type {HTMLInputElement} */ one) => (one.dataset.most = '12'));
      const file = (/** @type {string} */ text) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await input.setInputFiles(file('Name\nAda Love\n'));
      await page.getByText('The file is larger than 1 GB. Split it').waitFor();
      assert.equal(await input.getAttribute('aria-invalid'), 'true');
      assert.deepEqual(sent, []);
      await input.setInputFiles(file('Name\nAda\n'));
      await page.waitForURL(/\/[0-9a-f-]{36}/);
      assert.equal(sent.length, 1);
      page.off('request', note);
    }
  });
});
