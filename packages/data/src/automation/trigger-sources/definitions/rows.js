import { defineTriggerSource } from '@plinth/plugin';

/** A row is created, changed or deleted; the changes are settings of the trigger itself. */
export const rows = defineTriggerSource({
  name: 'rows',
  order: 10,
  label: 'source.rows.label',
  icon: 'table',
  help: 'source.rows.help',
  settings: [],
  event: [],
  table: 'yes',
  old: true,
});
