/** @import { Values } from '@plinth/plugin' */
import { MAIL_SETTINGS, defineAction, textParts } from '@plinth/plugin';
import { fieldPath, select, text } from '@plinth/plugin/settings';

const HERE = { name: 'source', in: ['here'] };

/** Sends an e-mail, with what the actor may read. */
export const sendEmail = defineAction({
  name: 'send_email',
  order: 70,
  label: 'action.send_email.label',
  help: 'action.send_email.help',
  group: 'messages',
  icon: 'mail',
  needsRow: usesRow,
  takes: () => [{ right: 'mails', what: '' }],
  needsUser: true,
  settings: [
    select(
      'recipient',
      'action.send_email.recipient',
      {
        field: 'action.send_email.recipient.field',
        fixed: 'action.send_email.recipient.fixed',
        role: 'action.recipient.role',
        expression: 'action.formula',
      },
      { default: 'field' },
    ),
    fieldPath('field', 'action.send_email.field', {
      fieldTypes: ['email', { value: 'text', isFree: true, isLong: false }, { value: 'reference', isMany: false }],
      showIf: { name: 'recipient', in: ['field'] },
    }),
    text('address', 'action.send_email.address', { max: 320, showIf: { name: 'recipient', in: ['fixed'] } }),
    { name: 'role', type: 'role', label: 'action.role', required: true, showIf: { name: 'recipient', in: ['role'] } },
    {
      name: 'expression',
      type: 'expression',
      label: 'action.expression',
      showIf: { name: 'recipient', in: ['expression'] },
    },
    select(
      'source',
      'action.send_email.source',
      { here: 'action.send_email.source.here', template: 'action.send_email.source.template' },
      { default: 'here' },
    ),
    {
      name: 'template',
      type: 'mail',
      label: 'action.send_email.template',
      showIf: { name: 'source', in: ['template'] },
    },
    ...MAIL_SETTINGS.map((setting) => ({ ...setting, showIf: HERE })),
  ],
  async run({ config, mail }) {
    const { recipient = 'field', field = '', address = '', role = '', expression = '', source, template } = config;
    const to = { fixed: { address }, role: { role }, expression: { expression }, field: { field } }[
      /** @type {'field'} */ (recipient)
    ];
    const { subject = '', body = '', buttonView, button, files, view, viewAs, relation } = config;
    const here = { subject, body, buttonView, button, files, view, viewAs, relation };
    const content = source === 'template' ? { template } : here;
    const { isSetUp } = await mail.send({ to, content });
    return { message: isSetUp ? 'The e-mail is on its way' : 'The e-mail waits until mail is set up' };
  },
});

/** @param {Values} config @param {Pick<import('@plinth/plugin').Catalog, 'mails'>} catalog @param {(expression: string) => boolean} namesRow */
function usesRow(
  { recipient = 'field', expression, source, template, subject, body, files, relation, buttonView },
  { mails },
  namesRow,
) {
  if (recipient === 'field' || (recipient === 'expression' && namesRow(expression ?? ''))) return true;
  if (source === 'template') return (mails.find(({ name }) => name === template)?.table ?? null) !== null;
  const parts = textParts(`${subject ?? ''} ${body ?? ''}`);
  const saysRow = parts.some((part) => 'expression' in part && namesRow(part.expression));
  return saysRow || (files ?? []).length > 0 || Boolean(relation) || Boolean(buttonView);
}
