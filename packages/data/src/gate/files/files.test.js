/** @import { Actor } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM, VISITOR } from '../rows/testing/forum.js';
import { createFiles } from './index.js';

/** A PNG of 3 x 2 pixels, its header at least. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000300000002080200000012169b2d', 'hex');
const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };

describe('stored files', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {ReturnType<typeof createFiles>} */
  let files;
  /** @type {string} */
  let dataDir;

  before(async () => {
    forum = await createForum();
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-files-'));
    const { db, catalog, registry } = /** @type {any} */ (forum.data);
    files = createFiles({ db, catalog, registry, dataDir });
    await forum.data.edit(SYSTEM, 'add-table', {
      name: 'photos',
      owner: 'taken_by',
      access: { user: own },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'taken_by', type: 'user' },
        { name: 'picture', type: 'image', attributes: { maxSize: 1 } },
        { name: 'paper', type: 'file', attributes: { types: 'application/pdf, .txt' } },
      ],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const from = (/** @type {Buffer | string} */ content) => Readable.from([Buffer.from(content)]);
  const picture = { table: 'photos', field: 'picture' };

  it('keeps content, type and size', async () => {
    const file = await files.add(forum.admin, from(PNG), {
      name: 'C:\\x\\Photo.PNG',
      mime: 'text/html',
      folder: '/a//b/',
    });
    assert.equal(file.name, 'Photo.PNG');
    assert.equal(file.mime, 'image/png');
    assert.deepEqual([file.width, file.height, file.size, file.folder], [3, 2, PNG.length, 'a/b']);
    const opened = await files.open(forum.admin, file.id, { range: { start: 1, end: 3 } });
    assert.equal(await text(opened.stream), 'PNG');
    assert.equal(opened.size, PNG.length);
  });

  it('Z1 F3: lets admins and the roles it is shared with have a free file, and nobody else', async () => {
    const file = await files.add(SYSTEM, from('hello'), { name: 'a.txt' });
    for (const actor of [VISITOR, forum.ada, forum.staff]) {
      await assert.rejects(files.get(actor, file.id), { code: 'FILE_NOT_FOUND', status: 404 });
      await assert.rejects(files.open(actor, file.id), { code: 'FILE_NOT_FOUND' });
    }
    await files.share(forum.admin, file.id, ['staff']);
    assert.equal((await files.get(forum.staff, file.id)).id, file.id);
    await assert.rejects(files.get(forum.ada, file.id), { code: 'FILE_NOT_FOUND' });
  });

  it('Z1 F3: gives the free files of a folder, and of those below it, to the roles of the folder', async () => {
    const add = (/** @type {string} */ folder) => files.add(SYSTEM, from('text'), { name: 'a.txt', folder });
    const [inside, below, beside] = [await add('open'), await add('open/deep/down'), await add('opener')];
    const reach = async (/** @type {any} */ actor) => {
      const found = await Promise.all(
        [inside, below, beside].map(({ id }) =>
          files.get(actor, id).then(
            () => 'yes',
            (error) => error.code,
          ),
        ),
      );
      return found.join(' ');
    };
    const nothing = 'FILE_NOT_FOUND FILE_NOT_FOUND FILE_NOT_FOUND';
    assert.equal(await reach(forum.ada), nothing);
    await files.shareFolder(forum.admin, 'open', ['staff']);
    assert.deepEqual([await reach(forum.ada), await reach(VISITOR)], [nothing, nothing]);
    assert.equal(await reach(forum.staff), 'yes yes FILE_NOT_FOUND');
    await files.shareFolder(forum.admin, 'open', []);
    await files.shareFolder(forum.admin, 'open/deep', ['public']);
    assert.equal(await reach(VISITOR), 'FILE_NOT_FOUND yes FILE_NOT_FOUND');
    await assert.rejects(files.shareFolder(forum.staff, 'open', ['staff']), { code: 'FORBIDDEN' });
    const shared = [{ path: 'open/deep', roles: ['public'] }];
    assert.deepEqual(await files.sharedFolders(forum.admin), shared);
    for (const [around, found] of /** @type {[string, any][]} */ ([
      ['open/deep', shared],
      ['open/deep/down', shared],
      ['open/deeper', []],
      ['open', []],
      ['', []],
    ]))
      assert.deepEqual(await files.sharedFolders(forum.admin, { around }), found, around);
    for (const { id } of [inside, below, beside]) await files.remove(forum.admin, id);
    await files.shareFolder(forum.admin, 'open/deep', []);
  });

  it('Z1 F3: gives it to a role and not to a name: renamed it keeps its files, made again by that name it gets none', async () => {
    const { data } = forum;
    await data.edit(SYSTEM, 'add-role', { role: { name: 'press', label: 'Press', inherits: 'user' } });
    const actor = (/** @type {string} */ role) => ({ ...forum.ada, roles: [role, ...forum.ada.roles] });
    const free = await files.add(SYSTEM, from('a'), { name: 'a.txt', roles: ['press'] });
    const below = await files.add(SYSTEM, from('b'), { name: 'b.txt', folder: 'kit' });
    await files.shareFolder(forum.admin, 'kit', ['press', 'staff']);
    const reach = async (/** @type {string} */ role) => {
      const found = [free, below].map(({ id }) =>
        files.get(actor(role), id).then(
          () => true,
          () => false,
        ),
      );
      return (await Promise.all(found)).join(' ');
    };
    const shared = async () =>
      (await files.sharedFolders(forum.admin)).find(({ path: at }) => at === 'kit')?.roles.toSorted();
    assert.equal(await reach('press'), 'true true');
    await data.edit(SYSTEM, 'change-role', { role: 'press', changes: { name: 'media' } });
    assert.deepEqual([await reach('media'), await reach('press')], ['true true', 'false false']);
    assert.deepEqual([(await files.get(forum.admin, free.id)).roles, await shared()], [['media'], ['media', 'staff']]);
    const { revision } = await data.edit(SYSTEM, 'remove-role', { role: 'media' });
    const again = await data.edit(SYSTEM, 'add-role', { role: { name: 'media', label: 'Media', inherits: 'user' } });
    assert.equal(await reach('media'), 'false false');
    assert.deepEqual([(await files.get(forum.admin, free.id)).roles, await shared()], [[], ['staff']]);
    const { revisions } = /** @type {any} */ (data);
    await revisions.undo(SYSTEM, again.revision);
    await revisions.undo(SYSTEM, revision);
    assert.equal(await reach('media'), 'true true', 'undo gives them back');
    for (const refused of [
      () => files.share(forum.admin, free.id, ['nobody']),
      () => files.shareFolder(forum.admin, 'kit', ['nobody']),
    ])
      await assert.rejects(
        refused,
        ({ code, details }) => code === 'INPUT_INVALID' && details.fields.roles !== undefined,
      );
    for (const { id } of [free, below]) await files.remove(forum.admin, id);
    await files.shareFolder(forum.admin, 'kit', []);
  });

  it('F3 Z3: lets whoever may read a row have its files', async () => {
    const file = await files.add(forum.ada, from(PNG), { name: 'mine.png', field: picture });
    await forum.data.rows.insert(forum.ada, 'photos', { title: 'x', picture: file.id });
    assert.equal((await files.get(forum.ada, file.id)).id, file.id);
    assert.equal((await files.get(forum.admin, file.id)).id, file.id);
    await assert.rejects(files.get(forum.ben, file.id), { code: 'FILE_NOT_FOUND' });
    await assert.rejects(files.get(VISITOR, file.id), { code: 'FILE_NOT_FOUND' });
  });

  it('F3: lets nobody reach a file by putting its id into their own row', async () => {
    const file = await files.add(forum.ada, from(PNG), { name: 'mine.png', field: picture });
    await assert.rejects(forum.data.rows.insert(forum.ben, 'photos', { picture: file.id }), { code: 'INPUT_INVALID' });
    await assert.rejects(files.get(forum.ben, file.id), { code: 'FILE_NOT_FOUND' });
  });

  it('refuses uploads without a right to put them anywhere', async () => {
    await assert.rejects(files.add(forum.ada, from('x'), { name: 'a' }), { code: 'FORBIDDEN', status: 403 });
    await assert.rejects(files.add(VISITOR, from(PNG), { name: 'a', field: picture }), { code: 'FORBIDDEN' });
    await assert.rejects(files.add(forum.ada, from(PNG), { name: 'a', field: { table: 'photos', field: 'title' } }), {
      code: 'FIELD_INVALID',
    });
  });

  it('F2: refuses anything but images in an image field, and types that a file field does not allow', async () => {
    const hostile = [
      `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
      '<html>',
      'GIF',
      '%PDF-1.7',
    ];
    for (const content of hostile) {
      await assert.rejects(files.add(forum.ada, from(content), { name: 'x.png', field: picture }), {
        code: 'FILE_TYPE_REFUSED',
        status: 422,
      });
    }
    const paper = { table: 'photos', field: 'paper' };
    await assert.rejects(files.add(forum.ada, from(PNG), { name: 'x.pdf', field: paper }), {
      code: 'FILE_TYPE_REFUSED',
    });
    assert.equal((await files.add(forum.ada, from('%PDF-1.7'), { name: 'x', field: paper })).mime, 'application/pdf');
    assert.deepEqual(await readdir(path.join(dataDir, 'files/drafts')), [], 'nothing of the refused ones is left');
  });

  it('F4: stops at the largest size and keeps nothing', async () => {
    let sent = 0;
    const endless = (async function* () {
      for (;;) {
        sent += 65_536;
        yield Buffer.alloc(65_536);
      }
    })();
    await assert.rejects(files.add(forum.ada, Readable.from(endless), { name: 'x.png', field: picture }), {
      code: 'FILE_TOO_LARGE',
      status: 413,
      message: '"x.png" is larger than 1 MB',
    });
    assert.ok(sent < 3_000_000, `read ${sent} bytes`);
    assert.deepEqual(await readdir(path.join(dataDir, 'files/drafts')), []);
  });

  it('F4: holds nothing open of an upload that is refused', async () => {
    for (const [actor, about] of /** @type {[Actor, any][]} */ ([
      [VISITOR, { name: 'x', field: picture }],
      [forum.ada, { name: 'x' }],
      [forum.admin, { name: 'x', folder: '../x' }],
      [forum.admin, { name: 'x', field: { table: 'photos', field: 'title' } }],
    ])) {
      const stream = from('x');
      await assert.rejects(files.add(actor, stream, about));
      assert.equal(stream.destroyed, true);
    }
  });

  it('F4: keeps nothing of an upload that breaks off', async () => {
    const broken = (async function* () {
      yield PNG;
      throw new Error('connection lost');
    })();
    await assert.rejects(files.add(forum.admin, Readable.from(broken), { name: 'x' }), /connection lost/);
    assert.deepEqual(await readdir(path.join(dataDir, 'files/drafts')), []);
  });

  it('F1: opens nothing for an id that is a path', async () => {
    for (const id of ['../../etc/passwd', '%2e%2e/x', '/etc/passwd', 'a'.repeat(5000), '\0', { id: 1 }, ['x'], null]) {
      await assert.rejects(files.open(SYSTEM, /** @type {any} */ (id)), { code: 'FILE_NOT_FOUND', status: 404 });
    }
  });

  it('I13: removes from a name what could break a header or disguise it', async () => {
    const name = 'in\r\nvoice\u202efdp\0.exe';
    assert.equal((await files.add(forum.admin, from('x'), { name })).name, 'invoicefdp.exe');
    assert.equal((await files.add(forum.admin, from('x'), { name: '..' })).name, 'file');
    await assert.rejects(files.add(forum.admin, from('x'), { name: 'a', folder: 'a/../b' }), {
      code: 'FILE_NAME_INVALID',
    });
  });

  it('lists folders and files page by page, for admins only', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt']) await files.add(forum.admin, from(name), { name, folder: 'docs' });
    await files.addFolder(forum.admin, 'docs/empty');
    const first = await files.list(forum.admin, { folder: 'docs', limit: 2 });
    assert.deepEqual(
      first.files.map((file) => file.name),
      ['1.txt', '2.txt'],
    );
    assert.deepEqual(first.folders, ['docs/empty']);
    const second = await files.list(forum.admin, { folder: 'docs', limit: 2, after: String(first.next) });
    assert.deepEqual(
      second.files.map((file) => file.name),
      ['3.txt'],
    );
    assert.equal(second.next, null);
    assert.ok((await files.list(forum.admin)).folders.includes('docs'));
    await assert.rejects(files.list(forum.staff), { code: 'FORBIDDEN' });
    await assert.rejects(files.removeFolder(forum.admin, 'docs'), { code: 'FOLDER_NOT_EMPTY' });
    await files.removeFolder(forum.admin, 'docs/empty');
  });

  it('renames, moves and removes', async () => {
    const file = await files.add(forum.admin, from('x'), { name: 'a.txt' });
    assert.equal((await files.rename(forum.admin, file.id, 'b.txt')).name, 'b.txt');
    assert.equal((await files.move(forum.admin, file.id, 'new/place')).folder, 'new/place');
    await assert.rejects(files.remove(forum.ada, file.id), { code: 'FORBIDDEN' });
    await assert.rejects(files.update(forum.ada, file.id, { name: 'c.txt' }), { code: 'FORBIDDEN' });
    await files.remove(forum.admin, file.id);
    await assert.rejects(files.get(forum.admin, file.id), { code: 'FILE_NOT_FOUND' });
  });

  it('changes name, folder and roles together or not at all', async () => {
    const { id } = await files.add(forum.admin, from('x'), { name: 'a.txt', folder: 'one' });
    const facts = async () => {
      const { name, folder, roles } = await files.get(forum.admin, id);
      return [name, folder, ...roles];
    };
    const before = { name: 'b.txt', folder: 'two', roles: ['staff'] };
    await assert.rejects(files.update(forum.admin, id, { ...before, folder: '../up' }), ({ code, details }) => {
      assert.deepEqual(
        [code, details.fields],
        ['FILE_NAME_INVALID', { folder: '".." can\'t be the name of a folder' }],
      );
      return true;
    });
    await assert.rejects(files.update(forum.admin, id, { ...before, roles: ['nobody'] }), { code: 'INPUT_INVALID' });
    assert.deepEqual(await facts(), ['a.txt', 'one']);
    const saved = await files.update(forum.admin, id, before);
    assert.deepEqual([saved.name, saved.folder, ...saved.roles], ['b.txt', 'two', 'staff']);
    await files.update(forum.admin, id, {});
    assert.deepEqual(await facts(), ['b.txt', 'two', 'staff']);
  });

  it('keeps what somebody else changed since the form was opened', async () => {
    const { id } = await files.add(forum.admin, from('x'), { name: 'a.txt', folder: 'one' });
    const seen = { name: 'a.txt', folder: 'one' };
    await files.update(forum.admin, id, { name: 'b.txt', folder: 'one' }, { seen });
    const moved = await files.update(forum.admin, id, { name: 'a.txt', folder: 'two' }, { seen });
    assert.deepEqual([moved.name, moved.folder], ['b.txt', 'two'], 'what was left as it was shown does not count');
    const late = files.update(forum.admin, id, { name: 'c.txt', folder: 'one' }, { seen });
    await assert.rejects(late, ({ code, details }) => {
      assert.deepEqual(
        [code, details.fields],
        ['CHANGED_MEANWHILE', { name: 'Someone else changed it to "b.txt" in the meantime' }],
      );
      return true;
    });
    assert.equal((await files.get(forum.admin, id)).name, 'b.txt');
  });

  it('lists all uploads, the newest first, with the rows that hold them', async () => {
    const held = await files.add(forum.ada, from(PNG), { name: 'in a row.png', field: picture });
    const row = await forum.data.rows.insert(forum.ada, 'photos', { title: 'Beach', picture: held.id });
    const loose = await files.add(forum.ada, from(PNG), { name: 'in no row.png', field: picture });
    const free = await files.add(forum.admin, from('x'), { name: 'in a folder.txt', folder: 'docs' });
    const first = await files.listAll(forum.admin, { limit: 2 });
    assert.deepEqual(
      first.files.map(({ id, holders, isOrphan }) => [id, holders, isOrphan]),
      [
        [free.id, [], false],
        [loose.id, [], true],
      ],
    );
    const second = await files.listAll(forum.admin, { limit: 2, after: String(first.next) });
    assert.deepEqual(
      [second.files[0].id, second.files[0].holders, second.files[0].isOrphan],
      [held.id, [{ table: 'photos', field: 'picture', key: row.id }], false],
    );
    const seen = new Set();
    for (let next = /** @type {string | null} */ (''); next !== null;) {
      const page = await files.listAll(forum.admin, { limit: 3, ...(next && { after: next }) });
      for (const { id } of page.files) seen.add(id);
      ({ next } = page);
    }
    const { rows } = await /** @type {any} */ (forum.data).db.query('select count(*)::int as n from plinth.files');
    assert.equal(seen.size, rows[0].n);
    assert.equal(
      (await files.listAll(forum.admin, { after: "x' or true" })).files[0].id,
      free.id,
      'nonsense: the first page',
    );
  });

  it('Z9: lists all uploads for admins only', async () => {
    for (const actor of [forum.ada, forum.staff, VISITOR])
      await assert.rejects(files.listAll(actor), { code: 'FORBIDDEN' });
  });

  it('F7: sweeps contents without row, uploads without a home, and nothing else', async () => {
    const held = await files.add(forum.ada, from(PNG), { name: 'held.png', field: picture });
    await forum.data.rows.insert(forum.ada, 'photos', { picture: held.id });
    const loose = await files.add(forum.ada, from(PNG), { name: 'loose.png', field: picture });
    const free = await files.add(forum.admin, from('x'), { name: 'free.txt' });
    const orphan = await files.add(forum.admin, from('x'), { name: 'orphan.txt' });
    const { db } = /** @type {any} */ (forum.data);
    await db.query({ text: 'delete from plinth.files where id = $1', values: [orphan.id] });
    const old = new Date(Date.now() - 3 * 86_400_000);
    await db.query({ text: `update plinth.files set created_at = $1`, values: [old] });
    const onDisk = (/** @type {{ id: string }} */ { id }) => path.join(dataDir, 'files', id.slice(-2), id);
    for (const file of [held, loose, free, orphan]) await utimes(onDisk(file), old, old);

    const swept = await files.sweep();
    assert.equal(swept.contents, 1);
    assert.ok(swept.uploads >= 1);
    for (const file of [held, free]) assert.ok(await stat(onDisk(file)), file.name);
    for (const file of [loose, orphan]) await assert.rejects(stat(onDisk(file)), { code: 'ENOENT' });
    await assert.rejects(files.get(forum.admin, loose.id), { code: 'FILE_NOT_FOUND' });
  });
});
