import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { openCsv } from './open-csv.js';

/** In parts of three bytes. @param {string} text @param {BufferEncoding} [encoding] */
function stream(text, encoding = 'utf8') {
  const bytes = Buffer.from(text, encoding);
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / 3) }, (_, i) => bytes.subarray(i * 3, i * 3 + 3)));
}

/** @param {Awaited<ReturnType<typeof openCsv>>} csv */
async function allOf(csv) {
  const found = [];
  for await (const records of csv.records) found.push(...records.map(({ line, fields }) => [line, ...fields]));
  return found;
}

describe('the beginning of a CSV file', () => {
  for (const [name, text, encoding] of /** @type {[string, string, BufferEncoding][]} */ ([
    ['plain', 'sep=;\nName;Age\nAda;3,6\n', 'utf8'],
    ['with a mark', '\ufeffSEP=;\r\nName;Age\r\nAda;3,6\r\n', 'utf8'],
    ['of two bytes a letter', '\ufeffsep=;\r\nName;Age\r\nAda;3,6\r\n', 'utf16le'],
  ])) {
    it(`may be Excel’s line about the separator, which is no row: ${name}`, async () => {
      const csv = await openCsv(stream(text, encoding));
      assert.deepEqual([csv.dialect.delimiter, csv.columns, csv.sample.length], [';', ['Name', 'Age'], 1]);
      assert.deepEqual([csv.headLine, await allOf(csv)], [2, [[3, 'Ada', '3,6']]]);
    });
  }

  it('is no such line when it names a column', async () => {
    const csv = await openCsv(stream('sep,b\n1,2\n'));
    assert.deepEqual([csv.columns, await allOf(csv)], [['sep', 'b'], [[2, '1', '2']]]);
  });

  for (const text of [
    '<!DOCTYPE html><p>x',
    '<html>',
    '<?xml version="1.0"?>',
    '[{"a":1}]',
    '{ "a": 1 }',
    '\n[[1,2]]',
  ]) {
    it(`recognizes other kinds of text: ${JSON.stringify(text)}`, () =>
      assert.rejects(openCsv(stream(text)), { code: 'CSV_INVALID', message: 'The file is not CSV' }));
  }
});
