/** @import { SettingsSchema } from './index.d.ts' */

/** What a mail consists of, in a template or written where it is sent; see `MailParts`. @type {SettingsSchema} */
export const MAIL_SETTINGS = [
  {
    name: 'subject',
    type: 'text',
    label: 'Subject',
    required: true,
    max: 300,
    expressions: true,
    help: 'Values of the row go between double braces, such as {{ row.name }}.',
  },
  {
    name: 'body',
    type: 'markdown',
    label: 'Text',
    required: true,
    expressions: true,
    help: 'Markdown. Values of the row go between double braces, such as {{ row.name }}. Only if a condition holds: {{#if row.total > 1000}} … {{else}} … {{/if}}',
  },
  {
    name: 'buttonView',
    type: 'view',
    label: 'Button that opens',
    viewTemplates: ['show', 'edit', 'list_show'],
    help: 'A button below the text that shows the row in this view.',
  },
  { name: 'button', type: 'text', label: 'Text of the button', max: 60, help: 'Empty: the label of the view.' },
  {
    name: 'files',
    type: 'fields',
    label: 'Attach the files in',
    fieldTypes: [{ value: 'files' }],
    help: 'As far as whoever sends the mail may open them; at most 10 MB in all.',
  },
  {
    name: 'view',
    type: 'view',
    label: 'Include a view',
    viewTemplates: ['list', 'show'],
    ownTable: ['show'],
    help: 'A list, or a detail view of the row, with what whoever sends the mail may see.',
  },
  {
    name: 'viewAs',
    type: 'select',
    label: 'Include it as',
    default: 'table',
    options: [
      { value: 'table', label: 'Below the text' },
      { value: 'csv', label: 'An attached CSV file (lists only)' },
      { value: 'xlsx', label: 'An attached Excel file (lists only)' },
      { value: 'pdf', label: 'An attached PDF' },
    ],
  },
  {
    name: 'relation',
    type: 'field',
    of: 'view',
    label: 'Only rows of the list that point to this row',
    fieldTypes: [{ value: 'reference', isMany: false, isPerson: false }],
    help: 'The field that points to it. Empty: all rows of the list.',
  },
];
