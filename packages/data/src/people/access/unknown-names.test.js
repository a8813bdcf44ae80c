import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
before(async () => {
  forum = await createForum({ history: false });
  data = forum.data;
  for (const name of ['sales', 'banned']) await data.people.groups.create(SYSTEM, { name, label: name });
  await data.edit(SYSTEM, 'add-table', { name: 'deals', fields: [{ name: 'title', type: 'text' }] });
});
after(() => forum?.close());

/** @param {string} rule */
const grant = (rule) => data.edit(SYSTEM, 'set-access', { table: 'deals', access: { user: { read: { rule } } } });
/** @param {string} at */
const refusal =
  (at) =>
  (/** @type {any} */ { code, details }) => {
    assert.equal(code, 'INPUT_INVALID');
    assert.equal(
      details.fields[at],
      'There is no group "salez". Did you mean "sales"?',
      JSON.stringify(details.fields),
    );
    return true;
  };
/** @param {any} document */
const refusedAt = (document) =>
  data.apps.install(SYSTEM, document).then(
    () => [],
    (/** @type {any} */ { details }) => Object.keys(details.fields ?? details),
  );
const missing = async () =>
  (await data.access.unknownNames(SYSTEM)).map((/** @type {any} */ { kind, name, at, message }) => [
    kind,
    name,
    at,
    message,
  ]);

describe('groups that expressions name', () => {
  const ways = /** @type {[string, any, string][]} */ ([
    [
      'set-access',
      { table: 'deals', access: { user: { read: { rule: '"salez" in user.groups' } } } },
      'access.user.read',
    ],
    [
      'set-access',
      { table: 'deals', access: { user: { read: { rule: '!("salez" in user . groups)' } } } },
      'access.user.read',
    ],
    [
      'set-access',
      { table: 'deals', access: { user: { create: { rule: 'user.groups.exists(g, g == "salez")' } } } },
      'access.user.create',
    ],
    [
      'add-table',
      { name: 'other', fields: [], access: { public: { read: { rule: '"salez" in user.groups' } } } },
      'access.public.read',
    ],
  ]);
  for (const [edit, input, at] of ways) {
    it(`are refused where there is no such group: ${edit} ${JSON.stringify(input).match(/"[^"]*salez.*?"/)?.[0]}`, async () => {
      await assert.rejects(data.edit(SYSTEM, edit, input), refusal(at));
      await assert.rejects(data.preview(SYSTEM, edit, input), refusal(at));
      await assert.rejects(data.edit(SYSTEM, 'batch', { edits: [{ edit, input }] }), refusal(at));
      assert.deepEqual(await missing(), []);
    });
  }

  it('become a problem when the group is removed, and block no other edit and no undo', async () => {
    const { revision } = await grant('"sales" in user.groups && row.title != null');
    await data.people.groups.remove(SYSTEM, 'sales');
    const gone = ['table', 'deals', 'access.user.read', 'There is no group "sales"'];
    assert.deepEqual(await missing(), [gone]);
    await data.edit(SYSTEM, 'change-field', { table: 'deals', field: 'title', changes: { name: 'label' } });
    const { access } = data.catalog().table('deals');
    assert.match(access.user.read.rule, /row\.label/);
    const undone = await grant('true');
    assert.deepEqual(await missing(), []);
    const { warnings } = await data.revisions.undo(SYSTEM, undone.revision);
    assert.deepEqual(warnings, ['The table "deals" needs attention: There is no group "sales"']);
    assert.deepEqual(await missing(), [gone]);
    await data.people.groups.create(SYSTEM, { name: 'sales', label: 'Sales' });
    assert.deepEqual(await missing(), []);
    assert.ok(revision);
  });

  it('are roles as well: a rule for one that is removed is a problem, and never for its namesake unseen', async () => {
    await data.edit(SYSTEM, 'add-role', { role: { name: 'auditor', label: 'Auditor', inherits: 'user' } });
    const wrong = { table: 'deals', access: { user: { read: { rule: '"auditer" in user.roles' } } } };
    await assert.rejects(data.edit(SYSTEM, 'set-access', wrong), ({ details }) => {
      assert.equal(details.fields['access.user.read'], 'There is no role "auditer". Did you mean "auditor"?');
      return true;
    });
    await grant('!("auditor" in user.roles)');
    const changes = { role: 'auditor', changes: { name: 'checker' } };
    const { warnings, revision } = await data.edit(SYSTEM, 'change-role', changes);
    assert.deepEqual([warnings, await missing()], [[], []]);
    const rule = () => data.catalog().table('deals').access.user.read.rule;
    assert.equal(rule(), '!("checker" in user.roles)');
    await data.revisions.undo(SYSTEM, revision);
    assert.equal(rule(), '!("auditor" in user.roles)', 'undo takes the name back everywhere');
    await data.edit(SYSTEM, 'change-role', changes);
    const removed = await data.edit(SYSTEM, 'remove-role', { role: 'checker' });
    assert.deepEqual(removed.warnings, ['The table "deals" needs attention: There is no role "checker"']);
    await grant('true');
    assert.deepEqual(await missing(), []);
  });

  it('of roles are rewritten wherever an expression asks for a role that is renamed, and nowhere else', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
    await edit('add-role', { role: { name: 'lead', label: 'Lead', inherits: 'user' } });
    const asks = '"lead" in user.roles || user.roles.exists(r, r == \'l\\u0065ad\')';
    const said = 'row.label == "lead" && !("lead" in user.groups)';
    await data.people.groups.create(SYSTEM, { name: 'lead', label: 'Lead' });
    await edit('add-table', {
      name: 'leads',
      fields: [
        { name: 'label', type: 'text' },
        { name: 'kind', type: 'text', default: { expression: '"lead" in user.roles ? "lead" : ""' } },
      ],
      access: { user: { read: { rule: `(${asks}) && ${said}` } } },
    });
    await edit('add-constraint', {
      table: 'leads',
      constraint: { kind: 'rule', rule: `${asks} || ${said}`, message: 'Leads only', fields: [] },
    });
    const layout = { id: 'r', type: 'stack', visible: { when: '"lead" in user.roles' } };
    await edit('add-page', { page: { name: 'leads_page', title: 'Leads', layout } });
    const texts = () => {
      const table = data.catalog().table('leads');
      return [
        table.access.user.read.rule,
        table.field('kind').default.expression,
        table.constraints[0].rule,
        data.catalog().page('leads_page').layout.visible.when,
      ];
    };
    const before = texts();
    const { revision, warnings } = await edit('change-role', { role: 'lead', changes: { name: 'head' } });
    const asksNow = '"head" in user.roles || user.roles.exists(r, r == "head")';
    assert.deepEqual(texts(), [
      `(${asksNow}) && ${said}`,
      '"head" in user.roles ? "lead" : ""',
      `${asksNow} || ${said}`,
      '"head" in user.roles',
    ]);
    assert.deepEqual([warnings, await missing()], [[], []]);
    await data.revisions.undo(SYSTEM, revision);
    assert.deepEqual(texts(), before);
  });

  it('do not keep an app from being installed: groups are people, and the site has its own', async () => {
    const rule = '"drivers" in user.groups || row.driver == user.id';
    const document = {
      plinth: 1,
      app: { name: 'fleet', label: 'Fleet' },
      tables: [
        {
          name: 'cars',
          display: 'plate',
          fields: [
            { name: 'plate', type: 'text' },
            { name: 'driver', type: 'user' },
          ],
          access: {
            user: { read: { rule }, update: 'all', delete: 'none', create: { rule: 'row.cars.all(c, true)' } },
          },
        },
      ],
    };
    const wrong = structuredClone(document);
    assert.deepEqual(await refusedAt(wrong), ['access.user.create'], 'a rule that means nothing');
    document.tables[0].access.user.create = { rule: 'row.driver == user.id' };
    const { warnings } = await data.apps.install(SYSTEM, document);
    assert.deepEqual(warnings, ['The table "cars" needs attention: There is no group "drivers"']);
    assert.deepEqual(await missing(), [['table', 'cars', 'access.user.read', 'There is no group "drivers"']]);
    const { access } = data.catalog().table('cars');
    assert.deepEqual([access.user.read, access.user.update, access.user.delete], [{ rule }, 'all', 'none']);
    const exported = await data.apps.export(SYSTEM, 'fleet');
    assert.deepEqual(exported.tables[0].access.user, { ...document.tables[0].access.user });
    const again = await data.apps.install(SYSTEM, exported, { prefix: 'b_' });
    assert.deepEqual(data.catalog().table('b_cars').access, access, 'rules survive the way out and in');
    await data.revisions.undo(SYSTEM, again.revision);
  });

  it('Z2: mean the same however the rule is written, including for people it excludes', async () => {
    const { rows } = await data.db.query("select id from plinth.groups where name = 'banned'");
    await data.db.query({
      text: 'insert into plinth.group_members (user_id, group_id) values ($1, $2)',
      values: [forum.people.ada, rows[0].id],
    });
    await data.rows.insert(SYSTEM, 'deals', { label: 'one' });
    const spec = { table: 'deals', select: [], limit: 10 };
    // A second rule that names a group in the plain way, so that names are known while compiling.
    await data.edit(SYSTEM, 'set-access', {
      table: 'tags',
      access: { user: { read: { rule: '"sales" in user.groups' } } },
    });
    for (const rule of [
      '!("banned" in user.groups)',
      '!("banned" in user . groups)',
      '!("b\\u0061nned" in user.groups)',
    ]) {
      await grant(rule);
      const [ada, ben] = [
        await data.access.actorOfUser(SYSTEM, forum.people.ada),
        await data.access.actorOfUser(SYSTEM, forum.people.ben),
      ];
      const read = async (/** @type {any} */ actor) =>
        (await data.select(actor, [{ spec, params: {} }]))[0].rows.length;
      assert.deepEqual([await read(ada), await read(ben)], [0, 1], rule);
    }
  });
});
