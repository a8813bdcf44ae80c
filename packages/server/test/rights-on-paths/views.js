/**
 * A view of each kind that shows tasks, and a page that holds one.
 *
 * @param {(name: string, input: any) => Promise<unknown>} edit
 */
export async function addViews(edit) {
  const roles = ['public'];
  const field = (/** @type {string} */ name) => ({ kind: 'field', field: name });
  const add = (/** @type {any} */ view) => edit('add-view', { view: { label: view.name, roles, ...view } });
  const layout = (/** @type {string} */ type, /** @type {string[]} */ names) => ({
    id: 'root',
    type: 'stack',
    children: names.map((name, i) => ({ id: `c${i}`, type, settings: { field: name } })),
  });
  const columns = [field('title'), field('secret'), field('amount'), field('project.name')];
  await add({ name: 'task_list', template: 'list', table: 'tasks', config: { columns, pageSize: 50 } });
  await add({
    name: 'task',
    template: 'show',
    table: 'tasks',
    config: { layout: layout('field', ['title', 'secret']) },
  });
  await add({ name: 'task_feed', template: 'feed', table: 'tasks', config: { itemView: 'task', pageSize: 50 } });
  await add({
    name: 'task_form',
    template: 'edit',
    table: 'tasks',
    config: { layout: layout('form_field', ['title', 'project']) },
  });
  await edit('add-page', {
    page: {
      name: 'all',
      title: 'all',
      roles,
      layout: { id: 'root', type: 'stack', children: [{ id: 'e', type: 'embed', settings: { view: 'task_list' } }] },
    },
  });
}
