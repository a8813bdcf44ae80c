import { definePageTemplate, node } from '@plinth/plugin';

/** A heading and nothing else. */
export const blank = definePageTemplate({
  name: 'blank',
  order: 10,
  label: 'pt.blank',
  icon: 'file-text',
  description: 'pt.blank.description',
  needsTable: false,
  compose: ({ title }) => node('stack', {}, [node('heading', { text: title, level: '1' })]),
});
