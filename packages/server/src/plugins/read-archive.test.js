import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArchive } from './read-archive.js';

/** @param {{ name: string, text?: string, kind?: string, size?: number, prefix?: string }[]} entries */
function tar(entries) {
  const blocks = entries.flatMap(({ name, text = '', kind = '0', size, prefix = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write((size ?? Buffer.byteLength(text)).toString(8).padStart(11, '0'), 124);
    header.write(kind, 156);
    header.write('ustar', 257);
    header.write(prefix, 345);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(sum.toString(8).padStart(6, '0') + '\0 ', 148);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
/** @param {string} path */
const pax = (path) => {
  const body = ` path=${path}\n`;
  const length = body.length + String(body.length + 2).length;
  return `${length}${body}`;
};

describe('F5, P3: an archive', () => {
  it('of plain files is read', () => {
    const files = readArchive(
      tar([
        { name: 'package/', kind: '5' },
        { name: 'package/package.json', text: '{}' },
        { name: 'x.js', prefix: 'package/src', text: 'a' },
        { name: 'PaxHeader', kind: 'x', text: pax('package/long/name.js') },
        { name: 'cut', text: 'b' },
      ]),
    );
    assert.deepEqual(
      files.map(({ name, bytes }) => [name, String(bytes)]),
      [
        ['package.json', '{}'],
        ['src/x.js', 'a'],
        ['long/name.js', 'b'],
      ],
    );
  });

  for (const [title, entries] of /** @type {[string, any[]][]} */ ([
    ['with a path that climbs', [{ name: 'package/../../etc/passwd', text: 'x' }]],
    ['with an absolute path', [{ name: '/etc/passwd', text: 'x' }]],
    [
      'with a climbing pax path',
      [
        { name: 'p', kind: 'x', text: pax('package/../../x') },
        { name: 'y', text: 'x' },
      ],
    ],
    ['with a symbolic link', [{ name: 'package/x', kind: '2' }]],
    ['with a hard link', [{ name: 'package/x', kind: '1' }]],
    ['with a device', [{ name: 'package/x', kind: '3' }]],
    ['with a file outside of its folder', [{ name: 'x.js', text: 'x' }]],
    ['with a backslash', [{ name: 'package/..\\x', text: 'x' }]],
    [
      'with one name twice',
      [
        { name: 'package/x', text: 'x' },
        { name: 'package/x', text: 'y' },
      ],
    ],
    [
      'with names that differ in case only',
      [
        { name: 'package/x', text: 'x' },
        { name: 'package/X', text: 'y' },
      ],
    ],
    ['with a name that Windows cuts', [{ name: 'package/x.', text: 'x' }]],
    ['with a false size', [{ name: 'package/x', text: 'x', size: 1e6 }]],
  ])) {
    it(`${title} is refused`, () =>
      assert.throws(() => readArchive(tar(entries)), { code: 'ARCHIVE_REFUSED', status: 422 }));
  }

  it('that was damaged is refused', () => {
    const bytes = tar([{ name: 'package/x', text: 'x' }]);
    bytes[10] ^= 1;
    assert.throws(() => readArchive(bytes), { code: 'ARCHIVE_REFUSED' });
  });

  it('of too many files is refused', () => {
    const entries = Array.from({ length: 5001 }, (_, i) => ({ name: `package/${i}` }));
    assert.throws(() => readArchive(tar(entries)), { code: 'ARCHIVE_REFUSED' });
  });
});
