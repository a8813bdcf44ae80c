/** @import { EventField } from '@plinth/plugin' */

/** Who did it. @type {EventField[]} */
export const PERSON = [
  { name: 'time', type: 'moment', label: 'When it happened' },
  { name: 'user', type: 'id', label: 'Person' },
  { name: 'name', type: 'text', label: 'Name' },
  { name: 'email', type: 'text', label: 'E-mail' },
];
