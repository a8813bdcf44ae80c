import { defineTriggerSource } from '@plinth/plugin';

/** A run of another trigger fails for good. */
export const triggerFailure = defineTriggerSource({
  name: 'trigger_failure',
  order: 90,
  label: 'Failure of another trigger',
  icon: 'alert-triangle',
  help: 'When a run of another trigger fails and is not tried again.',
  as: 'system',
  settings: [],
  event: [
    { name: 'time', type: 'moment', label: 'When it happened' },
    { name: 'trigger', type: 'text', label: 'Name of the trigger' },
    { name: 'label', type: 'text', label: 'Label of the trigger' },
    { name: 'code', type: 'text', label: 'Error code' },
    { name: 'message', type: 'text', label: 'Error message' },
    { name: 'step', type: 'int', label: 'Step that failed' },
  ],
});
