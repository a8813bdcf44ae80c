import { AppError, defineAction, inputInvalid } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';

/** Stops with a message; the database changes of the steps before it are rolled back. */
export const stop = defineAction({
  name: 'stop',
  order: 82,
  label: 'action.stop.label',
  help: 'action.stop.help',
  group: 'flow',
  icon: 'ban',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'action.message',
      required: true,
      max: 300,
      expressions: true,
      help: 'action.stop.text.help',
    },
    field('field', 'action.stop.field'),
  ],
  async run({ config, text }) {
    const message = await text(config.text ?? '');
    if (config.field) throw inputInvalid({ [config.field]: message });
    throw new AppError('ACTION_STOPPED', message, {
      status: 422,
      hint: 'Change what the message names, and try again',
    });
  },
});
