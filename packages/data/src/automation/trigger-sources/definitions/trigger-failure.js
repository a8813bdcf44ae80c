import { defineTriggerSource } from '@plinth/plugin';

/** A run of another trigger fails, and is not tried again. */
export const triggerFailure = defineTriggerSource({
  name: 'trigger_failure',
  order: 90,
  label: 'source.trigger_failure.label',
  icon: 'alert-triangle',
  help: 'source.trigger_failure.help',
  as: 'system',
  settings: [],
  event: [
    { name: 'time', type: 'moment', label: 'source.whenItHappened' },
    { name: 'trigger', type: 'text', label: 'source.trigger_failure.event.trigger' },
    { name: 'label', type: 'text', label: 'source.trigger_failure.event.label' },
    { name: 'code', type: 'text', label: 'source.trigger_failure.event.code' },
    { name: 'message', type: 'text', label: 'source.trigger_failure.event.message' },
    { name: 'step', type: 'int', label: 'source.trigger_failure.event.step' },
  ],
});
