import { defineAction } from '@plinth/plugin';
import { boolean, fieldPath, select } from '@plinth/plugin/settings';

/** Tells somebody something by the bell, and by mail if wanted. */
export const notify = defineAction({
  name: 'notify',
  order: 72,
  label: 'Notify',
  help: 'A message in the bell of a user of the row or of everybody with a role',
  group: 'messages',
  icon: 'bell',
  needsRow: false,
  takes: ({ mail }) =>
    mail
      ? [
          { right: 'messages', what: '' },
          { right: 'mails', what: '' },
        ]
      : [{ right: 'messages', what: '' }],
  settings: [
    select(
      'recipient',
      'Who',
      { field: 'A user in a field of the row', role: 'Everybody with a role', expression: 'Formula…' },
      { default: 'field' },
    ),
    fieldPath('field', 'User field', {
      fieldTypes: [{ value: 'reference' }],
      showIf: { name: 'recipient', in: ['field'] },
    }),
    { name: 'role', type: 'role', label: 'Role', required: true, showIf: { name: 'recipient', in: ['role'] } },
    { name: 'expression', type: 'expression', label: 'Expression', showIf: { name: 'recipient', in: ['expression'] } },
    {
      name: 'text',
      type: 'text',
      label: 'Text',
      required: true,
      max: 500,
      expressions: true,
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
    boolean('mail', 'Also by e-mail', { help: 'Except to people who want no such mails.' }),
    boolean('withRow', 'Link to the row', { default: true }),
  ],
  async run({ config, notify: tell, text }) {
    const { recipient = 'field', field = '', role = '', expression = '', withRow = true, mail = false } = config;
    const to = recipient === 'role' ? { role } : recipient === 'expression' ? { expression } : { field };
    const { told } = await tell({ to, text: await text(config.text ?? ''), withRow, mail });
    return told === 0 ? { note: 'Nobody was notified' } : {};
  },
});
