import { defineTriggerSource, phrase } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';

/** Somebody opens a page. */
export const pageOpen = defineTriggerSource({
  name: 'page_open',
  order: 55,
  label: 'source.page_open.label',
  icon: 'file-text',
  help: 'source.page_open.help',
  settings: [
    { name: 'page', type: 'page', label: 'source.page_open.page', required: true },
    integer('perMinute', 'source.page_open.perMinute', {
      min: 1,
      max: 6000,
      default: 60,
      help: 'source.page_open.perMinute.help',
    }),
  ],
  event: [
    { name: 'time', type: 'moment', label: 'source.whenItHappened' },
    { name: 'page', type: 'text', label: 'source.page_open.page' },
    { name: 'query', type: 'json', label: 'source.event.query' },
    { name: 'user', type: 'id', label: 'source.person' },
  ],
  words: ({ page }) => phrase`When the page “${page}” is opened`,
});
