import { definePageTemplate, node } from '@plinth/plugin';

/** The rows of a table with the chosen one beside them. */
export const listDetail = definePageTemplate({
  name: 'list_detail',
  order: 30,
  label: 'pt.listDetail',
  icon: 'layout-sidebar-left-expand',
  description: 'pt.listDetail.description',
  needsTable: true,
  compose: ({ title, table, view }) =>
    node('stack', {}, [
      node('heading', { text: title, level: '1' }),
      ...(table ? [node('embed', { view: view('list_show') })] : []),
    ]),
});
