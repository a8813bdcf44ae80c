import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../testing/index.js';
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
  ...{ name: 'overdue', label: 'Overdue', table: 'orders', subject: 'Order {{ row.title }}', files: ['papers'] },
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
  const view = { table: 'lines', template: 'list', config: { columns: [{ field: 'what' }, { field: 'count' }] } };
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
    ...{ host: '127.0.0.1', port: mailbox.port, from: 'a@example.com' },
  });
});
after(async () => {
  await site?.close();
  await mailbox?.close();
});

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
    assert.deepEqual(stored, { label: 'Overdue', ...body, view: null, viewAs: 'table', relation: null });
    assert.match((await admin.get('/admin/mails')).text, /Order \{\{ row\.title \}\}/);
    assert.match((await admin.get('/admin/mails/overdue')).text, /name="previewRow"/);
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
    assert.match((await admin.get(`/admin/settings/outbox/${mails[0].id}`)).text, /Offer – März\.pdf/);
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
    await assert.rejects(send({ ...list, view: 'staff_lines' }), { code: 'ACTION_INCOMPLETE' });
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
