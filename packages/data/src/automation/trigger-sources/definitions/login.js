import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody logs in. */
export const login = defineTriggerSource({
  name: 'login',
  order: 50,
  label: 'Login',
  icon: 'login',
  help: 'When somebody logs in.',
  settings: [],
  event: PERSON,
});
