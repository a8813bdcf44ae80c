import { AppError, awaitedMoment, defineAction } from '@plinth/plugin';
import { expression, integer, select } from '@plinth/plugin/settings';

const MINUTE = 60_000;
/** A year. */
const MOST_MINUTES = 525_600;

/** Delays the steps after it. The changes of those before it are saved. */
export const wait = defineAction({
  name: 'wait',
  order: 83,
  label: 'action.wait.label',
  help: 'action.wait.help',
  group: 'flow',
  icon: 'hourglass',
  needsRow: false,
  background: true,
  outside: true,
  settings: [
    select(
      'until',
      'action.wait.until',
      { minutes: 'action.wait.until.minutes', time: 'action.wait.until.time' },
      { default: 'minutes' },
    ),
    integer('minutes', 'action.wait.minutes', {
      min: 1,
      max: MOST_MINUTES,
      default: 60,
      showIf: { name: 'until', in: ['minutes'] },
    }),
    expression('time', 'action.wait.time', {
      showIf: { name: 'until', in: ['time'] },
      help: 'action.wait.time.help',
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
