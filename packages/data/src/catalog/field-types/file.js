import { defineFieldType } from '@plinth/plugin';
import { integer, text } from '@plinth/plugin/settings';
import { operators } from './base/operators.js';
import { readUuid } from './base/read-uuid.js';
import { convertFiles, isSeveral, readFileIds, severalAttributes } from './base/several-files.js';

/** A stored file of any allowed type, by its id. */
export const fileType = defineFieldType({
  name: 'file',
  order: 200,
  label: 'ft.file.label',
  icon: 'paperclip',
  group: 'file',
  traits: { value: 'files', isLive: true },
  storage: 'column',
  attributes: [
    integer('maxSize', 'ft.maximumSizeMb', { min: 1, max: 10_240 }),
    text('types', 'ft.file.types', { help: 'ft.file.types.help' }),
    ...severalAttributes,
  ],
  operators: operators.presence,
  sortable: false,
  searchable: false,
  views: { show: 'file_link', edit: 'file_upload', list: 'file_names' },
  sqlType: (field) => (isSeveral(field) ? 'uuid[]' : 'uuid'),
  target: () => 'files',
  parse: (input, field) =>
    isSeveral(field)
      ? readFileIds(input, field, 'must be an uploaded file')
      : readUuid(input, field, 'must be an uploaded file'),
  validate() {},
  format: (value) => [value ?? []].flat().join(', '),
  serialize: (value) => [value ?? []].flat().join('; '),
  convertSql: (column, from, field) =>
    from.type === 'file' || from.type === 'image' ? convertFiles(column, from.field, field) : null,
});
