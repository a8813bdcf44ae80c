import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody makes an account. */
export const signUp = defineTriggerSource({
  name: 'sign_up',
  order: 60,
  label: 'source.sign_up.label',
  icon: 'user-plus',
  help: 'source.sign_up.help',
  settings: [],
  event: PERSON,
});
