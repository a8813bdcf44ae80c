import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { createHold } from '../xlsx/held.js';
import { readSharedStrings, readSheetList, readStyles } from '../xlsx/read-parts.js';
import { readRelations } from '../xlsx/relations.js';
import { zipOf } from '../xlsx/testing/zip-of.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { openCsv } from './open-csv.js';

const MB = 1024 ** 2;

describe('files that are damaged, huge or strange', () => {
  /** @type {string} */
  let dataDir;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-bad-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  /** Reads a whole file; what it answers with. @param {AsyncIterable<Buffer>} stream @param {Parameters<typeof openCsv>[1]} [known] */
  async function read(stream, known) {
    const csv = await openCsv(stream, { dataDir, ...known });
    let [rows, broken, last] = [0, 0, 0];
    try {
      for await (const records of csv.records)
        for (const { line, problem, fields } of records) {
          assert.ok(Number.isInteger(line) && line > last, 'each line is named, in order');
          assert.ok(problem || fields.length > 0);
          last = line;
          rows++;
          if (problem) broken++;
        }
    } finally {
      await csv.close();
    }
    return { rows, broken, last };
  }

  it('are read or refused, whatever is changed in them, and leave no file behind', async () => {
    const text = 'Name;Note;Price\r\n"Ada";"a ""b"";\r\nc";1,5\r\nBob;;2,5\r\n"Cy";x;3\r\nÄnne;y;4\r\n'.repeat(4);
    const sheet = `<worksheet><sheetData>${'<row><c t="inlineStr"><is><t>a</t></is></c><c><v>1</v></c></row>'.repeat(20)}</sheetData></worksheet>`;
    const book = await zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
      'xl/s.xml': sheet,
    });
    const whole = [Buffer.from(text), Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le'), book];
    const change = fc.record({
      file: fc.nat({ max: whole.length - 1 }),
      at: fc.nat(),
      cut: fc.nat({ max: 40 }),
      put: fc.uint8Array({ maxLength: 12 }),
      end: fc.option(fc.nat()),
      step: fc.integer({ min: 1, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ file, at, cut, put, end, step }) => {
        const bytes = whole[file];
        const from = at % bytes.length;
        const changed = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
        const left = end === null ? changed : changed.subarray(0, end % changed.length);
        const parts = Array.from({ length: Math.ceil(left.length / step) }, (_, i) =>
          left.subarray(i * step, (i + 1) * step),
        );
        try {
          await read(Readable.from(parts));
        } catch (error) {
          assert.equal(/** @type {any} */ (error).code, 'CSV_INVALID', String(error));
          assert.ok(/** @type {any} */ (error).hint);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
    assert.deepEqual(await readdir(path.join(dataDir, 'imports')), []);
  });

  /** The parts of a workbook. @type {Record<string, string>} */
  const PARTS = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0.0"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><t>Ada</t></si></sst>',
    'xl/s.xml': `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>a</t></is></c><c s="0"><v>1.5</v></c></row>'.repeat(4)}</sheetData></worksheet>`,
  };
  const refused = (/** @type {any} */ error) => {
    assert.equal(error.code, 'CSV_INVALID', String(error));
    assert.ok(error.hint);
  };

  it('M2: are read or refused, whatever is changed in a part of a workbook', async () => {
    const names = Object.keys(PARTS);
    const change = fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(),
      cut: fc.nat({ max: 30 }),
      put: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom('<row>', '</row>', '<c r="XFD1"><v>1</v></c>', '<si/>', '&lt;', '<t>', '<!--', '<![CDATA['),
      ),
      times: fc.constantFrom(1, 2, 500),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ name, at, cut, put, times }) => {
        const part = PARTS[name];
        const from = at % part.length;
        const changed = part.slice(0, from) + put.repeat(times) + part.slice(from + cut);
        await read(Readable.from([await zipOf({ ...PARTS, [name]: changed })])).catch(refused);
      }),
      { seed: SEED, numRuns: 300 },
    );
    assert.deepEqual(await readdir(path.join(dataDir, 'imports')), []);
  });

  it('M2: with a password are refused for it', async () => {
    const protectedPart = await zipOf(PARTS);
    // Bit 0 of the flags of each entry, in its own header and in the list at the end.
    for (let at = 0; (at = protectedPart.indexOf('PK', at)) >= 0; at += 2) {
      if (protectedPart.readUInt16LE(at + 2) === 0x0403) protectedPart[at + 6] |= 1;
      if (protectedPart.readUInt16LE(at + 2) === 0x0201) protectedPart[at + 8] |= 1;
    }
    const office = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1016),
      Buffer.from('EncryptionInfo', 'utf16le'),
      Buffer.alloc(100),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(4096, 7),
    ]);
    for (const file of [protectedPart, office])
      await assert.rejects(read(Readable.from([file])), {
        code: 'CSV_INVALID',
        status: 422,
        message: 'The workbook is protected by a password',
      });
  });

  it('M2: whose parts are small only while they are packed are refused before they are unpacked', async () => {
    const rows = PARTS['xl/s.xml'];
    for (const [name, part] of /** @type {const} */ ([
      ['xl/sharedStrings.xml', '<si><t>abcdefgh</t></si>'],
      ['xl/styles.xml', '<xf numFmtId="9"/>'],
      ['xl/workbook.xml', '<sheet name="b" r:id="r0"/>'],
      ['xl/_rels/workbook.xml.rels', '<Relationship Id="r1" Target="x"/>'],
      ['xl/s.xml', '<row><c r="ALL1"><v>1</v></c></row>'],
    ])) {
      const large = PARTS[name] + part.repeat(Math.ceil((20 * MB) / part.length));
      const file = await zipOf({ ...PARTS, 'xl/s.xml': rows, [name]: large });
      assert.ok(file.length < MB / 4, name);
      await assert.rejects(
        read(Readable.from([file])),
        { code: 'CSV_INVALID', message: /more than (40|100) times larger than packed/ },
        name,
      );
    }
  });

  it('M2: are held up to an allowance that all parts share', async () => {
    const endless = (/** @type {string} */ head, /** @type {string} */ part) => {
      const counted = { bytes: 0 };
      async function* stream() {
        yield Buffer.from(head);
        for (;;) {
          const piece = Buffer.from(part.repeat(100));
          counted.bytes += piece.length;
          yield piece;
        }
      }
      return { counted, stream: /** @type {any} */ (stream()) };
    };
    const most = 100_000;
    for (const [
      what,
      head,
      part,
      run,
    ] of /** @type {[string, string, string, (stream: any, hold: any) => Promise<unknown>][]} */ ([
      ['texts', '<sst>', '<si><t>ab</t></si>', readSharedStrings],
      ['empty texts', '<sst>', '<si/>', readSharedStrings],
      ['formats', '<s><cellXfs>', '<xf numFmtId="1"/>', readStyles],
      ['codes', '<s><numFmts>', '<numFmt numFmtId="1" formatCode="0"/>', readStyles],
      ['sheets', '<w><sheets>', '<sheet name="b" r:id="r0"/>', readSheetList],
      [
        'relations',
        '<Relationships>',
        '<Relationship Id="r1" Target="x"/>',
        (stream, hold) => readRelations(stream, '', hold),
      ],
    ])) {
      const { counted, stream } = endless(head, part);
      await assert.rejects(run(stream, createHold(most)), { reason: 'too-large', limit: 'workbookHeldBytes' }, what);
      assert.ok(counted.bytes <= (most / 64 + 200) * part.length, `${what}: ${counted.bytes} bytes were read`);
    }
  });

  /** @param {number} bytes @param {(at: number) => Buffer} piece @param {() => void} [each] */
  async function* generated(bytes, piece, each = () => {}) {
    for (let sent = 0, at = 0; sent < bytes; at++) {
      const next = piece(at);
      sent += next.length;
      each();
      yield next;
    }
  }

  it('of one line are refused before they are read, and say which', async () => {
    let pieces = 0;
    const line = generated(
      10 * 1024 ** 3,
      () => Buffer.alloc(65_536, 'x'),
      () => pieces++,
    );
    await assert.rejects(read(line), { code: 'CSV_INVALID', message: 'Line 1 does not end within 524288 characters' });
    assert.ok(pieces * 65_536 <= MB, `${pieces} pieces of 64 KB were read`);
  });

  it('with a line that never ends are read to their end without holding it', async () => {
    setFlagsFromString('--expose-gc');
    const gc = /** @type {() => void} */ (runInNewContext('gc'));
    const live = () => (gc(), process.memoryUsage().heapUsed);
    const rest = Buffer.alloc(65_536, 'y');
    const begin = Buffer.from(`a,b\n${'x,1\n'.repeat(1000)}`);
    const held = live();
    let most = 0;
    let pieces = 0;
    const file = generated(
      200 * MB,
      (at) => (at === 0 ? begin : rest),
      () => (most = ++pieces % 200 === 0 ? Math.max(most, live()) : most),
    );
    assert.deepEqual(await read(file), { rows: 1001, broken: 1, last: 1002 });
    assert.ok(pieces > 3000 && most - held < 20 * MB, `${Math.round((most - held) / MB)} MB are alive for 200 MB`);
  });

  it('are closed when reading stops early', async () => {
    let ended = false;
    async function* file() {
      try {
        for (;;) yield Buffer.from('a,b\n1,2\n'.repeat(10_000));
      } finally {
        ended = true;
      }
    }
    const csv = await openCsv(file());
    await csv.records.next();
    await csv.close();
    assert.equal(ended, true);
  });

  it('that end while they are read pass the error on', async () => {
    async function* file() {
      yield Buffer.from('a,b\n1,2\n'.repeat(100_000));
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    }
    await assert.rejects(read(file()), { code: 'EIO' });
  });

  it('of 20,000 columns, of zeros, or of other formats are refused', async () => {
    const wide = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',');
    for (const [bytes, message] of /** @type {[Buffer, string | RegExp][]} */ ([
      [Buffer.from(`${wide}\n${wide}\n`), `The file has 20000 columns`],
      [Buffer.alloc(5000), 'The file is not a text file'],
      [Buffer.from(''), 'The file is empty'],
      [Buffer.from('"never closed\n'), /^The file has no readable rows\. Line 1: The line has an unclosed/],
      [Buffer.from('%PDF-1.7 x'), 'The file is not CSV'],
    ]))
      await assert.rejects(read(Readable.from([bytes])), { code: 'CSV_INVALID', message });
    assert.equal(LIMITS.importColumns, 1000);
  });
});
