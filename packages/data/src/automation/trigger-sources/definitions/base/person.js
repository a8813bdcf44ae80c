/** @import { EventField } from '@plinth/plugin' */

/** Who did it. @type {EventField[]} */
export const PERSON = [
  { name: 'time', type: 'moment', label: 'source.whenItHappened' },
  { name: 'user', type: 'id', label: 'source.person' },
  { name: 'name', type: 'text', label: 'source.name' },
  { name: 'email', type: 'text', label: 'source.email' },
];
