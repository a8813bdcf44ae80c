/** @import { Field, Registry } from '@plinth/plugin' */
import { assembleTable } from './tables.js';

/** Fixed ids, because these objects are not stored. @param {number} n */
const id = (n) => `00000000-0000-7000-8000-00000000000${n}`;

/**
 * Users as a Table: a target for user fields and relations that paths can follow (author.name), but that can't be edited.
 *
 * @param {Registry} registry @param {string} timeZone of the site
 */
export function usersTable(registry, timeZone) {
  /** @param {number} n @param {string} name @param {string} label @param {string} type @param {Partial<Field>} [more] @returns {Field} */
  const field = (n, name, label, type, more = {}) => ({
    id: id(n),
    name,
    label,
    description: '',
    type,
    attributes: {},
    required: false,
    unique: false,
    default: null,
    auto: null,
    target: null,
    traits: registry.traitsOf(type),
    timeZone,
    ...more,
  });
  return assembleTable(
    {
      id: id(1),
      kind: 'table',
      parent: null,
      name: 'users',
      version: 1,
      position: 0,
      body: { label: 'Users', icon: 'users', key: 'uuid', display: 'name' },
    },
    [
      field(2, 'id', 'ID', 'uuid', { auto: 'id', required: true }),
      field(3, 'name', 'Name', 'text', { required: true }),
      field(4, 'email', 'E-mail', 'email'),
      field(5, 'created_at', 'Created at', 'date_time', { auto: 'created_at', required: true }),
      field(6, 'picture', 'Picture', 'uuid'),
    ],
    { system: true },
  );
}
