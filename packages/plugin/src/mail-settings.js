/** @import { SettingsSchema } from './index.d.ts' */
import { field, fields, markdown, select, text, view } from './settings/helpers.js';

/** What a mail consists of, in a template or written where it is sent; see `MailParts`. @type {SettingsSchema} */
export const MAIL_SETTINGS = [
  text('subject', 'mail.subject', {
    required: true,
    max: 300,
    expressions: true,
    help: 'mail.subject.help',
  }),
  markdown('body', 'mail.text', {
    required: true,
    expressions: true,
    help: 'mail.body.help',
  }),
  view('buttonView', 'mail.buttonView', {
    viewTemplates: ['show', 'edit', 'list_show'],
    help: 'mail.buttonView.help',
  }),
  text('button', 'mail.button', { max: 60, help: 'mail.button.help' }),
  fields('files', 'mail.files', {
    fieldTypes: [{ value: 'files' }],
    help: 'mail.files.help',
  }),
  view('view', 'mail.view', {
    viewTemplates: ['list', 'show'],
    ownTable: ['show'],
    help: 'mail.view.help',
  }),
  select(
    'viewAs',
    'mail.viewAs',
    {
      table: 'mail.viewAs.table',
      csv: 'mail.viewAs.csv',
      xlsx: 'mail.viewAs.xlsx',
      pdf: 'mail.viewAs.pdf',
    },
    { default: 'table' },
  ),
  field('relation', 'mail.relation', {
    of: 'view',
    fieldTypes: [{ value: 'reference', isMany: false, isPerson: false }],
    help: 'mail.relation.help',
  }),
];
