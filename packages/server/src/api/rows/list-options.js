import { choice, number, text } from '../describe/parts.js';

export const FIELDS = text('Only these fields, parted by commas');
export const EXPAND = text('Relations and lists to be shown as rows, also in steps: `author.team,comments`');

/** What the address of a list says beside comparisons of fields. */
export const LIST_OPTIONS = Object.freeze({
  filter: text('A condition in CEL about `row`, `user`, `now` and `today`, such as `row.hours > 3`'),
  q: text('Words to look for'),
  sort: text('Fields, parted by commas; `-` before a name turns the order round'),
  fields: FIELDS,
  expand: EXPAND,
  limit: number('Rows per page', { maximum: 500, default: 50 }),
  after: text('Cursor of the next page, as the answer or its Link header gave it'),
  before: text('Cursor of the previous page'),
  count: choice('Whether all rows are counted', ['exact', 'estimate', 'none'], 'none'),
  aggregate: text('Totals: `count`, or `sum`, `avg`, `min`, `max` of a field: `sum(hours)`'),
  group: text('Fields to gather rows by; dates by step: `created_at:month`'),
});
