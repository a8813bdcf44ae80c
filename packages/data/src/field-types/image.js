import { defineFieldType } from '@plinth/plugin';
import { operators } from './base/operators.js';
import { readUuid } from './base/read-uuid.js';

/** A stored image, by its file's id. */
export const imageType = defineFieldType({
  name: 'image',
  order: 210,
  label: 'Image',
  icon: 'photo',
  group: 'file',
  storage: 'column',
  attributes: [{ name: 'maxSize', type: 'integer', label: 'Maximum size (MB)', min: 1, max: 10_240 }],
  operators: operators.presence,
  sortable: false,
  searchable: false,
  views: { show: 'image', edit: 'image_upload', list: 'thumbnail' },
  sqlType: () => 'uuid',
  target: () => 'files',
  parse: (input, field) => readUuid(input, field, 'must be an uploaded image'),
  validate() {},
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  convertSql: (column, from) => (from.type === 'image' ? column : null),
});
