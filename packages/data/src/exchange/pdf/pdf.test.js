import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { createFormats } from '@plinth/plugin';
import sharp from 'sharp';
import { Person, createFairness } from '../../postgres/fairness/index.js';
import { createPdfs, hasOtherScripts } from './create-pdfs.js';
import { definitionOf } from './definition.js';
import { pdfFrame } from './frame.js';
import { loadPictures } from './load-pictures.js';
import { atEdge } from '../../testing/at-edge.js';

const t = (/** @type {string} */ key, /** @type {any} */ params = {}) =>
  key.replaceAll(/\{(\w+)\}/g, (_, name) => params[name]);
const formats = createFormats({ locale: 'en', timeZone: 'UTC', t });
const catalog = /** @type {any} */ (
  (themeColour = '#aa3300', logo = null) =>
    () => ({ settings: { siteName: 'Shop', themeColour, logo } })
);
const clock = () => new Date('2026-11-23T16:20:00Z');
const table = (/** @type {number} */ rows, cell = 'x') => ({
  heads: ['One', 'Two'],
  rows: Array.from({ length: rows }, () => [cell, cell]),
});
const framed = (/** @type {any[]} */ blocks, title = 'Orders', colour = '#aa3300') =>
  pdfFrame({ catalog: catalog(colour), clock }, { title, formats }, blocks);

const reader = { userId: null, roles: ['public'], system: false };
const print = (/** @type {any} */ document, pdfs = createPdfs()) => pdfs.make(document, reader);

describe('PDF files', () => {
  it('are made with title, accent, date and number of pages', async () => {
    const document = framed([table(60), { heading: 'More' }, { values: [{ label: 'Name', value: 'Ada' }] }]);
    assert.deepEqual([document.site, document.accent, document.date], ['Shop', '#aa3300', 'Nov 23, 2026, 4:20 PM']);
    const made = definitionOf({ ...document, pictures: {}, isCut: false });
    assert.equal(made.footer(2, 3).text, 'Page 2 of 3');
    const bytes = await print(document);
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.match(bytes.toString('latin1'), /\/Type \/Pages\s*\/Count 2/);
  });

  it('I7: take values as text, whatever they look like, and break words that are too long', async () => {
    const hostile = ['<script>', '(unbalanced) \\ /JS', '\0\u0007', '{page}', 'x'.repeat(5000), '\ud800'];
    const rows = hostile.map((text) => [text, text]);
    const bytes = await print(framed([{ heads: ['__proto__', 'constructor'], rows }], '/JavaScript (x)'));
    assert.doesNotMatch(bytes.toString('latin1'), /\/S \/JavaScript|\/Launch|\/URI/);
    const cells = definitionOf({ ...framed([table(1, 'x'.repeat(500))]), pictures: {}, isCut: false }).content.at(-1)
      .table.body[1];
    assert.ok(cells[0].text.split('\u200b').every((/** @type {string} */ part) => part.length < 50));
  });

  it('never load anything: an image of a path or an address is only text', async () => {
    const values = [{ label: 'file:///etc/passwd', value: 'https://example.com/x.png' }];
    const text = (await print(framed([{ values }]))).toString('latin1');
    assert.doesNotMatch(text, /\/Subtype \/Image/);
  });

  it('say so where letters of another script are missing, and use their own colour if the site’s is unusual', () => {
    assert.equal(hasOtherScripts('Größe, Заказы, Παραγγελίες, €12.50 – “ok”'), false);
    for (const other of ['日本語', 'عربي', 'हिन्दी', 'עברית']) assert.equal(hasOtherScripts(other), true, other);
    assert.match(String(framed([table(1, '日本語')]).note), /letters are missing/);
    assert.equal(framed([], 'A', 'red; }').accent, '#2a5bd7');
  });

  atEdge('pdfRows', {
    send: (count) => print(framed([table(count)])),
    cause: /too much for a PDF/,
    wayOut: /Filter the list to at most 1000 rows, or export it as Excel/,
    stored: null,
  });

  it('L6: have limits of rows, time and waiting documents', async () => {
    await assert.rejects(print(framed([table(1001)])), { code: 'PDF_TOO_LARGE', status: 422 });
    await assert.rejects(print(framed([table(900)]), createPdfs({ ms: 1 })), { code: 'PDF_TOO_LARGE' });
    const pdfs = createPdfs({ waiting: 1 });
    const [first, second] = await Promise.allSettled([1, 2].map(() => print(framed([table(1)]), pdfs)));
    assert.equal(first.status, 'fulfilled');
    assert.equal(/** @type {any} */ (second).reason.code, 'PDF_BUSY');
    assert.ok((await print(framed([table(1)]), pdfs)).length > 0, 'the queue is free again');
  });

  it('Y1: are made for people in turn, and somebody who asks for many leaves room for others', async () => {
    const fairness = createFairness();
    const { promise: room, resolve: hasRoom } = Promise.withResolvers();
    const pdfs = createPdfs({ fairness, heavy: (work) => room.then(work) });
    const by = (/** @type {string} */ id) =>
      fairness.as(new Person(id, 'user'), () => print(framed([table(101)]), pdfs));
    const many = [1, 2, 3].map(() => by('eve'));
    await assert.rejects(by('eve'), { code: 'SHARE_USED', status: 429 });
    /** @type {string[]} */
    const made = [];
    const all = [...many, by('bob')].map((one, i) => one.then(() => made.push(i < 3 ? 'eve' : 'bob')));
    hasRoom(null);
    await Promise.all(all);
    assert.deepEqual(made, ['eve', 'bob', 'eve', 'eve']);
  });

  it('take a place among the heavy jobs if they are long; short ones never wait for it', async () => {
    const { promise: room, resolve: hasRoom } = Promise.withResolvers();
    let asked = 0;
    const heavy = async (/** @type {() => Promise<any>} */ work) => {
      asked++;
      await room;
      return work();
    };
    const pdfs = createPdfs({ heavy });
    const long = print(framed([table(101)]), pdfs);
    assert.ok((await print(framed([table(100)]), pdfs)).length > 0, 'made while the long one waits');
    assert.equal(asked, 1);
    hasRoom(null);
    assert.ok((await long).length > 0);
  });

  it('are refused as busy when no place is free in time, and the queue goes on', async () => {
    let isFull = true;
    let asked = 0;
    const heavy = async (/** @type {() => Promise<any>} */ work, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      asked++;
      if (isFull) await once(signal, 'abort');
      return work();
    };
    const pdfs = createPdfs({ heavy, ms: 200 });
    const both = await Promise.allSettled([1, 2].map(() => print(framed([table(101)]), pdfs)));
    for (const one of both) {
      const { code, status } = /** @type {any} */ (one).reason;
      assert.deepEqual([code, status], ['PDF_BUSY', 503]);
    }
    isFull = false;
    const before = asked;
    // Whether it is laid out within this time depends on the machine; it has its turn.
    await print(framed([table(101)]), pdfs).catch(() => {});
    assert.equal(asked, before + 1);
  });
});

describe('pictures in PDF files', () => {
  /** Content of stored files by id; 'secret' is for somebody else. @type {Record<string, { mime: string, data: Buffer | string }>} */
  const stored = {};
  const fileOf = (/** @type {string} */ id) => ({ id, name: `${id}.x`, mime: stored[id].mime, size: 100 });
  const files = {
    async open(/** @type {any} */ actor, /** @type {string} */ id) {
      if (actor !== reader || id === 'secret' || !stored[id])
        throw Object.assign(new Error(), { code: 'FILE_NOT_FOUND' });
      return { file: fileOf(id), stream: Readable.from([Buffer.from(stored[id].data)]) };
    },
  };
  /** @param {string} id @param {'png' | 'jpeg' | 'webp' | 'gif'} type */
  const put = async (id, type, size = { width: 40, height: 20 }) => {
    const image = sharp({ create: { ...size, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } });
    const data = await image
      .withExif({ IFD0: { Copyright: 'hidden-place' } })
      .toFormat(type)
      .toBuffer();
    stored[id] = { mime: `image/${type}`, data };
  };
  const shown = (/** @type {string[]} */ ids, size = 'large') => ({ files: ids.map(fileOf), size });
  const values = (/** @type {any[]} */ ...cells) =>
    framed([{ values: cells.map((value) => ({ label: 'Photo', value })) }]);
  const load = (/** @type {any} */ document, /** @type {any} */ limits = {}) =>
    loadPictures(files, reader, document, limits);
  before(async () => {
    await put('p', 'png');
    await put('j', 'jpeg', { width: 4000, height: 2000 });
    for (const type of /** @type {const} */ (['webp', 'gif'])) await put(type, type);
    await put('secret', 'png');
    const whole = stored.p.data;
    stored.broken = { mime: 'image/png', data: whole.slice(0, 60) };
    stored.text = { mime: 'text/plain', data: 'words' };
    stored.svg = { mime: 'image/svg+xml', data: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  });

  it('are those of detail views, of lists and the logo, scaled down and without what was hidden in them', async () => {
    const rows = [[shown(['p', 'j', 'webp', 'gif'], 'small'), 'x']];
    const document = {
      ...framed([{ values: [{ label: 'Photo', value: shown(['j']) }] }, { heads: ['A', 'B'], rows }]),
      logo: 'p',
    };
    const { pictures, isCut } = await load(document);
    assert.deepEqual(Object.keys(pictures), ['p', 'j', 'webp'], 'a cell of a list has three');
    assert.deepEqual([pictures.j.width, pictures.j.height, isCut], [1100, 550, false]);
    const made = definitionOf({ ...document, pictures, isCut });
    assert.equal(made.header.columns[0].image, 'p');
    assert.deepEqual(made.content.at(-1).table.body[1][0].stack.at(-1), { text: '+1' });
    const bytes = await print(document, createPdfs({ files }));
    const text = bytes.toString('latin1');
    assert.equal(text.match(/\/Subtype \/Image/g)?.length, 3);
    assert.match(String(stored.j.data), /hidden-place/);
    assert.doesNotMatch(text, /hidden-place/);
  });

  it('I7 Z5: are none that the reader may not open, and missing, broken and other files leave their names', async () => {
    const ids = ['secret', 'broken', 'text', 'svg', 'p'];
    const gone = { id: 'gone', name: 'gone.png', mime: 'image/png' };
    const cell = shown(ids);
    cell.files.push(/** @type {any} */ (gone));
    const loaded = await load(values(cell));
    assert.deepEqual(Object.keys(loaded.pictures), ['p']);
    const { stack } = definitionOf(loaded).content.at(-1).stack[0].table.body[0][1];
    assert.deepEqual(
      stack.flatMap((/** @type {any} */ { text }) => text ?? []),
      ['secret.x', 'broken.x', 'text.x', 'svg.x', 'gone.png'],
    );
    assert.doesNotMatch(
      (await print(values(shown(['secret', 'broken'])), createPdfs({ files }))).toString('latin1'),
      /Subtype \/Image/,
    );
    assert.deepEqual((await loadPictures(files, { ...reader }, values(cell))).pictures, {}, 'asked as who reads it');
    const logo = await load({ ...framed([]), logo: 'secret' });
    assert.equal(definitionOf(logo).header.columns[0].text, 'Shop');
  });

  it('L6 F6: are limited in number, bytes and pixels, and the document says that some are left out', async () => {
    const document = values(shown(['p', 'webp', 'gif']));
    for (const limits of [{ count: 1 }, { bytes: 1 }, { fileBytes: 99 }]) {
      const loaded = await load(document, limits);
      assert.ok(Object.keys(loaded.pictures).length <= 1, JSON.stringify(limits));
      assert.match(definitionOf(loaded).content[2].text, /Some pictures are left out because/);
    }
    stored.bomb = { mime: 'image/png', data: Buffer.from(stored.p.data) };
    /** @type {Buffer} */ (stored.bomb.data).writeUInt32BE(30_000, 16);
    /** @type {Buffer} */ (stored.bomb.data).writeUInt32BE(30_000, 20);
    assert.deepEqual((await load(values(shown(['bomb'])))).pictures, {});
  });

  it('fail where the database does, since names alone would be a wrong answer', async () => {
    const down = { open: () => Promise.reject(new Error('no connection')) };
    await assert.rejects(loadPictures(down, reader, values(shown(['p']))), /no connection/);
  });
});
