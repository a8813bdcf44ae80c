import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { translator } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { dataPlugin } from '../../core-plugin.js';
import { createForum, SYSTEM, VISITOR } from '../../gate/rows/testing/forum.js';
import { createCsv } from './index.js';

const stream = (/** @type {string | Buffer} */ content, size = 7) => {
  const bytes = Buffer.from(content);
  const parts = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: parts }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
};

const dataTexts = /** @type {any} */ (dataPlugin).texts;

describe('CSV', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {string} */
  let dataDir;
  /** @type {any} */
  let data;

  before(async () => {
    forum = await createForum({ history: false });
    data = forum.data;
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
    csv = createCsv({
      db: data.db,
      catalog: data.catalog,
      registry: data.registry,
      edit: data.edit,
      reload: data.reload,
      dataDir,
    });
    await data.edit(SYSTEM, 'add-table', {
      name: 'people',
      access: { staff: { read: 'all', create: 'all' }, user: { read: 'own' } },
      fields: [
        { name: 'name', label: 'Full name', type: 'text', required: true, unique: true },
        { name: 'age', label: 'Age', type: 'integer', attributes: { min: 0 } },
        { name: 'boss', type: 'relation', attributes: { table: 'people', label: 'name' } },
        { name: 'note', type: 'long_text' },
      ],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @returns {Promise<any[]>} */
  const people = async () => (await data.db.query('select * from app.people order by id')).rows;
  const clear = () => data.db.query('delete from app.people');
  const columns = [
    { header: 'Name', field: 'name' },
    { header: 'Age', field: 'age' },
  ];

  it('finds out delimiter, encoding, header and types', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) =>
        `Zoë ${at};${at};2026-01-${String((at % 28) + 1).padStart(2, '0')};${at % 2 ? 'open' : 'done'};€ ${at}.50;0${at}`,
    );
    const content = `Name;Age;Since;State;Price;Zip\r\n${rows.join('\r\n')}\r\n`;
    for (const [encoding, bytes] of /** @type {[string, Buffer][]} */ ([
      ['utf-8', Buffer.from(content)],
      ['utf-8', Buffer.from(`\ufeff${content}`)],
      ['utf-16le', Buffer.from(`\ufeff${content}`, 'utf16le')],
      ['utf-16be', Buffer.from(`\ufeff${content}`, 'utf16le').swap16()],
    ])) {
      const found = await csv.inspect(stream(bytes, 64));
      assert.deepEqual([found.delimiter, found.encoding, found.header, found.rows], [';', encoding, true, 40]);
      assert.deepEqual(
        found.columns.map((column) => column.type),
        ['text', 'integer', 'date', 'select', 'money', 'text'],
      );
      assert.deepEqual(
        found.columns.map((column) => column.name),
        ['name', 'age', 'since', 'state', 'price', 'zip'],
      );
      assert.equal(found.columns[0].samples[0], 'Zoë 0');
      assert.deepEqual(found.columns[4].attributes, { currency: 'EUR' });
    }
    const western = await csv.inspect(stream(Buffer.from('Name,Ort\nJürgen,Köln\n', 'latin1')));
    assert.deepEqual([western.encoding, western.columns[0].samples], ['windows-1252', ['Jürgen']]);
  });

  it('takes UTF-8 with one broken letter for UTF-8, so that only the row of it is refused', async () => {
    const broken = Buffer.concat([Buffer.from('Name,Ort\nJürgen,Köln\n'), Buffer.from('Gotz,G\xf6\n', 'latin1')]);
    const found = await csv.inspect(stream(broken));
    assert.equal(found.encoding, 'utf-8');
    assert.equal(found.columns[0].samples[0], 'Jürgen');
  });

  it('refuses what is no text', async () => {
    const noise = (/** @type {number} */ step) =>
      Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * step) % 251));
    const zeros = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256));
    for (const bytes of [noise(7919), noise(31), zeros]) {
      await assert.rejects(csv.inspect(stream(bytes)), { code: 'CSV_INVALID', message: 'The file is not a text file' });
    }
  });

  it('matches columns with the fields of a table, and never with those that Plinth sets', async () => {
    const found = await csv.inspect(stream('ID,full NAME,age,Created at\n1,x,5,2026-01-01\n'), { table: 'people' });
    assert.deepEqual(
      found.columns.map((column) => column.field),
      [null, 'name', 'age', null],
    );
  });

  it('says what is wrong with a file that is no CSV', async () => {
    await assert.rejects(csv.inspect(stream('')), { code: 'CSV_INVALID', message: 'The file is empty' });
    await assert.rejects(csv.inspect(stream('PK\x03\x04xxxx')), {
      code: 'CSV_INVALID',
      message: 'The file is not an Excel workbook that can be read',
    });
    const message = 'The file is an old or a password-protected spreadsheet';
    const old = csv.inspect(stream(Buffer.from('d0cf11e0a1b11ae1', 'hex')));
    await assert.rejects(old, { code: 'CSV_INVALID', message });
  });

  it('keeps the good rows and reports each bad one with line and reason', async () => {
    await clear();
    const content = [
      'Name,Age',
      'Ada,36',
      'Bob,old',
      '"Cy',
      'ril",7',
      'Dan,1,2',
      '"Eve" x,4',
      'Fay',
      ',9',
      'Gus,-1',
      'Hal,5',
      'Ada,1',
      'Ivy,2,',
      '"Jo,3',
    ].join('\n');
    const result = await csv.import(forum.admin, stream(content), { table: 'people', columns, mode: 'good-rows' });
    assert.deepEqual(
      (await people()).map((row) => [row.name, row.age]),
      [
        ['Ada', 36],
        ['Cy\nril', 7],
        ['Fay', null],
        ['Hal', 5],
        ['Ivy', 2],
      ],
    );
    assert.deepEqual([result.inserted, result.short], [5, { count: 1, lines: [8], isLastCut: false }]);
    assert.equal(result.rejectedCount, 7);
    assert.deepEqual(
      result.rejected.map(({ line, reason }) => [line, reason]),
      [
        [3, 'Age must be a whole number'],
        [6, 'Cells in the line: 3. Columns in the file: 2'],
        [7, 'The line has text after a closing quotation mark'],
        [9, 'Full name is required'],
        [10, 'Age must be at least 0'],
        [12, 'Full name is already taken'],
        [14, 'The line has an unclosed quotation mark'],
      ],
    );
    assert.equal(result.rejected[0].text, 'Bob,old');
  });

  const guessed = async (/** @type {string} */ content) =>
    (await csv.inspect(stream(content, 999))).columns.map(({ type, format, ambiguous }) => [type, format, ambiguous]);

  it('recognises German numbers and dates of either order, and says where it can not be sure', async () => {
    const german =
      'Preis;Menge;Am;Anteil;Genau\n1.234,50 €;1.500;31.12.2026;12,5 %;0,25\n3,00 €;2.750;01.02.2026;3 %;1,5\n';
    assert.deepEqual(await guessed(german), [
      ['money', '1.234,5', false],
      ['decimal', '1.234,5', true],
      ['date', null, false],
      ['percent', '1.234,5', false],
      ['decimal', '1.234,5', false],
    ]);
    const american =
      'Price,Count,Day,At\n"$1,234.50","1,500",12/31/2026,12/31/2026 2:30 PM\n$3.00,"2,750",01/02/2026,1/2/2026 9:05 AM\n';
    assert.deepEqual(await guessed(american), [
      ['money', null, false],
      ['integer', '1,234.5', true],
      ['date', '12/31/2026', false],
      ['date_time', '12/31/2026', false],
    ]);
    const either = '03/04/2026,a\n05/06/2026,b\n';
    assert.deepEqual((await guessed(`Day,X\n${either}`))[0], ['date', '12/31/2026', true]);
    assert.deepEqual((await guessed('N;X\n1,500;2,5\n2,750;3,25\n'))[0], ['decimal', '1.234,5', true]);
    assert.deepEqual((await guessed('N,X\n1.500,2.5\n2.750,3.25\n'))[0], ['decimal', '1,234.5', true]);
    assert.deepEqual((await guessed(`Day;X\n${either.replaceAll(',', ';')}`))[0], ['date', '31/12/2026', true]);
    assert.deepEqual(
      await guessed(
        'Day;Tag;At;Note\n1 Jan 2026;1. März 2026;Jan 1, 2026 2:30 PM;May 1\nThu, 31-Dec-26;24. Dez. 2026;March 2nd 2026 09:05;June 2\n',
      ),
      [
        ['date', '31 Dec 2026', false],
        ['date', '31 Dec 2026', false],
        ['date_time', '31 Dec 2026', false],
        ['text', null, false],
      ],
    );
    assert.deepEqual(await guessed('Version,Zip,Id\n1.2.10,01234,7\n2.0.1,99999,8\n'), [
      ['text', null, false],
      ['text', null, false],
      ['integer', null, false],
    ]);
  });

  it('leaves the thousands of identifiers together, and keeps the scale that all values are written with', async () => {
    const found = await csv.inspect(
      stream(
        'Order no,Kundennr,Founded,Row,Casino,Sold this year,Price,Weight\n' +
          '10023,20411,1987,1001,1500,1200,796.50,1.5\n' +
          '10011,20410,2004,1002,2500,12500,1020.00,2.25\n' +
          '10040,20411,2019,1003,1800,900,12.00,3\n',
        999,
      ),
    );
    const attributes = found.columns.map((column) => [column.header, column.type, column.attributes]);
    assert.deepEqual(attributes, [
      ['Order no', 'integer', { grouping: 'off' }],
      ['Kundennr', 'integer', { grouping: 'off' }],
      ['Founded', 'integer', { grouping: 'off' }],
      ['Row', 'integer', { grouping: 'off' }],
      ['Casino', 'integer', {}],
      ['Sold this year', 'integer', {}],
      ['Price', 'decimal', { decimals: 2 }],
      ['Weight', 'decimal', {}],
    ]);
  });

  it('reads each column in the format that was chosen, and others where they say one thing only', async () => {
    const content =
      'Betrag;Am;Um;Zahl\n1.234,50 €;31/12/2026;31/12/2026 2:30 PM;1.234,5\n12,34;1/2/26;1/2/2026;-1\u00a0000,25\n1,234.50;12/31/2026;;1.5\n1.23.4;31/31/2026;;1,2,3\n';
    const result = await csv.import(forum.admin, stream(content, 999), {
      newTable: { name: 'bookings' },
      columns: [
        { header: 'Betrag', type: 'money', format: '1.234,5', attributes: { currency: 'EUR' } },
        { header: 'Am', type: 'date', format: '31/12/2026' },
        { header: 'Um', type: 'date_time', format: '31/12/2026' },
        { header: 'Zahl', type: 'decimal', format: '1.234,5' },
      ],
      mode: 'good-rows',
    });
    const { rows } = await data.db.query(
      `select betrag, am::text, to_char(um at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as um, zahl
         from app.bookings order by id`,
    );
    assert.deepEqual(rows.map(Object.values), [
      ['1234.50', '2026-12-31', '2026-12-31 14:30', '1234.5'],
      ['12.34', '2026-02-01', '2026-02-01 00:00', '-1000.25'],
      ['1234.50', '2026-12-31', null, '1.5'],
    ]);
    assert.deepEqual(
      result.rejected.map(({ line, reason }) => [line, reason]),
      [[5, 'Betrag must look like 1.234,5; Am must look like 31/12/2026; Zahl must look like 1.234,5']],
    );
  });

  it('refuses a format that there is not', async () => {
    const columns = [{ header: 'Name', field: 'name', format: 'roman' }];
    await assert.rejects(
      csv.import(forum.admin, stream('Name\nx\n'), { table: 'people', columns, mode: 'good-rows' }),
      { code: 'CSV_MAPPING_INVALID', message: 'There is no format "roman" for Full name' },
    );
  });

  it('says the reasons in the language of who imports, in the report too', async () => {
    await clear();
    const t = translator([dataTexts], 'de');
    const content = 'Name,Age\nBob,old\nDan,1,2\n"Eve" x,4\n,9\n';
    const result = await csv.import(forum.admin, stream(content), { table: 'people', columns, mode: 'good-rows', t });
    assert.deepEqual(
      result.rejected.map(({ reason }) => reason),
      [
        'Age muss eine ganze Zahl sein',
        'Zellen in der Zeile: 3. Spalten in der Datei: 2',
        'Die Zeile hat Text nach einem schließenden Anführungszeichen',
        'Full name muss ausgefüllt werden',
      ],
    );
    const report = await text(await csv.report(forum.admin, String(result.report)));
    assert.match(report, /^Name,Age,Zeile,Grund\r\nBob,old,2,Age muss eine ganze Zahl sein\r\n/);
  });

  it('gives the whole list of rejected rows as CSV, to admins', async () => {
    const content = `Name,Age\n${Array.from({ length: 1500 }, (_, at) => `=p${at},x`).join('\n')}`;
    const result = await csv.import(forum.admin, stream(content, 999), { table: 'people', columns, mode: 'good-rows' });
    assert.deepEqual([result.inserted, result.rejectedCount, result.rejected.length], [0, 1500, 1000]);
    const report = (await text(await csv.report(forum.admin, String(result.report)))).split('\r\n');
    assert.equal(report[0], 'Name,Age,Line,Reason');
    assert.equal(report[1], `'=p0,x,2,Age must be a whole number`);
    assert.equal(report.length, 1502);
    await assert.rejects(csv.report(forum.staff, String(result.report)), { code: 'FORBIDDEN' });
    await assert.rejects(csv.report(forum.admin, '../../etc/passwd'), { code: 'REPORT_NOT_FOUND' });
  });

  it('all or nothing: one bad row keeps all others out, and every bad one is named', async () => {
    await clear();
    const good = Array.from({ length: 2500 }, (_, at) => `P${at},${at}`);
    const content = ['Name,Age', ...good, 'P7,1', 'X,old', 'P8,1'].join('\n');
    const result = await csv.import(forum.admin, stream(content, 5000), {
      table: 'people',
      columns,
      mode: 'all-or-nothing',
    });
    assert.equal(result.inserted, 0);
    assert.deepEqual(
      result.rejected.map(({ line, reason }) => [line, reason]),
      [
        [2502, 'Full name is already taken'],
        [2503, 'Age must be a whole number'],
        [2504, 'Full name is already taken'],
      ],
    );
    assert.deepEqual(await people(), []);
    const again = await csv.import(forum.admin, stream(['Name,Age', ...good].join('\n'), 5000), {
      table: 'people',
      columns,
      mode: 'all-or-nothing',
    });
    assert.deepEqual([again.inserted, again.rejectedCount, again.report], [2500, 0, null]);
    assert.equal((await people()).length, 2500);
  });

  it('a broken stream or a cancelled import leaves nothing of all or nothing', async () => {
    await clear();
    const broken = (async function* () {
      yield Buffer.from(`Name,Age\n${'a'.repeat(600_000)}`);
      throw new Error('connection lost');
    })();
    await assert.rejects(
      csv.import(forum.admin, broken, { table: 'people', columns, mode: 'all-or-nothing' }),
      /connection lost/,
    );
    const control = new AbortController();
    const content = `Name,Age\n${Array.from({ length: 5000 }, (_, at) => `c${at},1`).join('\n')}`;
    const options = {
      table: 'people',
      columns,
      mode: /** @type {const} */ ('all-or-nothing'),
      signal: control.signal,
      onProgress: () => control.abort(),
    };
    await assert.rejects(csv.import(forum.admin, stream(content, 9999), options), { code: 'CSV_CANCELLED' });
    assert.deepEqual(await people(), []);
  });

  it('finds rows of relations by key or by label', async () => {
    await clear();
    const [{ id }] = (await data.db.query(`insert into app.people (name) values ('Boss') returning id`)).rows;
    const content = `Name,Boss\nA,Boss\nB,${id}\nC,Nobody\nD,\n`;
    const result = await csv.import(forum.admin, stream(content), {
      table: 'people',
      columns: [
        { header: 'Name', field: 'name' },
        { header: 'Boss', field: 'boss' },
      ],
      mode: 'good-rows',
    });
    assert.deepEqual(
      (await people()).slice(1).map((row) => [row.name, row.boss]),
      [
        ['A', id],
        ['B', id],
        ['D', null],
      ],
    );
    assert.deepEqual(
      result.rejected.map(({ line, reason }) => [line, reason]),
      [[4, 'Boss: there is no "Nobody"']],
    );
  });

  it('Z1 Z15: imports only for those who may create rows, and no ids and no auto fields', async () => {
    const content = 'Name,Age\nx,1\n';
    for (const actor of [forum.ada, VISITOR]) {
      await assert.rejects(csv.import(actor, stream(content), { table: 'people', columns, mode: 'good-rows' }), {
        code: 'FORBIDDEN',
        status: 403,
      });
    }
    await assert.rejects(
      csv.import(forum.staff, stream('id,Name\n5,x\n'), {
        table: 'people',
        columns: [{ header: 'id', field: 'id' }],
        mode: 'good-rows',
      }),
      { code: 'FORBIDDEN' },
    );
    await assert.rejects(
      csv.import(forum.admin, stream('When\n2020-01-01\n'), {
        table: 'people',
        columns: [{ header: 'When', field: 'created_at' }],
        mode: 'good-rows',
      }),
      { code: 'CSV_MAPPING_INVALID', message: 'Created at is set automatically' },
    );
    await assert.rejects(
      csv.import(SYSTEM, stream(content), {
        table: 'people',
        columns: [{ header: 'Nope', field: 'name' }],
        mode: 'good-rows',
      }),
      {
        code: 'CSV_MAPPING_INVALID',
      },
    );
  });

  it('gives rows their ids for admins, and goes on after them', async () => {
    await clear();
    const choice = [
      { header: 'id', field: 'id' },
      { header: 'Name', field: 'name' },
    ];
    await csv.import(forum.admin, stream('id,Name\n70000,x\n'), {
      table: 'people',
      columns: choice,
      mode: 'good-rows',
    });
    const row = await data.rows.insert(forum.admin, 'people', { name: 'y' });
    assert.ok(row.id > 70000, `${row.id}`);
    assert.equal((await people()).length, 2);
  });

  it('makes a table for a file, and takes it back when nothing may be kept', async () => {
    const choice = [
      { header: 'Who?', type: 'text' },
      { header: 'Größe', type: 'integer', label: 'Größe (cm)' },
    ];
    const result = await csv.import(forum.admin, stream('Who?,Größe\nAda,170\nBob,?\n'), {
      newTable: { name: 'sizes', label: 'Sizes' },
      columns: choice,
      mode: 'good-rows',
    });
    assert.deepEqual([result.inserted, result.rejectedCount], [1, 1]);
    assert.deepEqual(
      data
        .catalog()
        .table('sizes')
        .fields.slice(0, 3)
        .map((/** @type {any} */ field) => [field.name, field.label, field.type]),
      [
        ['id', 'ID', 'integer'],
        ['who', 'Who?', 'text'],
        ['grosse_cm', 'Größe (cm)', 'integer'],
      ],
    );
    const none = await csv.import(forum.admin, stream('Who?,Größe\nAda,170\nBob,?\n'), {
      newTable: { name: 'sizes2' },
      columns: choice,
      mode: 'all-or-nothing',
    });
    assert.deepEqual([none.inserted, none.rejectedCount], [0, 1]);
    assert.equal(data.catalog().hasTable('sizes2'), false);
  });

  it('refuses rows with bytes that are not of the encoding', async () => {
    await clear();
    // So far behind that the beginning, by which the encoding is told, is UTF-8.
    const names = Array.from({ length: 3000 }, (_, at) => `n${at}${'x'.repeat(200)},`);
    const long = `Name,Age\nä,1\n${names.join('\n')}\n`;
    const bytes = Buffer.concat([Buffer.from(long), Buffer.from([0x4d, 0xfc, 0x2c, 0x31, 0x0a])]);
    const result = await csv.import(forum.admin, stream(bytes, 65_536), {
      table: 'people',
      columns,
      mode: 'good-rows',
    });
    assert.equal(result.inserted, 3001);
    assert.deepEqual(
      result.rejected.map(({ line, reason }) => [line, reason]),
      [[3003, 'The line contains characters that are not UTF-8']],
    );
    await clear();
  });

  it('Z2: exports what the actor may read and nothing else', async () => {
    await clear();
    await data.rows.insert(SYSTEM, 'people', { name: 'secret canary', age: 5 });
    assert.match(await text(await csv.export(forum.staff, { table: 'people' })), /secret canary/);
    for (const actor of [forum.ada, VISITOR]) {
      assert.doesNotMatch(await text(await csv.export(actor, { table: 'people' })), /canary/);
    }
    await assert.rejects(csv.export(forum.staff, { table: 'people', where: { field: 'nope', op: 'eq', value: 1 } }), {
      code: 'FIELD_NOT_FOUND',
    });
  });

  it('I8: neutralises formulas and takes the apostrophe off again', async () => {
    const texts = [
      '=1+1',
      '+cmd',
      '-2+3',
      '@x',
      '\tx',
      '\r=x',
      "'=1",
      "''@x",
      "'plain",
      '-5',
      ...['a"b', 'a,b', ' lead', 'two\nlines', 'ünï'],
      ...['\n=y', '＝1+1', 'x;=cmd()', 'x,=cmd()', "x; ''-1", 'x\n-1'],
    ];
    await clear();
    for (const name of texts) await data.rows.insert(SYSTEM, 'people', { name });
    const stored = (await people()).map((row) => row.name);
    for (const delimiter of [',', ';']) {
      const exported = await text(await csv.export(forum.admin, { table: 'people', fields: ['name'], delimiter }));
      const cells = exported.split(delimiter === ',' ? /[\r\n;]+/ : /[\r\n,]+/);
      for (const cell of cells) assert.doesNotMatch(cell, /^"?[=＝+@\t\r]|^"?-\d\+/, cell);
      await clear();
      const result = await csv.import(forum.admin, stream(exported), {
        table: 'people',
        columns: [{ header: 'Full name', field: 'name' }],
        mode: 'all-or-nothing',
        delimiter,
      });
      assert.deepEqual(result.rejected, []);
      assert.deepEqual(
        (await people()).map((row) => row.name),
        stored,
      );
    }
  });

  it('I8: any rows come back from an export', async () => {
    const cell = fc
      .string({
        unit: fc.constantFrom('a', '=', "'", '"', ',', ';', '\n', ' ', '-', 'é', '1', '\t'),
        minLength: 1,
        maxLength: 8,
      })
      .filter((value) => /\S/.test(value));
    const choice = [
      { header: 'Full name', field: 'name' },
      { header: 'Note', field: 'note' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(cell, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (names, size) => {
          await clear();
          await data.rows.insertMany(
            SYSTEM,
            'people',
            names.map((name) => ({ name, note: `${name}|` })),
          );
          const before = (await people()).map((row) => [row.name, row.note]);
          const exported = await text(await csv.export(forum.admin, { table: 'people', fields: ['name', 'note'] }));
          await clear();
          const how = { table: 'people', columns: choice, mode: /** @type {const} */ ('all-or-nothing') };
          const result = await csv.import(forum.admin, stream(exported, size), {
            ...how,
            header: true,
            delimiter: ',',
          });
          assert.deepEqual([result.rejected, (await people()).map((row) => [row.name, row.note])], [[], before]);
        },
      ),
      { numRuns: 40, seed: SEED },
    );
  });

  it('K7: imports without a report when it can not be written', async () => {
    await clear();
    const { db, catalog, registry, edit } = data;
    const without = createCsv({ db, catalog, registry, edit, dataDir: '/dev/null/nowhere' });
    const content = 'Name,Age\nx,old\ny,1\n';
    const result = await without.import(forum.admin, stream(content), { table: 'people', columns, mode: 'good-rows' });
    assert.deepEqual([result.inserted, result.rejectedCount, result.report], [1, 1, null]);
  });

  it('leaves no file behind when all went well', async () => {
    const kept = await readdir(path.join(dataDir, 'imports'));
    await csv.import(forum.admin, stream('Name,Age\nlast,1\n'), { table: 'people', columns, mode: 'good-rows' });
    assert.deepEqual(await readdir(path.join(dataDir, 'imports')), kept);
  });
});
