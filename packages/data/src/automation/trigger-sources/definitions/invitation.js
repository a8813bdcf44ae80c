import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody accepts an invitation. */
export const invitation = defineTriggerSource({
  name: 'invitation',
  order: 70,
  label: 'Invitation accepted',
  icon: 'mail-opened',
  help: 'When an invited person makes their account.',
  settings: [],
  event: PERSON,
});
