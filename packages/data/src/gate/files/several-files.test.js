/** @import { Actor } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM, VISITOR } from '../rows/testing/forum.js';
import { createCsv } from '../../exchange/csv/index.js';
import { createFiles } from './index.js';

const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
const NOWHERE = '00000000-0000-7000-8000-0000000000ff';

describe('a field with several files', () => {
  /** @type {any} */
  let forum;
  /** @type {ReturnType<typeof createFiles>} */
  let files;
  /** @type {string} */
  let dataDir;

  before(async () => {
    forum = await createForum();
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-several-'));
    const { db, catalog, registry } = forum.data;
    files = createFiles({ db, catalog, registry, dataDir });
    await forum.data.edit(SYSTEM, 'add-table', {
      name: 'cases',
      owner: 'by',
      history: true,
      access: { user: own },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'by', type: 'user' },
        { name: 'papers', type: 'file', attributes: { several: true, maxFiles: 3 } },
        { name: 'one', type: 'file' },
      ],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @param {Actor} actor @param {string} name @param {string} [field] */
  async function stored(actor, name, field = 'papers') {
    const content = Readable.from([Buffer.from(name)]);
    return (await files.add(actor, content, { name: `${name}.txt`, field: { table: 'cases', field } })).id;
  }
  /** @param {Actor} actor @param {unknown} papers */
  const insert = (actor, papers) =>
    forum.data.rows.insert(actor, 'cases', { title: 'x', by: actor.userId ?? null, papers });
  /** @param {Actor} actor @param {string} id */
  const mayRead = (actor, id) =>
    files.get(actor, id).then(
      () => true,
      () => false,
    );

  it('keeps their order, takes ids, objects and text, and none is empty', async () => {
    const [a, b, c] = [await stored(forum.ada, 'a'), await stored(forum.ada, 'b'), await stored(forum.ada, 'c')];
    const row = await insert(forum.ada, [c, { id: a }, b, c]);
    assert.deepEqual(row.papers, [c, a, b]);
    const changed = await forum.data.rows.update(forum.ada, 'cases', row.id, { papers: `${b}; ${a}` });
    assert.deepEqual(changed.papers, [b, a]);
    const emptied = await forum.data.rows.update(forum.ada, 'cases', row.id, { papers: [] });
    assert.equal(emptied.papers, null);
  });

  it('is read with the names of its files, in their order', async () => {
    const [a, b] = [await stored(forum.ada, 'first'), await stored(forum.ada, 'second')];
    const row = await insert(forum.ada, [b, a]);
    const spec = { table: 'cases', select: [{ as: 'p', field: 'papers', label: true }], limit: 1 };
    const [{ rows }] = await forum.data.select(forum.ada, [
      { spec: { ...spec, where: { field: 'id', op: 'eq', value: row.id } }, params: {} },
    ]);
    assert.deepEqual(
      rows[0].p.map((/** @type {any} */ file) => file.name),
      ['second.txt', 'first.txt'],
    );
  });

  it('Z1: gives each file to whoever may read the row, and to nobody else', async () => {
    const [a, b] = [await stored(forum.ada, 'mine'), await stored(SYSTEM, 'given')];
    const row = await insert(forum.ada, [a]);
    assert.equal(await mayRead(forum.ada, b), false);
    await forum.data.rows.update(SYSTEM, 'cases', row.id, { papers: [a, b] });
    assert.equal(await mayRead(forum.ada, b), true);
    for (const stranger of [forum.ben, VISITOR]) {
      assert.equal(await mayRead(stranger, a), false);
      assert.equal(await mayRead(stranger, b), false);
    }
    await forum.data.rows.update(SYSTEM, 'cases', row.id, { papers: [a] });
    assert.equal(await mayRead(forum.ada, b), false, 'no longer in the row');
  });

  it('Z1: takes no file that the writer may not read, nor one that does not exist', async () => {
    const [mine, theirs] = [await stored(forum.ada, 'm'), await stored(forum.ben, 't')];
    await assert.rejects(insert(forum.ada, [mine, theirs]), { status: 422 });
    await assert.rejects(insert(forum.ada, [NOWHERE]), { status: 422 });
    await assert.rejects(insert(SYSTEM, [NOWHERE]), { status: 422 });
    await assert.rejects(insert(forum.ada, ['../../etc/passwd']), /must be an uploaded file/);
    // What the row holds already may stay, whoever put it there.
    const row = await insert(forum.ada, [mine]);
    await forum.data.rows.update(SYSTEM, 'cases', row.id, { papers: [mine, theirs] });
    const moved = await forum.data.rows.update(forum.ada, 'cases', row.id, { papers: [theirs, mine] });
    assert.deepEqual(moved.papers, [theirs, mine]);
  });

  it('holds as many as its limit says', async () => {
    const ids = [];
    for (const name of ['1', '2', '3', '4']) ids.push(await stored(forum.ada, name));
    await assert.rejects(insert(forum.ada, ids), /at most 3 files/);
    assert.equal((await insert(forum.ada, ids.slice(1))).papers.length, 3);
  });

  it('keeps its files from the sweep, and loses one that an admin deletes', async () => {
    const [a, b, unused] = [await stored(forum.ada, 's'), await stored(forum.ada, 'w'), await stored(forum.ada, 'u')];
    const row = await insert(forum.ada, [a, b]);
    await forum.data.db.query(`update plinth.files set created_at = now() - interval '2 days'`);
    await files.sweep();
    assert.deepEqual([await mayRead(SYSTEM, a), await mayRead(SYSTEM, unused)], [true, false]);
    await assert.rejects(files.takeBack(forum.ada, await files.get(forum.ada, a)), { code: 'FILE_IN_USE' });
    await files.remove(SYSTEM, a);
    assert.deepEqual((await forum.data.rows.get(SYSTEM, 'cases', row.id)).papers, [b]);
  });

  it('is found by its rows in the list of all files', async () => {
    const id = await stored(forum.ada, 'listed');
    const row = await insert(forum.ada, [id]);
    const { files: all } = await files.listAll(SYSTEM);
    const [found] = all.filter((file) => file.id === id);
    assert.deepEqual(found.holders, [{ table: 'cases', field: 'papers', key: row.id }]);
  });

  it('is made of a single one without losing a file, and back only if no row has more', async () => {
    const [a, b] = [await stored(forum.ada, 'x', 'one'), await stored(forum.ada, 'y', 'one')];
    const row = await forum.data.rows.insert(forum.ada, 'cases', { by: forum.ada.userId, one: a });
    const several = (/** @type {boolean} */ on) =>
      forum.data.edit(SYSTEM, 'change-field', {
        table: 'cases',
        field: 'one',
        changes: { attributes: { several: on } },
      });
    const get = async () => (await forum.data.rows.get(SYSTEM, 'cases', row.id)).one;
    await several(true);
    assert.deepEqual(await get(), [a]);
    await forum.data.rows.update(forum.ada, 'cases', row.id, { one: [a, b] });
    await assert.rejects(several(false), { code: 'FIELD_NOT_CONVERTIBLE', status: 422 });
    assert.deepEqual(await get(), [a, b]);
    await forum.data.rows.update(forum.ada, 'cases', row.id, { one: [b] });
    await several(false);
    assert.equal(await get(), b);
    await assert.rejects(forum.data.rows.update(SYSTEM, 'cases', row.id, { one: NOWHERE }), { status: 422 });
  });

  it('is searched through an index', async () => {
    const { rows } = await forum.data.db.query(`select indexdef from pg_indexes where tablename = 'cases'`);
    assert.ok(rows.some((/** @type {any} */ { indexdef }) => /using gin \(papers\)/i.test(indexdef)));
  });

  it('can not be unique', async () => {
    const field = { table: 'cases', field: { name: 'u', type: 'file', unique: true, attributes: { several: true } } };
    await assert.rejects(forum.data.edit(SYSTEM, 'add-field', field), { code: 'INPUT_INVALID' });
  });

  it('comes back as it was with its row', async () => {
    const [a, b] = [await stored(forum.ada, 'k'), await stored(forum.ada, 'l')];
    const row = await insert(forum.ada, [b, a]);
    await forum.data.rows.remove(forum.ada, 'cases', row.id);
    const [{ id }] = await forum.data.history.deleted(SYSTEM, 'cases');
    await forum.data.history.restore(SYSTEM, 'cases', row.id, id, { before: true });
    assert.deepEqual((await forum.data.rows.get(SYSTEM, 'cases', row.id)).papers, [b, a]);
  });

  describe('in a file of rows', () => {
    /** @type {ReturnType<typeof createCsv>} */
    let csv;
    before(() => {
      const { db, catalog, registry, edit, reload } = forum.data;
      csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
    });
    const fields = ['title', 'papers', 'one'];
    const columns = fields.map((field) => ({ header: field, field }));
    /** @param {Actor} actor @param {string | Buffer} content */
    const load = (actor, content) =>
      csv.import(actor, Readable.from([content]), { table: 'cases', columns, mode: 'good-rows', header: true });
    /** @param {Actor} actor @param {string} title @param {boolean} labels */
    const saved = async (actor, title, labels) => {
      const where = { field: 'title', op: /** @type {const} */ ('eq'), value: title };
      return text(await csv.export(actor, { table: 'cases', fields, names: true, where, labels }));
    };

    it('I8: is written by name or by ID, and both are read again, with the same files in the same order', async () => {
      const papers = [await stored(forum.ada, 'z-last'), await stored(forum.ada, 'a, first')];
      const one = await stored(forum.ada, 'only', 'one');
      const values = { title: 'out', by: forum.ada.userId, papers, one };
      await forum.data.rows.insert(forum.ada, 'cases', values);
      const [byName, byId] = [await saved(forum.ada, 'out', true), await saved(forum.ada, 'out', false)];
      assert.match(byName, /out,"z-last\.txt; a, first\.txt",only\.txt/);
      assert.match(byId, new RegExp(`out,"${papers.join('; ')}",${one}`));
      for (const [content, title] of [
        [byName, 'by name'],
        [byId, 'by id'],
      ]) {
        const result = await load(forum.ada, content.replace('\nout', `\n${title}`));
        assert.deepEqual(result.rejected, []);
        const { rows } = await forum.data.db.query({
          text: 'select * from app.cases where title = $1',
          values: [title],
        });
        assert.deepEqual([rows[0].papers, rows[0].one], [papers, one]);
      }
    });

    it('I8: names files so that each is found again, whatever they are called, in CSV and in Excel', async () => {
      const odd = ['same', 'same', 'other', 'semi; colon', '=1+1', `odd (${NOWHERE})`, NOWHERE];
      const ids = [];
      for (const name of odd) ids.push(await stored(forum.ada, name));
      const one = await stored(forum.ada, 'plain', 'one');
      for (const papers of [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
        await forum.data.rows.insert(forum.ada, 'cases', { title: 'odd', by: forum.ada.userId, papers, one });
      const where = { field: 'title', op: /** @type {const} */ ('eq'), value: 'odd' };
      const asked = { table: 'cases', fields, names: true, where, findable: true };
      const [a, b, , d] = ids;
      const content = await text(await csv.export(forum.ada, asked));
      assert.ok(content.includes(`"same.txt (${a}); same.txt (${b}); other.txt",plain.txt`), content);
      assert.ok(content.includes(`semi, colon.txt (${d}); ''=1+1.txt; odd (${NOWHERE}).txt`), content);
      const sheet = await buffer(await csv.export(forum.ada, { ...asked, format: 'xlsx' }));
      for (const again of [content, sheet]) {
        const { rejected } = await load(forum.ada, again);
        assert.deepEqual(rejected, []);
      }
      const { rows } = await forum.data.db.query(`select papers, one from app.cases where title = 'odd' order by id`);
      const stands = [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)];
      assert.deepEqual(
        rows.map((/** @type {any} */ row) => [row.papers, row.one]),
        [...stands, ...stands, ...stands].map((papers) => [papers, one]),
      );
    });

    it('Z1: an ID behind a name opens no more than the ID alone', async () => {
      const secret = await stored(forum.ada, 'hers');
      const { inserted, rejected } = await load(forum.ben, `title,papers,one\nbad,hers.txt (${secret}),\n`);
      assert.deepEqual([inserted, rejected.length], [0, 1]);
    });

    it('Z1: never takes a file that whoever imports may not read, and says what is wrong with a name', async () => {
      await stored(forum.ada, 'secret of ada');
      for (const name of ['twice', 'twice']) await stored(forum.ben, name);
      await stored(forum.ben, 'other field', 'one');
      const names = [
        'secret of ada.txt',
        'nowhere.txt',
        'twice.txt',
        'other field.txt',
        `twice.txt; ${NOWHERE}`,
        NOWHERE,
      ];
      const result = await load(forum.ben, `title,papers,one\n${names.map((name) => `bad,${name},\n`).join('')}`);
      assert.equal(result.inserted, 0);
      assert.deepEqual(
        result.rejected.map(({ reason }) => reason),
        [
          'Papers: no file is named "secret of ada.txt". Upload it first',
          'Papers: no file is named "nowhere.txt". Upload it first',
          'Papers: several files are named "twice.txt". Use the file\'s ID',
          'Papers: no file is named "other field.txt". Upload it first',
          'Papers: several files are named "twice.txt". Use the file\'s ID',
          'Papers must be one of the choices',
        ],
      );
    });
  });
});
