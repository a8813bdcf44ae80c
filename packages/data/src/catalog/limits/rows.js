import { APP_LIMITS, VALUE_LIMITS } from '@plinth/plugin';

/**
 * Of rows and their values, of comments, and of people. Each: at most, of what, and what to do beyond.
 *
 * @satisfies {import('./declare.js').Declared}
 */
export const ROWS = {
  tableColumns: [
    1600,
    "columns of a table, removed ones included: PostgreSQL's own limit",
    'move fields to a second table',
  ],
  rowBytes: [
    8160,
    "bytes of a row's numbers, dates and short texts together: PostgreSQL stores long texts elsewhere",
    'leave some empty, or move fields to a second table',
  ],
  textCharacters: [VALUE_LIMITS.textCharacters, 'characters of a text in a row', 'shorten it, or attach it as a file'],
  chosenEntries: [
    VALUE_LIMITS.chosenEntries,
    'choices that a row has in one field',
    'choose fewer, or link the rows of a table',
  ],
  linkedRows: [
    VALUE_LIMITS.linkedRows,
    'rows that a row is linked to by one field',
    'link the other way round: from the many rows to the one',
  ],
  fieldFiles: [
    VALUE_LIMITS.fieldFiles,
    'files of a row in one field; its settings say how many',
    'use a second field, or a table of files',
  ],
  wholeDigits: [VALUE_LIMITS.wholeDigits, 'digits of a number before the point', 'keep it as text'],
  decimals: [VALUE_LIMITS.decimals, 'decimals of a number', 'round it, or keep it as text'],
  jsonLevels: [VALUE_LIMITS.jsonLevels, 'levels of JSON in a field', 'make it flatter, or keep it as text'],
  patternedCharacters: [
    VALUE_LIMITS.patternedCharacters,
    'characters of a text in a field with a pattern',
    'shorten it, or remove the pattern',
  ],
  choices: [
    500,
    'choices that a field gets from the values of a file or of its rows, and from people who fill in rows',
    "keep it as text, make a table of the values, or let an admin enter more in the field's settings",
  ],
  choiceCharacters: [100, 'characters of a choice that people add while they fill in rows', 'shorten it'],
  commentCharacters: [10_000, 'characters of a comment', 'shorten it, or write a second one'],
  decisionCharacters: [2000, 'characters of the comment on a decision', 'shorten it, or comment on the row'],
  rowsShown: [500, 'rows that are marked in a list and changed or deleted at once', 'mark fewer, or all of a filter'],
  rowsFound: [10_000, 'rows of a filter that are changed or deleted at once', 'filter the list further'],
  cellRows: [500, 'rows that are pasted at once', 'paste fewer at once, or import a file'],
  cells: [20_000, 'cells that are pasted at once', 'paste fewer at once, or import a file'],
  pastedNames: [200, 'different names of rows in one pasted column', 'paste fewer at once, or import a file'],
  copiedRows: [APP_LIMITS.copiedRows, 'rows that are copied along with a row', 'copy the row alone'],
  pdfRows: [1000, 'rows of a list as PDF', 'filter the list, or export it as Excel'],
  personNameCharacters: [200, 'characters of the name of a person or of an API token', 'shorten it'],
  groupNameCharacters: [100, 'characters of the name of a group', 'shorten it'],
  passwordBytes: [1024, 'bytes of a password', 'choose a shorter one'],
};
