import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atEdge } from '../../testing/at-edge.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
const rights = { read: 'all', create: 'all', update: 'all', delete: 'none' };
before(async () => {
  forum = await createForum({ history: false });
  data = forum.data;
  const attributes = (/** @type {string[]} */ ...values) => ({
    options: values.map((value) => ({ value, label: value, colour: 'blue' })),
  });
  await data.edit(SYSTEM, 'add-table', {
    name: 'parts',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'maker', type: 'select', attributes: attributes('Bosch', 'Hilti') },
      { name: 'tags', type: 'multi_select', attributes: attributes('new') },
      { name: 'rank', type: 'select', attributes: attributes('A'), access: { write: ['admin'] } },
    ],
    access: { staff: { ...rights, choices: 'all' }, user: rights },
  });
});
after(() => forum?.close());

/** @param {string} field */
const values = (field) =>
  data
    .catalog()
    .table('parts')
    .field(field)
    .attributes.options.map((/** @type {any} */ one) => one.value);
const newest = async () => (await data.revisions.list({ limit: 1 })).revisions[0];
/** @param {any} actor @param {any} row @param {string} field @param {string[]} texts */
async function save(actor, row, field, texts) {
  await data.rows.bringChoices(actor, { table: 'parts', id: null, values: row }, [{ table: 'parts', field, texts }]);
  return data.rows.insert(actor, 'parts', row);
}

describe('the right to add choices', () => {
  it('adds one while a row is saved, as an edit that names the person and can be undone', async () => {
    const saved = await save(forum.staff, { title: 'Drill', maker: 'Makita' }, 'maker', ['Makita']);
    assert.equal(saved.maker, 'Makita');
    assert.deepEqual(values('maker'), ['Bosch', 'Hilti', 'Makita']);
    const revision = await newest();
    assert.equal(revision.edit, 'add-choices');
    assert.match(revision.summary, /Add choices "Makita" to "Maker?"/i);
    assert.equal(JSON.stringify(revision).includes(String(forum.staff.userId)), true);
    const [option] = data.catalog().table('parts').field('maker').attributes.options.slice(-1);
    assert.ok(option.colour);
    await data.rows.update(forum.staff, 'parts', saved.id, { maker: null });
    await data.revisions.undo(SYSTEM, revision.id);
    assert.deepEqual(values('maker'), ['Bosch', 'Hilti']);
  });

  it('takes the choice that is there, in any case and with blanks around, and stores nothing new', async () => {
    const before = await newest();
    const saved = await save(forum.staff, { title: 'Saw', maker: ' hilti ' }, 'maker', [' hilti ']);
    assert.equal(saved.maker, 'Hilti');
    assert.equal((await newest()).id, before.id);
    const several = await save(forum.staff, { title: 'Set', tags: ['NEW', ' loud '] }, 'tags', ['NEW', ' loud ']);
    assert.deepEqual(
      [several.tags, values('tags')],
      [
        ['new', 'loud'],
        ['new', 'loud'],
      ],
    );
  });

  it('is refused to everybody without it, by every way, and adds nothing', async () => {
    const version = data.catalog().version;
    for (const actor of [forum.ada, { userId: null, roles: ['public'], system: false }]) {
      await assert.rejects(save(actor, { title: 'x', maker: 'Foo' }, 'maker', ['Foo']), { status: 403 });
      const input = { table: 'parts', field: 'maker', choices: ['Foo'] };
      await assert.rejects(data.edit(actor, 'add-choices', input), { code: 'FORBIDDEN' });
      const edits = [{ edit: 'add-choices', input }];
      await assert.rejects(data.edit(actor, 'batch', { edits }), { code: 'FORBIDDEN' });
    }
    await assert.rejects(data.rows.insert(forum.staff, 'parts', { title: 'x', maker: 'Foo' }), {
      code: 'INPUT_INVALID',
    });
    const scoped = { ...forum.staff, scope: { tables: null, operations: ['create', 'update'] } };
    await assert.rejects(save(scoped, { title: 'x', maker: 'Foo' }, 'maker', ['Foo']), { code: 'FORBIDDEN' });
    await assert.rejects(save(forum.staff, { title: 'x', rank: 'B' }, 'rank', ['B']), { code: 'FORBIDDEN' });
    const change = { table: 'parts', field: 'maker', changes: { label: 'Mine' } };
    await assert.rejects(data.edit(forum.staff, 'change-field', change), { code: 'FORBIDDEN' });
    await assert.rejects(
      data.edit(forum.staff, 'batch', {
        edits: [{ edit: 'add-choices', input: { table: 'parts', field: 'maker', choices: ['Foo'] } }],
      }),
      { code: 'FORBIDDEN' },
    );
    assert.equal(data.catalog().version, version);
    assert.ok((await save(forum.admin, { title: 'x', maker: 'Festo' }, 'maker', ['Festo'])).id);
  });

  it('adds nothing for a row that is refused for something else', async () => {
    const version = data.catalog().version;
    await assert.rejects(
      save(forum.staff, { title: '', maker: 'Foo' }, 'maker', ['Foo']),
      (/** @type {any} */ error) => {
        assert.deepEqual(Object.keys(error.details.fields), ['title']);
        return true;
      },
    );
    assert.equal(data.catalog().version, version);
  });

  for (const [says, text] of /** @type {const} */ ([
    ['no text', '  '],
    ['a list', 'a; b'],
    ['a line break', 'a\nb'],
    ['what is too long', 'x'.repeat(101)],
  ])) {
    it(`refuses ${says} as a choice`, async () => {
      const version = data.catalog().version;
      const input = { table: 'parts', field: 'maker', choices: [text] };
      await assert.rejects(data.edit(forum.staff, 'add-choices', input), { code: 'CHOICES_INVALID', status: 422 });
      assert.equal(data.catalog().version, version);
    });
  }

  it('refuses wrong inputs', async () => {
    for (const wrong of [{ choices: 'Foo' }, { choices: [] }, { choices: [1] }, { field: 'title' }, { more: 1 }]) {
      const input = { table: 'parts', field: 'maker', choices: ['Foo'], ...wrong };
      await assert.rejects(data.edit(SYSTEM, 'add-choices', input), { code: 'INPUT_INVALID' });
    }
    const access = { staff: { ...rights, choices: 'own' } };
    await assert.rejects(data.edit(SYSTEM, 'set-access', { table: 'parts', access }), { code: 'INPUT_INVALID' });
  });

  it('makes one choice of what two people add at once', async () => {
    const { version } = data.catalog();
    const add = (/** @type {any} */ actor, /** @type {string} */ maker) =>
      save(actor, { title: 'Both', maker }, 'maker', [maker]);
    const saved = await Promise.all([add(forum.staff, 'Stihl'), add(forum.admin, 'STIHL'), add(forum.staff, 'stihl ')]);
    const found = values('maker').filter((/** @type {string} */ one) => one.toLowerCase() === 'stihl');
    assert.equal(found.length, 1);
    assert.equal(data.catalog().version, version + 1, 'one revision');
    assert.deepEqual(new Set(saved.map(({ maker }) => maker)), new Set(found));
  });

  /** @type {Promise<unknown> | undefined} */
  let full;
  atEdge('choices', {
    as: 'added to a field',
    async send(count) {
      const options = Array.from({ length: 499 }, (_, i) => ({ value: `c${i}`, label: `c${i}` }));
      const fields = [{ name: 'kind', type: 'select', attributes: { options } }];
      full ??= data.edit(SYSTEM, 'add-table', { name: 'full', fields });
      await full;
      await data.edit(SYSTEM, 'add-choices', { table: 'full', field: 'kind', choices: [`c${count - 1}`] });
    },
    cause: /Kind can't have more than 500 choices/,
    wayOut: /Choose one from the list, or ask an administrator/,
    stored: () => data.catalog().table('full').field('kind').attributes.options,
  });

  it('has one that is there already, also in a field that is full', async () => {
    await assert.rejects(data.edit(SYSTEM, 'add-choices', { table: 'full', field: 'kind', choices: ['C7'] }), {
      code: 'INPUT_INVALID',
    });
  });

  it('goes along with an app', async () => {
    await data.edit(SYSTEM, 'add-app', { name: 'shop', label: 'Shop' });
    await data.edit(SYSTEM, 'change-table', { table: 'parts', changes: { app: 'shop' } });
    const document = await data.apps.export(SYSTEM, 'shop');
    const [table] = document.tables;
    assert.equal(table.access.staff.choices, 'all');
    assert.equal('choices' in table.access.user, false);
    await data.apps.install(SYSTEM, document, { prefix: 'b_' });
    assert.equal(data.catalog().table('b_parts').access.staff.choices, 'all');
  });
});
