import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programFiles } from './checks/program-files.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A figure in a text that says how much there may be. */
const FIGURE =
  /(?<!from )\b(?:at most|no more than|more than|(?:longer|larger|bigger|deeper|wider) than|up to|1 to)\s+(\$\{[^}]*\}|\{max\}|\d[\d,._]*)/gi;
/** A text that leaves the figure out. */
const WITHOUT = /\b(?:is|are|has|have|with) too (?:long|large|many|big|deep|wide)\b/i;
/** Of the list: LIMITS, and what it is made of; `limits` is the list with one of them lowered by a test. */
const FROM_LIST = /^\$\{(?:readable\()?(?:(?:APP_|VALUE_|EXPRESSION_)?LIMITS|limits)\.\w+/;

/** Other figures, and why. @type {Record<string, RegExp>} */
const OTHERS = {
  // The settings of a field, a function, an element or an action say them.
  'packages/data/src/catalog/field-types/': /\{max\}|\{decimals\}/,
  'packages/data/src/automation/functions/failures.js': /fn\.calls|\{seconds\}|\{memory\}/,
  'packages/data/src/gate/files/errors.js': /most \/ 1_000_000/,
  'packages/plugin/src/settings/checkers.js': /\{setting\.max\}/,
  'packages/data/src/automation/actions/definitions/base/found-rows.js': /\{limit\}/,
  // Of one form or request: limits-of.js and the callers take them from the list.
  'packages/server/src/http/body/': /\{most\}|\{readable\((?:fileBytes|maxBytes)\)\}|\{maxDepth\}/,
  'packages/data/src/automation/outbound/outbound.js': /\{size\}/,
  'packages/data/src/exchange/csv/open-sheet.js': /workbook|sheetBytes/,
  'packages/data/src/exchange/csv/records.js': /LONGEST_RECORD/,
  'packages/data/src/automation/workflow-runs/variables.js': /\{most\}/,
  'packages/data/src/edits/definitions/base/texts.js': /\{max\}/,
  // Whoever reads an archive gives it, from the list.
  'packages/data/src/exchange/backup/archive/tar.js': /mostEntries/,
  // PostgreSQL's.
  'packages/data/src/postgres/sql/quote.js': /MAX_BYTES/,
  // No limits: ranges of values, texts of help, and what a terminal shows.
  'packages/expressions/src/functions/dates.js': /\d/,
  'packages/data/src/people/accounts/api-token-input.js': /MOST_DAYS/,
  'packages/cli/src/': /./,
};

/** Texts without a figure, and why. @type {Record<string, RegExp>} */
const UNMEASURED = {
  'packages/data/src/catalog/ddl/run.js': /for an index/, // Bytes of PostgreSQL, after compression.
  'packages/data/src/edits/definitions/base/table-parts.js': /for an index/, // The same.
  'packages/data/src/gate/rows/write/constraint-error.js': /A value is too large|has too many values/, // PostgreSQL's.
  'packages/data/src/automation/functions/': /The result/, // A figure of its settings.
  'packages/data/src/exchange/backup/archive/': /its description|a name in it/, // Of a damaged backup.
  'packages/data/src/postgres/database/send-statement.js': /These rows/, // What the memory of this machine allows.
  'packages/data/src/exchange/csv/open-sheet.js': /a text that is too long/, // Of a damaged workbook.
  'packages/data/src/exchange/xlsx/read-parts.js': /a text is too long/, // The same.
  'packages/data/src/exchange/pdf/frame.js': /pictures/, // A note in the document.
  'packages/data/src/automation/triggers/mailboxes/parse-mail.js': /lines, parts/, // Of a mail that somebody else wrote.
  'packages/server/src/api/rest/realtime/stream-slots.js': /change streams/, // Names no figure to whom it does not help.
  'packages/server/src/pages/stored-files/variants.js': /pixels/, // Beside it: damaged.
  'packages/expressions/src/read/': /it is too l/, // Of all formulas together, weighed.
};

const lines = programFiles(root).flatMap(({ file, text }) =>
  file.includes('/assets/') ? [] : text.split('\n').map((line) => ({ file, line })),
);
/** @param {Record<string, RegExp>} known @param {string} file @param {string} text */
const isKnown = (known, file, text) =>
  Object.entries(known).some(([place, pattern]) => file.startsWith(place) && pattern.test(text));

describe('one list of limits', () => {
  it('every figure that a message names is in packages/data/src/catalog/limits', () => {
    const found = lines.flatMap(({ file, line }) =>
      [...line.matchAll(FIGURE)]
        .filter(([, figure]) => !FROM_LIST.test(figure) && !isKnown(OTHERS, file, figure))
        .map(() => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(found, [], 'put the figure into the list, with a test of its edge');
  });

  it('a message about too much says how much is possible', () => {
    const found = lines.filter(
      ({ file, line }) =>
        WITHOUT.test(line) &&
        ![...line.matchAll(FIGURE)].length &&
        !/LIMITS\./.test(line) &&
        !isKnown(UNMEASURED, file, line),
    );
    assert.deepEqual(found, [], 'name the figure');
  });

  it('knows no place that needs no mention', () => {
    const needed = (/** @type {string} */ place, /** @type {RegExp} */ pattern) =>
      lines.some(({ file, line }) => file.startsWith(place) && pattern.test(line));
    const idle = [...Object.entries(OTHERS), ...Object.entries(UNMEASURED)].filter((entry) => !needed(...entry));
    assert.deepEqual(
      idle.map(([place]) => place),
      [],
    );
  });
});
