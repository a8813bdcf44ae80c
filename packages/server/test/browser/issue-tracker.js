/** Two tables of a small issue tracker, with rows of two people; nobody may do anything yet. */

const everybody = ['user', 'staff'];
const SECRET = 'walrus';

/** @param {any} server with users rita, rob (user) and dev (staff) */
export async function makeTracker(server) {
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-table', {
    name: 'issues',
    label: 'Issues',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'text', label: 'Text', type: 'long_text' },
      { name: 'state', label: 'State', type: 'text', default: 'open' },
      { name: 'reporter', label: 'Reporter', type: 'user' },
      { name: 'assignee', label: 'Assignee', type: 'user' },
      { name: 'note', label: 'Internal note', type: 'text' },
    ],
  });
  const columns = ['title', 'state', 'note'].map((field) => ({ kind: 'field', field }));
  const layout = { id: 'root', type: 'stack', children: [{ id: 'f', type: 'field', settings: { field: 'title' } }] };
  const view = { table: 'issues', roles: everybody };
  await edit('add-view', { view: { ...view, name: 'issue', label: 'Issue', template: 'show', config: { layout } } });
  await edit('add-view', {
    view: { ...view, name: 'issues', label: 'All issues', template: 'list', config: { columns } },
  });
  /** @type {Record<string, string>} */
  const ids = {};
  for (const name of ['rita', 'rob', 'dev']) ids[name] = (await server.as(name)).user.id;
  /** @type {Record<string, number>} */
  const issues = {};
  for (const [key, values] of Object.entries({
    broken: { title: 'Broken link', text: 'on the home page', reporter: ids.rita, note: `${SECRET} one` },
    slow: { title: 'Slow search', text: 'takes a minute', reporter: ids.rita, assignee: ids.dev },
    crash: { title: 'Crash on save', text: 'the form dies', reporter: ids.rob, assignee: ids.dev, note: SECRET },
    typo: { title: 'Typo in the menu', reporter: ids.rob, assignee: ids.rob, note: `${SECRET} two` },
  }))
    issues[key] = (await data.rows.insert(system, 'issues', values)).id;
  return { ids, issues };
}

/** Stands in a field that reporters may not read. */
export { SECRET };
