import { defineTriggerSource, phrase } from '@plinth/plugin';
import { boolean, integer, secret, select, text } from '@plinth/plugin/settings';

const HOST = '[A-Za-z0-9]([A-Za-z0-9.:-]{0,250}[A-Za-z0-9])?';

/** A mail arrives in a mailbox that is read by IMAP. */
export const email = defineTriggerSource({
  name: 'email',
  order: 48,
  label: 'source.email.label',
  icon: 'mail',
  help: 'source.email.help',
  as: 'system',
  fromOutside: true,
  takes: ({ server = '' }) => [{ right: 'hosts', what: server }],
  settings: [
    text('server', 'source.email.server', {
      required: true,
      max: 250,
      pattern: HOST,
      patternMessage: 'must be a host such as imap.example.com',
    }),
    select(
      'tls',
      'source.email.tls',
      {
        tls: 'source.email.tls.tls',
        starttls: 'source.email.tls.starttls',
        none: 'source.email.tls.none',
      },
      { default: 'tls' },
    ),
    integer('port', 'source.email.port', { min: 1, max: 65_535, help: 'source.email.port.help' }),
    text('username', 'source.email.username', { required: true, max: 250 }),
    secret('password', 'source.email.password', {
      required: true,
      help: 'source.email.password.help',
    }),
    text('folder', 'source.folder', { default: '', max: 250, help: 'source.email.folder.help' }),
    text('from', 'source.email.from', {
      max: 2000,
      default: '',
      help: 'source.email.from.help',
    }),
    boolean('replies', 'source.email.replies', {
      default: false,
      help: 'source.email.replies.help',
    }),
  ],
  event: [
    { name: 'from', type: 'text', label: 'source.email.event.from' },
    { name: 'fromName', type: 'text', label: 'source.email.event.fromName' },
    { name: 'to', type: 'text', label: 'source.email.event.to' },
    { name: 'subject', type: 'text', label: 'source.email.event.subject' },
    { name: 'text', type: 'text', label: 'source.text' },
    { name: 'html', type: 'text', label: 'source.email.event.html' },
    { name: 'date', type: 'moment', label: 'source.email.event.date' },
    { name: 'messageId', type: 'text', label: 'source.email.event.messageId' },
    { name: 'attachments', type: 'json', label: 'source.email.event.attachments' },
    { name: 'time', type: 'moment', label: 'source.email.event.time' },
  ],
  words: ({ username, folder }) => (folder ? phrase`Mails to ${username} in ${folder}` : phrase`Mails to ${username}`),
});
