import { AppError, awaitedMoment, defineAction } from '@plinth/plugin';
import { expression, integer, select } from '@plinth/plugin/settings';

const MINUTE = 60_000;
/** A year. */
const MOST_MINUTES = 525_600;

/** Delays the steps after it. The changes of those before it are saved. */
export const wait = defineAction({
  name: 'wait',
  order: 83,
  label: 'Wait',
  help: 'The steps after it run later: after some minutes, or at a time',
  group: 'flow',
  icon: 'hourglass',
  needsRow: false,
  background: true,
  outside: true,
  settings: [
    select('until', 'How long', { minutes: 'For some minutes', time: 'Until a time' }, { default: 'minutes' }),
    integer('minutes', 'Minutes', {
      min: 1,
      max: MOST_MINUTES,
      default: 60,
      showIf: { name: 'until', in: ['minutes'] },
    }),
    expression('time', 'Time', {
      showIf: { name: 'until', in: ['time'] },
      help: 'A date and time, such as row.due. If it is over, the steps run at once.',
    }),
  ],
  async run({ config, evaluate }) {
    if (config.until !== 'time') return { waitUntil: new Date(Date.now() + (config.minutes ?? 60) * MINUTE) };
    const time = await awaitedMoment(config.time ?? '', evaluate);
    if (time) return { waitUntil: time };
    throw new AppError('ACTION_INCOMPLETE', 'There is no time to wait for', {
      status: 422,
      hint: 'Use an expression for a date and time, and a condition if it can be empty',
    });
  },
});
