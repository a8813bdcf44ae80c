import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node, textParts } from '@plinth/plugin';
import { startTestServer, until } from '../../testing/index.js';
import { startMailbox } from './testing/mailbox.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let site;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
/** @type {Record<string, any>} */
const ids = {};
const SUBJECT = 'Order {{ row.title }}';
const BODY =
  'Dear **{{ row.customer }}**,\n\nit is {{ row.done ? "done" : "open" }}, due {{ row.due }}. Cost: {{ row.cost }}.';
const edit = (/** @type {string} */ name, /** @type {any} */ input) => site.data.edit(site.system, name, input);

before(async () => {
  [site, mailbox] = await Promise.all([
    startTestServer({ users: { ada: ['user'], ben: ['user'], cyd: ['user'] } }),
    startMailbox(),
  ]);
  await edit('add-table', {
    name: 'orders',
    owner: 'clerk',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'customer', type: 'text' },
      { name: 'email', type: 'email' },
      { name: 'hidden_email', type: 'email', access: { read: ['staff'], write: ['staff'] } },
      { name: 'cost', type: 'text' },
      { name: 'clerk', type: 'user' },
      { name: 'done', type: 'boolean' },
      { name: 'due', type: 'date' },
    ],
  });
  await edit('set-access', {
    table: 'orders',
    access: { user: { read: 'own', create: 'all', update: 'own' }, staff: { read: 'all' } },
    fields: { hidden_email: { read: ['staff'], write: ['staff'] }, cost: { read: ['staff'], write: ['staff'] } },
  });
  const send = (/** @type {any} */ config) => ({
    action: 'send_email',
    config: { subject: SUBJECT, body: BODY, ...config },
  });
  const button = (/** @type {string} */ label, /** @type {any} */ config) =>
    node('action_button', { label, action: send(config) });
  const layout = node('stack', {}, [
    button('customer', { field: 'email' }),
    button('clerk', { field: 'clerk' }),
    button('hidden', { field: 'hidden_email' }),
    button('fixed', { recipient: 'fixed', address: 'office@example.com' }),
    button('me', { recipient: 'expression', expression: 'user.email' }),
  ]);
  const view = { table: 'orders', roles: ['user'] };
  await edit('add-view', { view: { ...view, name: 'order', template: 'show', config: { layout } } });
  const columns = [{ field: 'title' }, { kind: 'action', text: 'Mail', action: send({ field: 'email' }) }];
  await edit('add-view', { view: { ...view, name: 'orders', template: 'list', config: { columns, selecting: true } } });
  for (const name of ['ada', 'ben', 'cyd']) {
    const clerk = (await site.as(name)).user.id;
    const values = {
      title: `of ${name}`,
      customer: '*Bob* <b>[x](http://evil.test)',
      email: `${name}s-customer@example.com`,
    };
    const more = { hidden_email: 'boss@example.com', cost: '4711', clerk, done: false, due: '2026-12-24' };
    ids[name] = (await site.data.rows.insert(site.system, 'orders', { ...values, ...more })).id;
  }
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

/** @param {string} who @param {string} label @param {any} id */
async function press(who, label, id) {
  const client = await site.as(who);
  const { text } = await client.get(`/view/order?id=${ids[who]}`);
  const buttons = [...text.matchAll(/<button[^>]*form="act-\w+-(\w+?)-([^"]+)"[^>]*>(.*?)<\/button>/gs)];
  const found = buttons.find(([, , , shown]) => shown.replace(/<[^>]*>/g, '').trim() === label);
  assert.ok(found, `${label} is on the page`);
  const before = mailbox.mails.length;
  const answer = await client.post('/view/order/act', { node: found[2], id: String(id), return: '/' });
  await site.runtime.mail.send();
  return { answer, mails: mailbox.mails.slice(before) };
}

describe('the action send_email', () => {
  it('sends what the row says to the address in it', async () => {
    const { answer, mails } = await press('ada', 'customer', ids.ada);
    assert.equal(answer.status, 303);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [['adas-customer@example.com']],
    );
    const [{ text }] = mails;
    assert.match(text, /^Subject: Order of ada$/m);
    assert.match(text, /it is open, due December 24, 2026/);
    assert.match(text, /<strong>\*Bob\* &lt;b&gt;\[x\]\(http:\/\/evil\.test\)<\/strong>/);
    assert.doesNotMatch(text, /href="http:\/\/evil/);
  });

  it('Z5: reads with the rights of who presses: hidden fields stay empty, other rows are not there', async () => {
    const [{ text }] = (await press('ada', 'fixed', ids.ada)).mails;
    assert.doesNotMatch(text, /4711/);
    const hidden = await press('ada', 'hidden', ids.ada);
    assert.deepEqual([hidden.answer.status, hidden.mails.length], [422, 0]);
    assert.match(hidden.answer.text, /There is no e-mail address to send to/);
    assert.doesNotMatch(hidden.answer.text, /boss@/);
    const foreign = await press('ada', 'fixed', ids.ben);
    assert.deepEqual([foreign.answer.status, foreign.mails.length], [404, 0]);
  });

  it('mails a person in the row without showing their address, and the reader themselves', async () => {
    const { answer, mails } = await press('ada', 'clerk', ids.ada);
    assert.deepEqual(mails[0].to, ['ada@example.com']);
    assert.doesNotMatch(answer.text, /ada@example/);
    assert.deepEqual((await press('ben', 'me', ids.ben)).mails[0].to, ['ben@example.com']);
    await site.data.db.query(`update plinth.users set disabled_at = now() where email = 'cyd@example.com'`);
    const staff = { userId: (await site.as('ada')).user.id, roles: ['staff'], system: true };
    const row = { table: 'orders', id: ids.cyd, isRead: true };
    const action = { action: 'send_email', config: { field: 'clerk', subject: 'x', body: 'y' } };
    await assert.rejects(site.data.actions.run(staff, { ...action, ...row }), {
      code: 'MAIL_NO_RECIPIENT',
    });
  });

  it('I13: no value becomes a header, a second recipient or markup', async () => {
    const evil = { title: 'x\r\nBcc: evil@example.org', customer: '<script>alert(1)</script>\n# big' };
    const { id } = await site.data.rows.insert(site.system, 'orders', {
      ...evil,
      clerk: (await site.as('ada')).user.id,
    });
    const { mails } = await press('ada', 'fixed', id);
    assert.deepEqual(mails[0].to, ['office@example.com']);
    assert.doesNotMatch(mails[0].raw.split('\r\n\r\n')[0], /^Bcc:/m);
    const [, page] = mails[0].text.split('Content-Type: text/html');
    assert.doesNotMatch(page, /<script|<h[12]>big/);
  });

  it('says which expression is wrong, follows renamed fields, and sends a visitor away', async () => {
    await edit('change-field', { table: 'orders', field: 'title', changes: { name: 'headline' } });
    const { config } = site.data.catalog().view('orders');
    const [, { action }] = /** @type {any} */ (config).columns;
    assert.equal(action.config.subject, 'Order {{ row.headline }}');
    const actor = { userId: (await site.as('ada')).user.id, roles: ['user', 'public'], system: false };
    const run = (/** @type {any} */ changes, /** @type {any} */ as = actor) =>
      site.data.actions.run(as, {
        action: 'send_email',
        config: { ...action.config, ...changes },
        table: 'orders',
        id: ids.ada,
      });
    await assert.rejects(run({ body: '{{ row.nothing }}' }), { code: 'EXPRESSION_INVALID', hint: /Ask an admin/ });
    await assert.rejects(run({ body: '{{ row.nothing }}' }, { ...actor, system: true }), {
      code: 'EXPRESSION_INVALID',
    });
    await assert.rejects(run({ recipient: 'fixed', address: 'a@b.de, c@d.de' }), { code: 'MAIL_ADDRESS_INVALID' });
    await assert.rejects(run({ recipient: 'fixed', address: '' }), { code: 'MAIL_NO_RECIPIENT' });
    await assert.rejects(run({}, { userId: null, roles: ['admin', 'user', 'public'], system: false }), {
      code: 'LOGIN_REQUIRED',
    });
  });

  it('works on selected rows, and stops after a hundred mails in an hour', async () => {
    const ben = await site.as('ben');
    const before = mailbox.mails.length;
    const id = [ids.ben, ids.ada].map(String);
    const body = new URLSearchParams([
      ['node', 'column1'],
      ...id.map((one) => ['id', one]),
      ['return', '/view/orders'],
    ]);
    assert.equal((await ben.post('/view/orders/act-on-rows', body)).status, 303);
    await until(() => mailbox.mails.length > before);
    await site.runtime.mail.send();
    assert.deepEqual(
      mailbox.mails.slice(before).map(({ to }) => to),
      [['bens-customer@example.com']],
      'not of the row that is out of reach',
    );
    const actor = { userId: ben.user.id, roles: ['user', 'public'], system: false };
    const config = { recipient: 'fixed', address: 'office@example.com', subject: 's', body: 'b' };
    const send = () => site.data.actions.run(actor, { action: 'send_email', config, table: 'orders', id: ids.ben });
    let sent = 0;
    await assert.rejects(
      async () => {
        for (; sent <= 100; sent++) await send();
      },
      { code: 'TOO_MANY_TRIES', status: 429 },
    );
    assert.ok(sent > 90 && sent < 100, String(sent));
    await until(async () => {
      const { rows } = await site.data.db.query(`select 1 from plinth.mails where state in ('waiting', 'sending')`);
      return rows.length === 0;
    });
  });
});

describe('textParts', () => {
  it('finds expressions, and leaves everything else as text', () => {
    assert.deepEqual(textParts('a {{ row.x }} b {{"}}"}} c {{ d } {{'), [
      { text: 'a ' },
      { expression: 'row.x' },
      { text: ' b ' },
      { expression: '"}}"' },
      { text: ' c {{ d } {{' },
    ]);
    assert.deepEqual(textParts(''), []);
  });
});
