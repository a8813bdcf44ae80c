import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageSize } from './image-size.js';
import { matchesTypes, sniffType } from './sniff-type.js';

describe('the type of a file', () => {
  for (const [content, name, type] of /** @type {[string, string, string][]} */ ([
    ['\x89PNG\r\n\x1a\n', 'x.jpg', 'image/png'],
    ['GIF89a<script>', 'x.html', 'image/gif'],
    ['%PDF-1.4', 'x.png', 'application/pdf'],
    ['PK\x03\x04', 'x.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['PK\x03\x04', 'x.html', 'application/zip'],
    ['RIFF____WEBPVP8 ', 'x', 'image/webp'],
    ['____ftypavif', 'x', 'image/avif'],
    ['a,b\n1,2', 'x.csv', 'text/csv'],
    ['{}', 'x.json', 'application/json'],
    ['', 'x.csv', 'text/csv'],
    ['MZ\x90\x00\x03', 'x.txt', 'application/octet-stream'],
  ])) {
    it(`${name} beginning with ${JSON.stringify(content.slice(0, 8))} is ${type}`, () => {
      assert.equal(sniffType(Buffer.from(content, 'latin1'), name), type);
    });
  }

  for (const content of ['<!doctype html><script>', '<?xml version="1.0"?><x/>', '<svg xmlns="x"><script/></svg>']) {
    it(`F2: never calls ${content.slice(0, 12)} something that a browser runs`, () => {
      for (const name of ['x.html', 'x.xhtml', 'x.xml', 'x.js', 'x']) {
        assert.equal(sniffType(Buffer.from(content), name), 'text/plain');
      }
    });
  }

  it('is looked for in lists of types and endings', () => {
    assert.ok(matchesTypes('image/png', 'a.png', 'application/pdf, image/*'));
    assert.ok(matchesTypes('text/plain', 'A.LOG', '.log'));
    assert.ok(!matchesTypes('text/html', 'a.pdf', 'application/pdf'));
  });
});

describe('the size of an image', () => {
  it('comes from the header', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000300000002', 'hex');
    assert.deepEqual(imageSize(png, 'image/png'), { width: 3, height: 2 });
    const jpeg = Buffer.from('ffd8ffe000040000ffc0000b080002000301011100', 'hex');
    assert.deepEqual(imageSize(jpeg, 'image/jpeg'), { width: 3, height: 2 });
    const gif = Buffer.from('47494638396103000200', 'hex');
    assert.deepEqual(imageSize(gif, 'image/gif'), { width: 3, height: 2 });
  });

  it('F6: is unknown where the header is cut or broken', () => {
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'text/plain']) {
      assert.equal(imageSize(Buffer.from('ffd8ffe0ffff', 'hex'), type), null);
    }
  });
});
