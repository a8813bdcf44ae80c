import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody accepts an invitation. */
export const invitation = defineTriggerSource({
  name: 'invitation',
  order: 70,
  label: 'source.invitation.label',
  icon: 'mail-opened',
  help: 'source.invitation.help',
  settings: [],
  event: PERSON,
});
