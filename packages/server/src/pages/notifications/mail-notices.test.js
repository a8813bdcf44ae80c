import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient, startTestServer } from '../../testing/index.js';
import { startMailbox } from '../mail/testing/mailbox.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let site;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
/** @type {any} */
let ada;
/** @type {any} */
let sam;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const query = (/** @type {string} */ text) => site.data.db.query(text);

before(async () => {
  [site, mailbox] = await Promise.all([startTestServer({ users: { ada: ['user'], sam: ['staff'] } }), startMailbox()]);
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => site.data.edit(site.system, name, input);
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    display: 'title',
    comments: 'readers',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'who', type: 'user', label: 'Assignee', attributes: { notify: true } },
    ],
  });
  await edit('set-access', { table: 'tasks', access: { staff: ALL, user: { read: { rule: 'row.who == user' } } } });
  await edit('generate-views', { table: 'tasks', roles: ['user'] });
  [ada, sam] = [await site.as('ada'), await site.as('sam')];
  const smtp = { host: '127.0.0.1', port: mailbox.port, from: 'a@example.com' };
  await site.data.people.secrets.write(site.system, 'smtp', smtp);
});
after(async () => {
  await site?.close();
  await mailbox?.close();
});
beforeEach(async () => {
  await query('delete from plinth.notifications');
  await query('delete from plinth.notification_settings');
  mailbox.mails.length = 0;
});

const actor = () => ({ userId: sam.user.id, roles: ['staff', 'user', 'public'], system: false });
const assign = (/** @type {string} */ title) => site.data.rows.insert(actor(), 'tasks', { title, who: ada.user.id });
async function round() {
  await site.runtime.notices.send();
  await site.runtime.mail.send();
  return mailbox.mails;
}
/** @param {Record<string, string>} mails */
const choose = (mails) => ada.post('/notifications/settings', { ...mails, kind: ['mention', 'assigned', 'other'] });
const linkIn = (/** @type {string} */ text) =>
  /List-Unsubscribe:\s*<[^>]*(\/auth\/unsubscribe\/[^>]+)>/.exec(text)?.[1] ?? '';

describe('mails about notifications', () => {
  it('come at once about assignments and mentions, with a link, and once', async () => {
    const row = await assign('Paint <b>it</b>');
    const [mail, ...others] = await round();
    assert.deepEqual([mail.to, others.length], [['ada@example.com'], 0]);
    assert.match(mail.text, /^Subject: sam assigned you \(Assignee\): Paint <b>it<\/b>$/m);
    assert.match(mail.text, /Paint &lt;b&gt;it&lt;\/b&gt;/);
    assert.match(mail.text, /\/notifications\/open\/[0-9a-f-]{36}/);
    await Promise.all([site.runtime.notices.send(), site.runtime.notices.send()]);
    assert.equal((await round()).length, 1);
    const text = 'Look @ada';
    await site.data.comments.add(actor(), 'tasks', row.id, { text, picked: [ada.user.id] });
    assert.match((await round())[1].text, /^Subject: sam mentioned you in Paint/m);
  });

  it('come in the reader’s language', async () => {
    await query(`update plinth.users set locale = 'de' where email = 'ada@example.com'`);
    await assign('Malen');
    assert.match((await round())[0].text, /<html lang=3D"de"|<html lang="de"/);
    assert.match(mailbox.mails[0].text, /sam hat Ihnen zugewiesen/);
    await query(`update plinth.users set locale = null where email = 'ada@example.com'`);
  });

  it('come once a day in one mail, or never, by choice', async () => {
    assert.equal((await choose({ 'mail.assigned': 'daily', 'mail.mention': 'off' })).status, 303);
    assert.match((await ada.get('/notifications')).text, /<option value="daily" selected>/);
    await assign('One');
    await assign('Two');
    assert.equal((await round()).length, 0);
    const { rows } = await query(
      `select mail, mail_due at time zone 'UTC' as due, mail_due > now() as later from plinth.notifications`,
    );
    assert.ok(rows.every((/** @type {any} */ { mail, later }) => mail === 'daily' && later));
    await query(`update plinth.notifications set mail_due = now()`);
    const [mail, ...more] = await round();
    assert.equal(more.length, 0);
    assert.match(mail.text, /^Subject: .*2 new notifications$/m);
    assert.match(mail.text, /One[\s\S]*Two/);
    assert.equal((await round()).length, 1, 'and not again');
    await choose({ 'mail.assigned': 'off' });
    await assign('Three');
    assert.equal((await round()).length, 1);
  });

  it('leave out what was read meanwhile, and Z1: rows that the reader may not read any more', async () => {
    await choose({ 'mail.assigned': 'daily' });
    const gone = await assign('Canary');
    await assign('Seen');
    await round();
    await ada.post('/notifications/read', {});
    await assign('Fresh');
    await round();
    await site.data.rows.update(site.system, 'tasks', gone.id, { who: null });
    await query(`update plinth.notifications set read_at = null where row_key = '${gone.id}'`);
    await query(`update plinth.notifications set mail_due = now()`);
    const [{ text }] = await round();
    assert.match(text, /Fresh/);
    assert.doesNotMatch(text, /Canary|Seen/);
  });

  it('are ended by one click without a login, with a signed link', async () => {
    await assign('One');
    const [{ raw }] = await round();
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const link = linkIn(raw.replaceAll(/\r\n\s+/g, ''));
    const visitor = createClient(site.url);
    const asked = await visitor.get(link);
    assert.equal(asked.status, 200);
    await assign('Two');
    assert.equal((await round()).length, 2, 'opening the link ends nothing');
    const done = await fetch(new URL(link, site.url), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    assert.equal(done.status, 200);
    await assign('Three');
    assert.equal((await round()).length, 2);
    assert.match((await ada.get('/notifications')).text, /name="mail\.assigned"[\s\S]*?<option value="off" selected>/);
    const forged = link.replace(ada.user.id, sam.user.id);
    assert.equal((await visitor.get(forged)).status, 404);
    assert.equal((await visitor.post(forged, {})).status, 404);
    const { rows } = await query(`select 1 from plinth.notification_settings where user_id = '${sam.user.id}'`);
    assert.equal(rows.length, 0);
  });

  it('are asked for by the action notify, unless the person wants none', async () => {
    const config = { recipient: 'role', role: 'user', text: 'Lunch', withRow: false };
    const notify = (/** @type {any} */ more) =>
      site.data.actions.run(actor(), { action: 'notify', config: { ...config, ...more } });
    await notify({});
    assert.equal((await round()).length, 0);
    await notify({ mail: true });
    assert.ok((await round()).some(({ to, text }) => to[0] === 'ada@example.com' && /Subject: Lunch/.test(text)));
    await choose({ 'mail.other': 'off' });
    const before = mailbox.mails.filter(({ to }) => to[0] === 'ada@example.com').length;
    await notify({ mail: true });
    assert.equal((await round()).filter(({ to }) => to[0] === 'ada@example.com').length, before);
  });

  it('refuse other choices', async () => {
    assert.equal((await choose({ 'mail.assigned': 'hourly' })).status, 422);
    assert.equal((await createClient(site.url).post('/notifications/settings', { 'mail.mention': 'off' })).status, 401);
  });
});
