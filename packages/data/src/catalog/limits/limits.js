import { APP } from './app.js';
import { figuresOf } from './declare.js';
import { FILES } from './files.js';
import { QUERIES } from './queries.js';
import { ROWS } from './rows.js';

/** @typedef {{ readonly [name in keyof typeof LIMITS]: number }} Limits */

/** The list of limits by what they are of; docs/reference/limits.md is made from it. */
export const DECLARED = Object.freeze({
  'Files and forms': FILES,
  'Rows and people': ROWS,
  'Lists and requests': QUERIES,
  Apps: APP,
});

/** What Plinth accepts at most. A message names such a figure by this list only, which a test checks. */
export const LIMITS = figuresOf({ ...FILES, ...ROWS, ...QUERIES, ...APP });
