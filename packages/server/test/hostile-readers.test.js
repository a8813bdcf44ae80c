import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sniffType } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { readForm } from '../src/http/body/form.js';
import { parseJson } from '../src/http/body/json-body.js';
import { cropPicture } from '../src/pages/pictures/crop-picture.js';
import { sumHeaders, tar } from '../src/plugins/manager/testing/tar.js';
import { openArchive } from '../src/plugins/manager/unpack.js';

// Readers of what people send, without a server: whatever is changed in it, it is read within its limits or refused.

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-readers-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** What is changed in bytes. @param {fc.Arbitrary<string>} parts that mean something in them */
const changeOf = (parts) =>
  fc.record({
    file: fc.nat(),
    at: fc.nat(),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      parts.map((text) => Buffer.from(text, 'latin1')),
    ),
    times: fc.constantFrom(1, 1, 2, 50),
    end: fc.option(fc.nat()),
  });

/** @param {readonly Buffer[]} whole @param {any} change */
function changed(whole, { file, at, cut, put, times, end }) {
  const bytes = whole[file % whole.length];
  const from = at % bytes.length;
  const all = Buffer.concat([bytes.subarray(0, from), ...Array(times).fill(put), bytes.subarray(from + cut)]);
  return end === null ? all : all.subarray(0, end % all.length);
}

/** @template T @param {() => T | Promise<T>} reader @returns {Promise<T | null>} null: refused */
async function read(reader) {
  try {
    return await reader();
  } catch (error) {
    assert.ok(error instanceof AppError && error.status < 500, String(/** @type {any} */ (error).stack));
    assert.ok(error.message.length < 1000, `${error.message.length} characters`);
    return null;
  }
}

/** @param {any} value @returns {number} */
const depthOf = (value) =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('a JSON body', () => {
  it('M1: is read or refused, whatever is changed in it', async () => {
    const whole = ['{"a":[1,-2.5e3,null,true,{"b":"\\u00e9\\n"}],"c":{"d":{}}}', '[[],{"x":"y"}]', '"t"'].map((text) =>
      Buffer.from(text),
    );
    const parts = fc.constantFrom('[', '{"a":', '"__proto__":1,', '"constructor":{},', '"\\ud800"', '1e999', ',', '\\');
    await fc.assert(
      fc.asyncProperty(changeOf(parts), async (change) => {
        const value = await read(() => parseJson(changed(whole, change).toString('utf8')));
        assert.ok(depthOf(value) <= 32);
        if (value?.constructor)
          assert.ok(Object.hasOwn(value, 'constructor') || typeof value !== 'object' || Array.isArray(value));
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it('M1: is refused for its depth and its values before it is parsed', () => {
    for (const text of [
      '['.repeat(1_000_000),
      '{"a":'.repeat(200_000),
      `[${'0,'.repeat(60_000)}0]`,
      `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`,
      `[${'[],'.repeat(60_000)}0]`,
    ])
      assert.throws(() => parseJson(text), { code: 'JSON_INVALID', status: 400, message: /more than/ });
  });
});

describe('a posted form', () => {
  const LIMITS = { fields: 20, textBytes: 4000, files: 3, fileBytes: 2000 };
  const MULTIPART = 'multipart/form-data; boundary=b';
  const field = (/** @type {string} */ name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
  const file =
    '--b\r\nContent-Disposition: form-data; name="f"; filename="../a.txt"\r\nContent-Type: a/b\r\n\r\nhello\r\n';

  const uploads = () => readdir(path.join(folder, 'uploads')).catch(() => []);

  /** @param {string} type @param {Buffer} body */
  async function post(type, body) {
    const req = /** @type {any} */ (Readable.from([body.subarray(0, 50), body.subarray(50)], { objectMode: false }));
    req.headers = { 'content-type': type, 'transfer-encoding': 'chunked' };
    const kept = await uploads();
    const form = await read(() => readForm(req, LIMITS, path.join(folder, 'uploads')));
    if (!form) assert.deepEqual(await uploads(), kept, 'nothing of a refused form stays on the disk');
    req.destroy();
    return form;
  }

  it('M1: is read or refused, whatever is changed in it', async () => {
    const whole = [
      Buffer.from(`${field('a')}${field('a')}${file}${field('__proto__')}--b--\r\n`),
      Buffer.from('a=1&b=%C3%A9&a=2&__proto__=x&c=+'),
    ];
    const types = [MULTIPART, 'application/x-www-form-urlencoded'];
    const parts = fc.constantFrom(field('z'), file, '--b', '--b--\r\n', '\r\n', 'X: y\r\n', '&', 'k=%', '%00=', ';');
    await fc.assert(
      fc.asyncProperty(changeOf(parts), async (change) => {
        const form = await post(types[change.file % 2], changed(whole, change));
        if (!form) return;
        assert.ok(form.entries.length <= LIMITS.fields && form.files.length <= LIMITS.files);
        assert.ok(form.entries.join('').length <= LIMITS.textBytes * 2);
        for (const { name, size } of form.files) assert.ok(size <= LIMITS.fileBytes && !/[/\\\0]/.test(name));
        assert.equal(Object.getPrototypeOf(form.values), null);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('M1: is refused whatever its type says about its boundary', async () => {
    for (const type of [
      'multipart/form-data',
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      'multipart/form-data; boundary="',
    ])
      assert.equal(await post(type, Buffer.from(field('a'))), null, type);
  });

  it('M1: of parts without a name, or with endless headers, is held to the same limits', async () => {
    const nameless = '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n';
    for (const body of [`${nameless.repeat(80)}--b--\r\n`, `--b\r\n${'X: y\r\n'.repeat(5000)}\r\nx\r\n--b--\r\n`]) {
      const form = await post(MULTIPART, Buffer.from(body));
      assert.ok(!form || form.entries.length <= LIMITS.fields);
    }
  });
});

describe('an archive of a plugin', () => {
  const pack = async (/** @type {Buffer} */ bytes) => {
    const target = path.join(folder, 'plugin.tgz');
    await writeFile(target, bytes);
    return openArchive(target);
  };
  const MANIFEST = { name: 'package/package.json', text: '{"name":"x","version":"1.0.0"}' };
  const good = tar([
    { name: 'package/', kind: '5' },
    MANIFEST,
    { name: 'p', kind: 'x', text: '24 path=package/long.js\n' },
    { name: 'y', text: 'a' },
  ]);
  const quick = (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 1 });

  it('M1: is read or refused, whatever is changed in it, before and after it is packed', async () => {
    const whole = [good, gzipSync(good)];
    const parts = fc.constantFrom('7 path=', '0'.repeat(300), 'x', 'L', '\0', '../', '77777777777', '{"a":', '[');
    await fc.assert(
      fc.asyncProperty(changeOf(parts), async (change) => {
        const bytes = changed(whole, change);
        if (change.file % 2 === 0) sumHeaders(bytes);
        const archive = await read(() => pack(change.file % 2 === 0 ? quick(bytes) : bytes));
        assert.ok(!archive || typeof archive.manifest === 'object');
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  for (const [what, entries, says] of /** @type {[string, any[], RegExp][]} */ ([
    ['entries', Array.from({ length: 20_001 }, () => ({ name: 'package/', kind: '5' })), /more than 20000 entries/],
    [
      'folders',
      Array.from({ length: 5001 }, (_, i) => ({ name: `package/${i}/`, kind: '5' })),
      /more than 5000 folders/,
    ],
    ['levels', [{ name: `p/${'a/'.repeat(45)}x`, text: 'x' }], /more than 32 levels/],
    ['zeros before a length', [{ name: 'p', kind: 'x', text: `${'0'.repeat(60_000)}1 ` }], /damaged/],
    ['letters in a header', [{ name: 'p', kind: 'L', text: 'a'.repeat(70_000) }], /a name in it is too long/],
    ['bytes of package.json', [{ ...MANIFEST, text: '['.repeat(1024 * 1024 + 1) }], /package.json is larger/],
  ]))
    it(`M1: with too many ${what} is refused for them`, () =>
      assert.rejects(pack(quick(tar(entries))), { code: 'ARCHIVE_REFUSED', status: 422, message: says }));

  it('M1: that is small only while it is packed is refused before all of it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024), { level: 1 });
    assert.ok(bomb.length < 1024 * 1024);
    await assert.rejects(pack(bomb), { code: 'ARCHIVE_REFUSED', message: /larger than 100 MB unpacked/ });
  });
});

describe('a picture', () => {
  /** @type {Buffer[]} */
  let whole = [];
  const crop = async (/** @type {Buffer} */ bytes, name = 'a.png') => {
    const target = path.join(folder, 'picture');
    await writeFile(target, bytes);
    return cropPicture(/** @type {any} */ ({ path: target, name, size: bytes.length }));
  };
  before(async () => {
    const image = sharp({ create: { width: 12, height: 8, channels: 3, background: '#369' } });
    whole = await Promise.all([
      image.clone().png().toBuffer(),
      image.clone().jpeg().toBuffer(),
      image.clone().webp().toBuffer(),
      image.clone().gif().toBuffer(),
    ]);
  });

  it('M1: is shown in its small square or refused, whatever is changed in it', async () => {
    const parts = fc.constantFrom('IHDR', 'IDAT', '\xff\xd8\xff', 'RIFF', 'WEBPVP8X', 'GIF89a', '\xff\xff\xff\xff');
    await fc.assert(
      fc.asyncProperty(changeOf(parts), async (change) => {
        const bytes = changed(whole, change);
        assert.match(sniffType(bytes.subarray(0, 4096), 'a.svg'), /^[a-z]+\/[a-z0-9.+-]+$/);
        const small = await read(() => crop(bytes));
        if (!small) return;
        const { width, height, format } = await sharp(small).metadata();
        assert.deepEqual({ width, height, format }, { width: 192, height: 192, format: 'webp' });
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  it('M1: is refused for the size that it claims, cut off in its middle, and as a drawing', async () => {
    const png = Buffer.from(whole[0]);
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    for (const bytes of [png, svg, ...whole.slice(0, 2).map((one) => one.subarray(0, one.length / 2))])
      await assert.rejects(
        crop(bytes),
        { code: 'IMAGE_UNREADABLE', status: 422 },
        bytes.subarray(0, 12).toString('latin1'),
      );
  });
});
