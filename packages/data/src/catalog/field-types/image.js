import { defineFieldType } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { operators } from './base/operators.js';
import { readUuid } from './base/read-uuid.js';
import { convertFiles, isSeveral, readFileIds, severalAttributes } from './base/several-files.js';

/** A stored image, by its file's id. */
export const imageType = defineFieldType({
  name: 'image',
  order: 210,
  label: 'ft.image.label',
  icon: 'photo',
  group: 'file',
  traits: { value: 'files', isPicture: true, isLive: true },
  storage: 'column',
  attributes: [integer('maxSize', 'ft.maximumSizeMb', { min: 1, max: 10_240 }), ...severalAttributes],
  operators: operators.presence,
  sortable: false,
  searchable: false,
  views: { show: 'image', edit: 'image_upload', list: 'thumbnail' },
  sqlType: (field) => (isSeveral(field) ? 'uuid[]' : 'uuid'),
  target: () => 'files',
  parse: (input, field) =>
    isSeveral(field)
      ? readFileIds(input, field, 'must be an uploaded image')
      : readUuid(input, field, 'must be an uploaded image'),
  validate() {},
  format: (value) => [value ?? []].flat().join(', '),
  serialize: (value) => [value ?? []].flat().join('; '),
  convertSql: (column, from, field) => (from.type === 'image' ? convertFiles(column, from.field, field) : null),
});
