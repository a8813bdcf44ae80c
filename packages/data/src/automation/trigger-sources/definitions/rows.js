import { defineTriggerSource } from '@plinth/plugin';

/** A row is created, changed or deleted; the changes are settings of the trigger itself. */
export const rows = defineTriggerSource({
  name: 'rows',
  order: 10,
  label: 'Row changes',
  icon: 'table',
  help: 'When a row of a table is created, changed or deleted.',
  settings: [],
  event: [],
  table: 'yes',
  old: true,
});
