import { defineTriggerSource } from '@plinth/plugin';
import { PERSON } from './base/person.js';

/** Somebody logs in. */
export const login = defineTriggerSource({
  name: 'login',
  order: 50,
  label: 'source.login.label',
  icon: 'login',
  help: 'source.login.help',
  settings: [],
  event: PERSON,
});
