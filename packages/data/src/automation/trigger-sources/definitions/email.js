import { defineTriggerSource, phrase } from '@plinth/plugin';
import { boolean, integer, secret, select, text } from '@plinth/plugin/settings';

const HOST = '[A-Za-z0-9]([A-Za-z0-9.:-]{0,250}[A-Za-z0-9])?';

/** A mail arrives in a mailbox that is read by IMAP. */
export const email = defineTriggerSource({
  name: 'email',
  order: 48,
  label: 'E-mail received',
  icon: 'mail',
  help: 'When a mail arrives in a mailbox: support@ or invoices@, read by IMAP each minute.',
  as: 'system',
  fromOutside: true,
  takes: ({ server = '' }) => [{ right: 'hosts', what: server }],
  settings: [
    text('server', 'IMAP server', {
      required: true,
      max: 250,
      pattern: HOST,
      patternMessage: 'must be a host such as imap.example.com',
    }),
    select(
      'tls',
      'Encryption',
      {
        tls: 'TLS, usually port 993',
        starttls: 'STARTTLS, usually port 143',
        none: 'None: password and mails can be read on the way',
      },
      { default: 'tls' },
    ),
    integer('port', 'Port', { min: 1, max: 65_535, help: 'Empty: 993 with TLS, otherwise 143.' }),
    text('username', 'Username', { required: true, max: 250 }),
    secret('password', 'Password', {
      required: true,
      help: 'A secret from Settings, Secrets: encrypted and never shown. Many providers want an app password here.',
    }),
    text('folder', 'Folder', { default: '', max: 250, help: 'Empty: the inbox.' }),
    text('from', 'Only mails from', {
      max: 2000,
      default: '',
      help: 'Addresses or domains, separated by commas: ada@example.com, example.org. A sender can be forged.',
    }),
    boolean('replies', 'Also automatic replies', {
      default: false,
      help: 'Such as those of people who are out of office. If steps answer mails, leave this off.',
    }),
  ],
  event: [
    { name: 'from', type: 'text', label: 'Address of the sender' },
    { name: 'fromName', type: 'text', label: 'Name of the sender' },
    { name: 'to', type: 'text', label: 'Recipients' },
    { name: 'subject', type: 'text', label: 'Subject' },
    { name: 'text', type: 'text', label: 'Text' },
    { name: 'html', type: 'text', label: 'HTML as it was sent' },
    { name: 'date', type: 'moment', label: 'When it was sent' },
    { name: 'messageId', type: 'text', label: 'Message ID' },
    { name: 'attachments', type: 'json', label: 'Names, types and sizes of attachments' },
    { name: 'time', type: 'moment', label: 'When it was read' },
  ],
  words: ({ username, folder }) => (folder ? phrase`Mails to ${username} in ${folder}` : phrase`Mails to ${username}`),
});
