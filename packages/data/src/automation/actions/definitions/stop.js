import { AppError, defineAction, inputInvalid } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';

/** Stops with a message; the database changes of the steps before it are rolled back. */
export const stop = defineAction({
  name: 'stop',
  order: 82,
  label: 'Stop with a message',
  help: 'Ends the steps, and takes back what they changed',
  group: 'flow',
  icon: 'ban',
  needsRow: false,
  settings: [
    {
      name: 'text',
      type: 'text',
      label: 'Message',
      required: true,
      max: 300,
      expressions: true,
      help: 'What the steps before it changed is taken back.',
    },
    field('field', 'Field that the message is about'),
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
