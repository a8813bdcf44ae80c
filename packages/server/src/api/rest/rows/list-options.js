import { choice, number, text } from '../describe/parts.js';

export const FIELDS = text('Only these fields, separated by commas');
export const EXPAND = text('Relations and lists to return as rows, also over several steps: `author.team,comments`');

/** The options of a list's address besides comparisons of fields. */
export const LIST_OPTIONS = Object.freeze({
  filter: text('A CEL condition on `row`, `user`, `now` and `today`, such as `row.hours > 3`'),
  q: text('Words to search for'),
  sort: text('Fields, separated by commas; prefix with `-` for descending order'),
  fields: FIELDS,
  expand: EXPAND,
  limit: number('Rows per page', { maximum: 500, default: 50 }),
  after: text('Cursor of the next page, from the response or its Link header'),
  before: text('Cursor of the previous page'),
  count: choice('How to count all rows', ['exact', 'estimate', 'none'], 'none'),
  aggregate: text('Totals: `count`, or `sum`, `avg`, `min`, `max` of a field: `sum(hours)`'),
  group: text('Fields to group by; dates by period: `created_at:month`'),
});
