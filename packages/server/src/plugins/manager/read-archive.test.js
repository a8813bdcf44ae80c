import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AppError } from '@plinth/plugin';
import { readArchive } from './read-archive.js';
import { sumHeaders, tar } from './testing/tar.js';

/** @param {string} path */
const pax = (path) => {
  const body = ` path=${path}\n`;
  const length = body.length + String(body.length + 2).length;
  return `${length}${body}`;
};

describe('F5, P3: an archive', () => {
  it('of plain files is read', async () => {
    const files = await readArchive(
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
    [
      'with a file and a folder of one name',
      [
        { name: 'package/x', text: 'x' },
        { name: 'package/x/y', text: 'y' },
      ],
    ],
    [
      'with a folder and a file of one name',
      [
        { name: 'package/x/y/z', text: 'x' },
        { name: 'package/X', text: 'y' },
      ],
    ],
    [
      'with an empty folder and a file of one name',
      [
        { name: 'package/x', kind: '5' },
        { name: 'package/x', text: 'y' },
      ],
    ],
    [
      'with a name that no file system takes',
      [{ name: 'p', kind: 'x', text: pax(`package/${'x'.repeat(280)}`) }, { name: 'y' }],
    ],
    ['with a name that Windows cuts', [{ name: 'package/x.', text: 'x' }]],
    ['with something after its end', [{ name: '', text: '' }]],
    ['with a size of its own in a pax header', [{ name: 'p', kind: 'x', text: '9 size=1\n' }, { name: 'package/x' }]],
    ['with a false size', [{ name: 'package/x', text: 'x', size: 1e6 }]],
  ])) {
    it(`${title} is refused`, () =>
      assert.rejects(readArchive(tar(entries)), { code: 'ARCHIVE_REFUSED', status: 422 }));
  }

  it('that was damaged is refused', async () => {
    const bytes = tar([{ name: 'package/x', text: 'x' }]);
    bytes[10] ^= 1;
    await assert.rejects(readArchive(bytes), { code: 'ARCHIVE_REFUSED' });
  });

  it('of too many files is refused', async () => {
    const entries = Array.from({ length: 5001 }, (_, i) => ({ name: `package/${i}` }));
    await assert.rejects(readArchive(tar(entries)), { code: 'ARCHIVE_REFUSED' });
  });

  it('P3: of any bytes is read or refused, and never fails otherwise', async () => {
    const entries = [
      { name: 'PaxHeader', kind: 'x', text: pax('package/long/name.js') },
      { name: 'cut', text: 'b' },
      { name: 'package/folder', kind: '5' },
      { name: 'package/package.json', text: '{}' },
    ];
    const bytes = fc.array(fc.tuple(fc.nat(tar(entries).length - 1), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (changes, isSummed) => {
        const archive = tar(entries);
        for (const [at, byte] of changes) archive[at] = byte;
        if (isSummed) sumHeaders(archive);
        try {
          await readArchive(archive);
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'ARCHIVE_REFUSED', String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
