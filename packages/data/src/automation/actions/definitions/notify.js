import { defineAction } from '@plinth/plugin';
import { boolean, fieldPath, select } from '@plinth/plugin/settings';

/** Sends somebody a notification, optionally by mail too. */
export const notify = defineAction({
  name: 'notify',
  order: 72,
  label: 'action.notify.label',
  help: 'action.notify.help',
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
      'action.notify.recipient',
      { field: 'action.notify.recipient.field', role: 'action.recipient.role', expression: 'action.formula' },
      { default: 'field' },
    ),
    fieldPath('field', 'action.userField', {
      fieldTypes: [{ value: 'reference' }],
      showIf: { name: 'recipient', in: ['field'] },
    }),
    { name: 'role', type: 'role', label: 'action.role', required: true, showIf: { name: 'recipient', in: ['role'] } },
    {
      name: 'expression',
      type: 'expression',
      label: 'action.expression',
      showIf: { name: 'recipient', in: ['expression'] },
    },
    {
      name: 'text',
      type: 'text',
      label: 'action.text',
      required: true,
      max: 500,
      expressions: true,
      help: 'action.subject.help',
    },
    boolean('mail', 'action.notify.mail', { help: 'action.notify.mail.help' }),
    boolean('withRow', 'action.notify.withRow', { default: true }),
  ],
  async run({ config, notify: tell, text }) {
    const { recipient = 'field', field = '', role = '', expression = '', withRow = true, mail = false } = config;
    const to = recipient === 'role' ? { role } : recipient === 'expression' ? { expression } : { field };
    const { told } = await tell({ to, text: await text(config.text ?? ''), withRow, mail });
    return told === 0 ? { note: 'Nobody was notified' } : {};
  },
});
