/** @import { SettingsSchema } from './index.d.ts' */
import { field, fields, markdown, select, text, view } from './settings/helpers.js';

/** What a mail consists of, in a template or written where it is sent; see `MailParts`. @type {SettingsSchema} */
export const MAIL_SETTINGS = [
  text('subject', 'Subject', {
    required: true,
    max: 300,
    expressions: true,
    help: 'Values of the row go between double braces, such as {{ row.name }}.',
  }),
  markdown('body', 'Text', {
    required: true,
    expressions: true,
    help: 'Markdown. Values of the row go between double braces, such as {{ row.name }}. Only if a condition holds: {{#if row.total > 1000}} … {{else}} … {{/if}}',
  }),
  view('buttonView', 'Button that opens', {
    viewTemplates: ['show', 'edit', 'list_show'],
    help: 'A button below the text that shows the row in this view.',
  }),
  text('button', 'Text of the button', { max: 60, help: 'Empty: the label of the view.' }),
  fields('files', 'Attach the files in', {
    fieldTypes: [{ value: 'files' }],
    help: 'As far as whoever sends the mail may open them; at most 10 MB in all.',
  }),
  view('view', 'Include a view', {
    viewTemplates: ['list', 'show'],
    ownTable: ['show'],
    help: 'A list, or a detail view of the row, with what whoever sends the mail may see.',
  }),
  select(
    'viewAs',
    'Include it as',
    {
      table: 'Below the text',
      csv: 'An attached CSV file (lists only)',
      xlsx: 'An attached Excel file (lists only)',
      pdf: 'An attached PDF',
    },
    { default: 'table' },
  ),
  field('relation', 'Only rows of the list that point to this row', {
    of: 'view',
    fieldTypes: [{ value: 'reference', isMany: false, isPerson: false }],
    help: 'The field that points to it. Empty: all rows of the list.',
  }),
];
