import { defineTriggerSource, phrase } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';

/** Somebody opens a page. */
export const pageOpen = defineTriggerSource({
  name: 'page_open',
  order: 55,
  label: 'Page opened',
  icon: 'file-text',
  help: 'When somebody opens a certain page of the app.',
  settings: [
    { name: 'page', type: 'page', label: 'Page', required: true },
    integer('perMinute', 'At most per minute', {
      min: 1,
      max: 6000,
      default: 60,
      help: 'Further openings within the minute start nothing, so that nobody can start runs without end.',
    }),
  ],
  event: [
    { name: 'time', type: 'moment', label: 'When it happened' },
    { name: 'page', type: 'text', label: 'Page' },
    { name: 'query', type: 'json', label: 'Parameters of the address' },
    { name: 'user', type: 'id', label: 'Person' },
  ],
  words: ({ page }) => phrase`When the page “${page}” is opened`,
});
