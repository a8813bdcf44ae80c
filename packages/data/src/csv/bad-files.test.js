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
import { zipOf } from '../xlsx/testing/zip-of.js';
import { LIMITS } from '../limits/limits.js';
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
