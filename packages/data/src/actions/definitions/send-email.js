import { defineAction } from '@plinth/plugin';

/** Sends an e-mail about the row, with what the actor may read of it. */
export const sendEmail = defineAction({
  name: 'send_email',
  order: 70,
  label: 'Send e-mail',
  icon: 'mail',
  needsRow: true,
  settings: [
    {
      name: 'recipient',
      type: 'select',
      label: 'Send to',
      default: 'field',
      options: [
        { value: 'field', label: 'A field of the row' },
        { value: 'fixed', label: 'A fixed address' },
        { value: 'expression', label: 'The result of an expression' },
      ],
    },
    {
      ...{ name: 'field', type: 'fieldPath', label: 'E-mail or user field' },
      showIf: { name: 'recipient', in: ['field'] },
    },
    { name: 'address', type: 'text', label: 'E-mail address', max: 320, showIf: { name: 'recipient', in: ['fixed'] } },
    { name: 'expression', type: 'expression', label: 'Expression', showIf: { name: 'recipient', in: ['expression'] } },
    {
      ...{ name: 'subject', type: 'text', label: 'Subject', required: true, max: 300, expressions: true },
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
    {
      ...{ name: 'body', type: 'markdown', label: 'Text', required: true, expressions: true },
      help: 'Markdown. Values of the row go between double braces, such as {{ row.name }}; conditions too: {{ row.done ? "Done" : "Open" }}.',
    },
  ],
  async run({ table, id, config, mail }) {
    const { recipient = 'field', field = '', address = '', expression = '', subject = '', body = '' } = config;
    const to = recipient === 'fixed' ? { address } : recipient === 'expression' ? { expression } : { field };
    const about = { table: /** @type {any} */ (table).name, id: /** @type {any} */ (id) };
    const { isSetUp } = await mail.send({ ...about, to, subject, body });
    return { message: isSetUp ? 'The e-mail is on its way' : 'The e-mail waits until mail is set up' };
  },
});
