import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody makes an account. */
export const signUp = defineTriggerSource({
  name: 'sign_up',
  order: 60,
  label: 'Sign-up',
  icon: 'user-plus',
  help: 'When somebody signs up, without an invitation.',
  settings: [],
  event: PERSON,
});
