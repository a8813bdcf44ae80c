/** Types whose values are aligned at their last digit. */
export const NUMERIC = new Set(['integer', 'decimal', 'money', 'percent', 'duration']);

/** Values that may need more than one line. */
export const TEXTS = new Set([
  'text',
  'long_text',
  'rich_text',
  'relation',
  'one_to_one',
  'many_to_many',
  'multi_select',
]);
