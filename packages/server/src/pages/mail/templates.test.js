import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, until } from '../../testing/index.js';
import { startMailbox } from './testing/mailbox.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let site;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
/** @type {any} */
let admin;
/** @type {any} */
let ada;
/** @type {any} */
let order;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => site.data.edit(site.system, name, input);
const TEMPLATE = {
  name: 'overdue',
  label: 'Overdue',
  table: 'orders',
  subject: 'Order {{ row.title }}',
  files: ['papers'],
  body: 'Dear **{{ row.customer }}**,\n\n{{#if row.cost > 1000}}\nplease pay *soon*.\n{{else}}\nno hurry.\n{{/if}}\n\nRegards',
};

before(async () => {
  [site, mailbox] = await Promise.all([startTestServer({ users: { ada: ['user'], sam: ['staff'] } }), startMailbox()]);
  admin = await site.as('admin');
  ada = await site.as('ada');
  const roles = { read: ['staff'], write: ['staff'] };
  const fields = [
    { name: 'title', type: 'text', required: true },
    { name: 'customer', type: 'text' },
    { name: 'email', type: 'email' },
    { name: 'cost', type: 'integer' },
    { name: 'secret', type: 'text', access: roles },
    { name: 'papers', type: 'file', attributes: { several: true } },
    { name: 'hidden_paper', type: 'file', access: roles },
    { name: 'clerk', type: 'user' },
  ];
  await edit('add-table', { name: 'orders', label: 'Orders', display: 'title', owner: 'clerk', fields });
  const lines = [
    { name: 'what', type: 'text' },
    { name: 'count', type: 'integer' },
    { name: 'order', type: 'relation', attributes: { table: 'orders' } },
    { name: 'clerk', type: 'user' },
  ];
  await edit('add-table', { name: 'lines', label: 'Lines', owner: 'clerk', fields: lines });
  const access = { user: { read: 'own', create: 'all', update: 'own' }, staff: { read: 'all' } };
  await edit('set-access', { table: 'orders', access, fields: { secret: roles, hidden_paper: roles } });
  await edit('set-access', { table: 'lines', access });
  const view = {
    table: 'lines',
    template: 'list',
    config: { columns: [{ field: 'what' }, { field: 'count' }, { field: 'order' }] },
  };
  await edit('add-view', { view: { ...view, name: 'lines', label: 'All lines', roles: ['user'] } });
  await edit('add-view', { view: { ...view, name: 'staff_lines', roles: ['staff'] } });
  const clerk = ada.user.id;
  const values = { title: 'A1', customer: '*Bob* <b>', email: 'bob@example.com', cost: 1200, secret: 'canary', clerk };
  order = await site.data.rows.insert(site.system, 'orders', values);
  for (const [what, owner, of] of [
    ['Nail | <b>', clerk, order.id],
    ['Bolt', null, order.id],
    ['Other', clerk, null],
  ])
    await site.data.rows.insert(site.system, 'lines', { what, count: 3, order: of, clerk: owner });
  await site.data.people.secrets.write(site.system, 'smtp', {
    host: '127.0.0.1',
    port: mailbox.port,
    from: 'a@example.com',
  });
});
after(async () => {
  await site?.close();
  await mailbox?.close();
});

/** @import { Actor } from '@plinth/plugin' */
/** @param {any} config @param {any} [actor] */
async function send(config, actor = { userId: ada.user.id, roles: ['user'], system: false }) {
  const before = mailbox.mails.length;
  const request = { action: 'send_email', config: { field: 'email', ...config }, table: 'orders', id: order.id };
  await site.data.actions.run(actor, request);
  await site.runtime.mail.send();
  return mailbox.mails.slice(before);
}
const template = { source: 'template', template: 'overdue' };
/** @param {string} field @param {string} name @param {number} [size] @param {any} [owner] */
async function attach(field, name, size = 10, owner = site.system) {
  async function* content() {
    yield Buffer.alloc(size, 'x');
  }
  const file = await site.data.files.add(owner, content(), { name, field: { table: 'orders', field } });
  const value = field === 'papers' ? [file.id] : file.id;
  await site.data.rows.update(site.system, 'orders', order.id, { [field]: value });
}

describe('mail templates', () => {
  it('are made on a screen of their own, with a preview and a test of what is in the form', async () => {
    const form = { label: 'Overdue', table: 'orders', subject: TEMPLATE.subject, body: TEMPLATE.body, files: 'papers' };
    const shown = await admin.post('/admin/mails/~preview', { ...form, previewRow: String(order.id) });
    assert.equal(shown.status, 200);
    assert.match(shown.text, /<strong>\*Bob\* &lt;b&gt;<\/strong>[\s\S]*please pay <em>soon<\/em>/);
    assert.match(shown.text, /Order A1/);
    assert.doesNotMatch(shown.text, /no hurry|\{\{/);
    assert.match(shown.headers.get('content-security-policy'), /default-src 'none'/);
    const test = await admin.post('/admin/mails/~preview', { ...form, previewRow: String(order.id), test: '1' });
    assert.match(test.text, /The test is on its way to admin@example\.com/);
    await site.runtime.mail.send();
    assert.deepEqual(mailbox.mails.at(-1)?.to, ['admin@example.com']);
    const made = await admin.post('/admin/mails/~new', form);
    assert.equal(made.status, 303);
    const { name: _, label: __, ...body } = TEMPLATE;
    const { name, id, description, app, ...stored } = site.data.catalog().mail('overdue');
    const none = { view: null, viewAs: 'table', relation: null, buttonView: null, button: null };
    assert.deepEqual(stored, { label: 'Overdue', ...body, ...none });
    assert.match((await admin.get('/admin/mails')).text, /Order \{\{ row\.title \}\}/);
    assert.match((await admin.get('/admin/mails/overdue')).text, /name="previewRow"/);
  });

  it('have a button that shows the row, in a view of its table', async () => {
    const layout = { id: 'a', type: 'field', settings: { field: 'title' } };
    const view = { name: 'order', table: 'orders', template: 'show', label: 'Order', roles: ['user'] };
    await edit('add-view', { view: { ...view, config: { layout } } });
    const url = `${site.url}/view/order\\?id=${order.id}`;
    const here = { subject: 'x', body: 'y', buttonView: 'order' };
    const [mail] = await send({ ...here, button: 'Open the order' });
    assert.match(mail.text, new RegExp(`Open the order:\\s+${url}`), 'as plain text');
    assert.match(mail.text, new RegExp(`href="${url}"[^>]*><span[^>]*>Open the order<`));
    assert.match((await send(here))[0].text, /Order:/, 'the label of the view');
    const mailOf = (/** @type {string} */ buttonView) =>
      edit('add-mail', {
        mail: { name: 'other', label: 'Other', table: 'orders', subject: 'x', body: 'y', buttonView },
      });
    await assert.rejects(mailOf('lines'), { code: 'INPUT_INVALID' });
    await mailOf('order');
    await edit('change-view', { view: 'order', changes: { name: 'one_order' } });
    assert.equal(site.data.catalog().mail('other').buttonView, 'one_order', 'follows renames');
    await edit('remove-mail', { mail: 'other' });
    await edit('remove-view', { view: 'one_order' });
  });

  it('are sent by actions, with conditions and values of the row', async () => {
    const [mail] = await send(template);
    assert.deepEqual(mail.to, ['bob@example.com']);
    assert.match(mail.text, /^Subject: Order A1$/m);
    assert.match(mail.text, /please pay \*soon\*/, 'plain text alongside');
    await site.data.rows.update(site.system, 'orders', order.id, { cost: 5 });
    const [other] = await send(template);
    assert.match(other.text, /no hurry/);
    assert.doesNotMatch(other.text, /soon/);
  });

  it('follow renamed fields, are undone, exported and installed again', async () => {
    const changes = { name: 'price' };
    await edit('change-field', { table: 'orders', field: 'cost', changes });
    assert.match(site.data.catalog().mail('overdue').body, /\{\{#if row\.price > 1000\}\}/);
    await edit('change-field', { table: 'orders', field: 'price', changes: { name: 'cost' } });
    await edit('add-app', { name: 'shop', label: 'Shop' });
    await edit('change-mail', { mail: 'overdue', changes: { app: 'shop' } });
    for (const table of ['orders', 'lines']) await edit('change-table', { table, changes: { app: 'shop' } });
    const document = await site.data.apps.export(site.system, 'shop');
    const { mails } = /** @type {any} */ (document);
    assert.deepEqual(mails, [TEMPLATE]);
    await site.data.apps.install(site.system, document, { prefix: 'copy_' });
    const copy = site.data.catalog().mail('copy_overdue');
    assert.deepEqual([copy.table, copy.subject], ['copy_orders', TEMPLATE.subject]);
    await edit('remove-app', { app: 'copy_shop' });
    assert.equal(site.data.catalog().hasMail('copy_overdue'), false);
  });

  it('refuse what can’t be sent, beside the field', async () => {
    const cases = /** @type {[any, string, RegExp][]} */ ([
      [{ body: '{{#if row.cost > 1}} x' }, 'body', /needs an \{\{\/if\}\}/],
      [{ body: '{{/if}}' }, 'body', /needs an/],
      [{ subject: '{{ row.nothing }}' }, 'subject', /nothing/],
      [{ files: ['nothing'] }, 'files', /There is no field/],
      [{ relation: 'order' }, 'relation', /Choose a table and a list/],
    ]);
    for (const [wrong, field, message] of cases)
      await assert.rejects(edit('change-mail', { mail: 'overdue', changes: wrong }), (/** @type {any} */ error) => {
        assert.match(error.details.fields[field], message);
        return true;
      });
    const { text } = await admin.post('/admin/mails/~preview', {
      table: 'orders',
      subject: 'x',
      body: '{{ row.nothing }}',
    });
    assert.match(text, /nothing/);
    assert.equal((await admin.post('/admin/mails/~new', { label: '', subject: 'x', body: 'y' })).status, 422);
    await assert.rejects(send({ source: 'template', template: 'gone' }), { code: 'MAIL_TEMPLATE_NOT_FOUND' });
  });

  it('Z1: are for admins only', async () => {
    for (const who of ['public', 'ada', 'sam']) {
      const client = await site.as(who);
      assert.ok([302, 303, 403, 404].includes((await client.get('/admin/mails')).status), who);
      const form = {
        label: 'x',
        table: 'orders',
        subject: '{{ row.secret }}',
        body: 'x',
        previewRow: String(order.id),
      };
      for (const path of ['~preview', '~new', 'overdue']) {
        const { status, text } = await client.post(`/admin/mails/${path}`, form);
        assert.ok(status >= 300 && status !== 500, `${who} ${path}`);
        assert.doesNotMatch(text, /canary/);
      }
    }
    const actor = { userId: ada.user.id, roles: ['user'], system: false };
    const about = { table: site.data.catalog().table('orders'), id: order.id };
    await assert.rejects(site.data.actions.composeMail(actor, about, { subject: 'x', body: 'y' }), {
      code: 'FORBIDDEN',
    });
  });
});

describe('what goes with a mail', () => {
  it('files of the row, and what was sent is listed', async () => {
    await attach('papers', 'Offer – März.pdf');
    const [{ raw }] = await send(template);
    assert.match(raw, /filename\*0\*=utf-8''Offer%20|filename=.*Offer/);
    assert.match(raw, new RegExp(Buffer.alloc(9, 'x').toString('base64')));
    const { mails } = await site.data.outbox.list(site.system);
    const { text: page } = await admin.get(`/admin/settings/outbox/${mails[0].id}`);
    assert.match(page, /<div><dt>Attachments<\/dt><dd[^>]*>Offer – März\.pdf/, 'side by side with its label');
    const { rows } = await site.data.db.query('select data from plinth.mail_attachments');
    assert.ok(
      rows.every((/** @type {any} */ { data }) => data === null),
      'nothing is kept twice',
    );
  });

  it('Z5: no file that the sender may not read', async () => {
    await attach('hidden_paper', 'salaries.txt');
    const [{ raw }] = await send({ subject: 'x', body: 'y', files: ['hidden_paper'] });
    assert.doesNotMatch(raw, /salaries/);
    const staff = { userId: (await site.as('sam')).user.id, roles: ['staff'], system: false };
    assert.match((await send({ subject: 'x', body: 'y', files: ['hidden_paper'] }, staff))[0].raw, /salaries/);
  });

  it('not more than 10 MB, and then nothing is sent', async () => {
    await attach('papers', 'film.bin', 10 * 1024 * 1024 + 1);
    const before = await site.data.outbox.list(site.system);
    await assert.rejects(send(template), { code: 'MAIL_TOO_LARGE', status: 422 });
    const after = await site.data.outbox.list(site.system);
    assert.equal(after.mails[0].id, before.mails[0].id);
    await site.data.rows.update(site.system, 'orders', order.id, { papers: null });
  });

  it('Z5: a list as a table or a file, with the rows of the sender', async () => {
    const list = { subject: 'x', body: 'y', view: 'lines' };
    const [{ text }] = await send({ ...list, relation: 'order' });
    assert.match(text, /All lines[\s\S]*<th[^>]*>What[\s\S]*Nail \| &lt;b&gt;/);
    assert.match(text, /What \| Count/, 'plain text alongside');
    assert.doesNotMatch(text, /Bolt|Other/);
    assert.match((await send(list))[0].text, /Other/);
    assert.match((await send({ ...list, relation: 'order' }, site.system))[0].text, /Bolt/);
    const [{ raw }] = await send({ ...list, viewAs: 'csv' });
    assert.match(raw, /filename="All lines\.csv"/);
    const [paper] = await send({ ...list, viewAs: 'pdf' });
    assert.match(
      paper.raw,
      /Content-Type: application\/pdf[^]*filename="All lines\.pdf"[^]*JVBERi0/,
      '%PDF- in base64',
    );
    await assert.rejects(send({ ...list, view: 'staff_lines' }), { code: 'ACTION_INCOMPLETE' });
  });

  describe('a detail view of the row', () => {
    const field = (/** @type {string} */ name, /** @type {any} */ more = {}) => ({
      id: `f_${name}`,
      type: 'field',
      settings: { field: name },
      ...more,
    });
    const embed = { id: 'e', type: 'embed', settings: { view: 'lines', relation: 'child', child: 'lines.order' } };
    const hidden = { ...embed, id: 'h', settings: { ...embed.settings, view: 'staff_lines' } };
    const children = [
      { id: 'h1', type: 'heading', settings: { field: 'title', level: '1' } },
      {
        id: 'card',
        type: 'card',
        settings: { title: 'Facts' },
        children: [field('customer'), field('cost', { visible: { when: 'row.cost < 0' } }), field('secret')],
      },
      { id: 'empty', type: 'card', settings: { title: 'Nothing here' } },
      ...[
        field('clerk', { visible: { roles: ['staff'] } }),
        field('email', { settings: { field: 'email', labelText: 'Write to' } }),
      ],
      ...[embed, hidden],
    ];
    const mail = { subject: 'x', body: 'y', view: 'order_card' };
    before(async () => {
      const config = { layout: { id: 'root', type: 'stack', children } };
      const view = { table: 'orders', template: 'show', config };
      await edit('add-view', { view: { ...view, name: 'order_card', label: 'Order', roles: ['user', 'staff'] } });
      await edit('add-view', { view: { ...view, name: 'staff_card', roles: ['staff'] } });
    });

    it('says in the text what the view shows, in its order, with related rows', async () => {
      const [{ text }] = await send(mail);
      assert.match(
        text,
        /Order: A1[\s\S]*Facts[\s\S]*Customer: \*Bob\* <b>[\s\S]*Write to: bob@example\.com/,
        'plain text',
      );
      assert.match(
        text,
        />Customer<\/th><td>\*Bob\* &lt;b&gt;<[\s\S]*>Write to<[\s\S]*All lines[\s\S]*Nail \| &lt;b&gt;/,
      );
      assert.match(text, /What \| Count\r?\n/, 'without the column that leads back to the row');
      assert.doesNotMatch(text, /Cost:|Nothing here/, 'what the view hides, and what would stand empty');
    });

    it('Z5: has no field, list or row that the sender may not see', async () => {
      const [{ text }] = await send(mail);
      assert.doesNotMatch(text, /canary|Secret|Clerk|Bolt|staff_lines/);
      const staff = { userId: (await site.as('sam')).user.id, roles: ['staff'], system: false };
      const [{ text: more }] = await send(mail, staff);
      assert.match(more, /Secret: canary[\s\S]*Clerk: /);
      for (const viewAs of ['table', 'pdf'])
        await assert.rejects(send({ ...mail, view: 'staff_card', viewAs }), { code: 'ACTION_INCOMPLETE' });
      const other = await site.data.rows.insert(site.system, 'orders', { title: 'Not yours' });
      const about = { table: site.data.catalog().table('orders'), id: other.id };
      const compose = (/** @type {Actor} */ actor) =>
        site.data.lists.plannedDetail(actor, 'order_card', about.id) ?? assert.fail();
      const adas = { userId: ada.user.id, roles: ['user'], system: false };
      assert.equal(await site.data.details.pdf(adas, compose(adas)), null, 'a row of somebody else');
      assert.equal((await site.data.details.pdf(staff, compose(staff)))?.title, 'Order: Not yours');
    });

    it('is attached as a PDF, and downloaded by those who may open it', async () => {
      const [{ raw }] = await send({ ...mail, viewAs: 'pdf' });
      assert.match(raw, /Content-Type: application\/pdf[^]*filename="Order A1\.pdf"[^]*JVBERi0/, '%PDF- in base64');
      const url = `/view/order_card/export.pdf?id=${order.id}`;
      const file = await ada.get(url);
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf']);
      assert.match(
        file.headers.get('content-disposition'),
        /filename="Order A1\.pdf"; filename\*=UTF-8''Order%20A1\.pdf/,
      );
      await site.data.rows.update(site.system, 'orders', order.id, { title: `A${'🙂'.repeat(60)}` });
      assert.equal((await ada.get(url)).status, 200, 'a title that is cut within a sign');
      await site.data.rows.update(site.system, 'orders', order.id, { title: 'A1' });
      const other = await site.data.rows.insert(site.system, 'orders', { title: 'Not yours either' });
      for (const [path, status] of [
        [`/view/order_card/export.pdf?id=${other.id}`, 404],
        ['/view/order_card/export.pdf', 404],
        [`/view/order_card/export.csv?id=${order.id}`, 404],
        [`/view/staff_card/export.pdf?id=${order.id}`, 404],
      ])
        assert.equal((await ada.get(path)).status, status, String(path));
      assert.notEqual((await (await site.as('public')).get(url)).status, 200);
    });

    describe('as a PDF of steps that happen together', () => {
      const query = async (/** @type {string} */ text) => (await site.data.db.query(text)).rows;
      const kept = () =>
        query(`select a.size, a.data is null as empty, (select count(*)::int from plinth.mail_papers) as papers
                 from plinth.mail_attachments a order by a.mail_id desc limit 2`);
      const config = { ...mail, recipient: 'role', role: 'user', viewAs: 'pdf' };
      /** @param {(gate: any) => Promise<void>} [then] */
      const write = (then = async () => {}) =>
        site.data.actions.within(async (/** @type {any} */ gate) => {
          const segment = { first: 0, steps: [{ do: { action: 'send_email', config } }], isOutside: false };
          const about = { table: site.data.catalog().table('orders'), id: order.id };
          await site.data.actions.runSegment({ segment, actor: site.system, about, gate, run: 'x' });
          await then(gate);
        });
      const sent = async () => {
        const before = mailbox.mails.length;
        await site.runtime.mail.send();
        return mailbox.mails.slice(before);
      };

      it('is laid out after their commit, once for all who get it', async () => {
        await write();
        assert.deepEqual(await kept(), [
          { size: 0, empty: true, papers: 1 },
          { size: 0, empty: true, papers: 1 },
        ]);
        await site.data.rows.update(site.system, 'orders', order.id, { customer: 'Changed since' });
        const mails = await sent();
        assert.ok(mails.length >= 2);
        for (const { raw } of mails) assert.match(raw, /filename="Order A1\.pdf"[^]*JVBERi0/);
        assert.deepEqual(new Set(mails.flatMap(({ to }) => to)).size, mails.length, 'each once');
        assert.deepEqual(await query('select * from plinth.mail_papers'), []);
        await site.data.rows.update(site.system, 'orders', order.id, { customer: '*Bob* <b>' });
      });

      it('leaves nothing if they fail, nor when its mail is gone', async () => {
        await assert.rejects(
          write(() => Promise.reject(new Error('later step'))),
          /later step/,
        );
        assert.deepEqual(await query('select * from plinth.mail_papers'), []);
        await write();
        await query(`delete from plinth.mails where state = 'waiting'`);
        await query(`update plinth.mail_papers set created_at = now() - interval '2 days'`);
        await site.data.outbox.files.sweep();
        assert.deepEqual(await query('select * from plinth.mail_papers'), []);
      });

      it('fails its own mail if it can’t be laid out, and says why; later mails are sent', async () => {
        await write();
        const rows = JSON.stringify(Array(1001).fill(['x']));
        await query(
          `update plinth.mail_papers set document = jsonb_set(document, '{blocks}', '[{"heads":["a"],"rows":${rows}}]')`,
        );
        await site.data.outbox.add({
          kind: 'test',
          to: 'later@example.com',
          subject: 'Later',
          content: { locale: 'en', blocks: [] },
        });
        await sent();
        await until(async () => mailbox.mails.some(({ to }) => to.includes('later@example.com')));
        const failed = await query(`select id, error from plinth.mails where state = 'failed' order by id`);
        assert.deepEqual(new Set(failed.map((/** @type {any} */ { error }) => error)), new Set(['pdf']));
        const { text } = await admin.get(`/admin/settings/outbox/${failed[0].id}`);
        assert.match(text, /The attached PDF is too large, or took too long to make/);
        assert.match(text, /Order A1\.pdf/);
      });
    });

    it('is refused where it makes no sense, and where it is too large', async () => {
      await assert.rejects(send({ ...mail, viewAs: 'csv' }), { code: 'ACTION_INCOMPLETE' });
      const layout = { id: 'a', type: 'field', settings: { field: 'what' } };
      const line = { name: 'line', table: 'lines', template: 'show', roles: ['user'], config: { layout } };
      await edit('add-view', { view: line });
      await assert.rejects(send({ ...mail, view: 'line' }), { code: 'ACTION_INCOMPLETE' });
      const template = { name: 'card', label: 'Card', table: 'orders', subject: 'x', body: 'y' };
      for (const [wrong, name] of [
        [{ view: 'line' }, 'view'],
        [{ view: 'order_card', viewAs: 'xlsx' }, 'viewAs'],
      ])
        await assert.rejects(
          edit('add-mail', { mail: { ...template, .../** @type {any} */ (wrong) } }),
          (/** @type {any} */ error) => {
            assert.ok(error.details.fields[String(name)], String(name));
            return true;
          },
        );
      const rows = `select 'n', ${order.id}, '${ada.user.id}' from generate_series(1, 1001)`;
      await site.data.db.query(`insert into app.lines (what, "order", clerk) ${rows}`);
      await assert.rejects(send({ ...mail, viewAs: 'pdf' }), { code: 'PDF_TOO_LARGE' });
      assert.match((await send(mail))[0].text, /…/, 'the first rows in the text');
      await site.data.db.query(`delete from app.lines where what = 'n'`);
    });
  });

  it('reaches everybody with a role, each alone, and needs no row for that', async () => {
    const before = mailbox.mails.length;
    const config = { recipient: 'role', role: 'user', subject: 'Hello {{ user.name }}', body: 'y' };
    await site.data.actions.run(site.system, { action: 'send_email', config });
    await site.runtime.mail.send();
    const mails = mailbox.mails.slice(before);
    assert.ok(mails.some(({ to }) => to[0] === 'ada@example.com'));
    assert.ok(mails.every(({ to }) => to.length === 1));
    const needs = { recipient: 'fixed', address: 'a@example.com', subject: '{{ row.title }}', body: 'y' };
    await assert.rejects(site.data.actions.run(site.system, { action: 'send_email', config: needs }), {
      code: 'ACTION_NEEDS_ROW',
    });
  });
});
