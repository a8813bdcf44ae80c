import { node } from '@plinth/plugin';

/** Name to roles. */
export const USERS = { anna: ['user'], bob: ['user'], carl: ['user', 'staff'], boss: ['admin'] };
/** Who reads slowly, and asks for nothing else: whoever has not taken a large answer is not given another meanwhile. */
export const SLOW = 'sam';

/** @param {any} first @returns {Promise<string[]>} paths of a file for everybody, one for staff, and a stylesheet */
export async function defineSite(first) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => first.data.edit(first.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const own = { ...all, read: 'own', update: 'own', delete: 'own' };
  const columns = ['title', 'created_by'].map((field) => ({ kind: 'field', field }));
  const tables = { notes: { public: all, user: all }, diary: { user: own }, large: { public: all } };
  for (const [table, access] of Object.entries(tables)) {
    await edit('add-table', { name: table, label: table, fields: [{ name: 'title', label: 'Title', type: 'text' }] });
    await edit('set-access', { table, access, owner: table === 'diary' ? 'created_by' : null });
    const name = { notes: 'plain', diary: 'mine', large: 'large' }[table];
    const more = table === 'large' ? { pageSize: 200 } : {};
    const settings = { columns, sort: [{ field: 'id' }], ...more };
    const roles = [table === 'diary' ? 'user' : 'public'];
    await edit('add-view', { view: { name, label: table, table, template: 'list', roles, config: settings } });
  }
  const when = (/** @type {string} */ condition, /** @type {string} */ text) => ({
    ...node('text', { text }),
    visible: { when: condition },
  });
  const both = [node('embed', { view: 'plain' }), node('embed', { view: 'mine' })];
  const greeting = Object.keys(USERS).map((name) => when(`user.name == "${name}"`, `canary-${name} hello`));
  const pages = [
    { name: 'both', role: 'public', content: both },
    { name: 'greeting', role: 'user', content: greeting },
    { name: 'staff', role: 'staff', content: [node('text', { text: 'x' })] },
  ];
  for (const { name, role, content } of pages) {
    await edit('add-page', { page: { name, title: name, roles: [role], layout: node('stack', {}, content) } });
  }
  for (const name of Object.keys(USERS)) {
    const { user } = await first.as(name);
    const actor = { userId: user.id, roles: ['user', 'public'], system: false };
    await first.data.rows.insert(actor, 'diary', { title: `canary-${name} diary` });
    await first.data.rows.insert(actor, 'notes', { title: `a ${name}` });
  }
  await first.as(SLOW);
  await first.data.db.query(
    `insert into app.large (title) select repeat(md5(i::text), 60) from generate_series(1, 200) i`,
  );
  const sheet = /"(\/assets\/[^"]+\.css)"/.exec((await (await first.as('public')).get('/page/both')).text);
  return [await storeFile(first, 'public'), await storeFile(first, 'staff'), String(sheet?.[1])];
}

/** @param {any} first @param {string} role who may see it @returns {Promise<string>} its path */
async function storeFile(first, role) {
  const table = `${role}_papers`;
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'file', type: 'file' },
  ];
  await first.data.edit(first.system, 'add-table', { name: table, fields, access: { [role]: { read: 'all' } } });
  const sent = { table, field: 'file', file: new File([`for ${role} `.repeat(20)], 'paper.txt') };
  const { id, url } = (
    await (await first.as('boss')).post('/files/upload', sent, { accept: 'application/json' })
  ).json();
  await first.data.rows.insert(first.system, table, { title: role, file: id });
  return url;
}
