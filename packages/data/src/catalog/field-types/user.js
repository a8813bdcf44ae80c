import { defineFieldType } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { operators } from './base/operators.js';
import { readUuid } from './base/read-uuid.js';

/** A person who can log in. A table's owner is a field of this type. */
export const userType = defineFieldType({
  name: 'user',
  order: 220,
  label: 'ft.user.label',
  icon: 'user',
  group: 'relation',
  traits: { value: 'reference', isPerson: true, isLive: true, cleans: false },
  storage: 'column',
  attributes: [
    boolean('notify', 'ft.user.notify', {
      help: 'ft.user.notify.help',
    }),
  ],
  operators: operators.equal,
  sortable: false,
  searchable: true,
  views: { show: 'user_name', edit: 'user_select', filter: 'filter_relation' },
  sqlType: () => 'uuid',
  target: () => 'users',
  parse: (input, field) => readUuid(input, field, 'must be a user'),
  validate() {},
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  convertSql: (column, from) => (from.type === 'user' ? column : null),
});
