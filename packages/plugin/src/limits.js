/**
 * What apps consist of at most, and rows hold, as far as it is checked here and by definitions, which import nothing else.
 * The list of all limits in @plinth/data has the same.
 */
export const APP_LIMITS = Object.freeze({
  /** A page's HTML fits, a pasted file does not. */
  settingCharacters: 200_000,
  /** More than a page ever needs; stops loops of generated nodes. */
  layoutElements: 5_000,
  layoutLevels: 40,
  /** Deeper nesting than this was not made by a person; the same of steps. */
  conditionLevels: 8,
  workflowSteps: 500,
  workflowLevels: 20,
  pageViews: 60,
  pageViewLevels: 6,
  copiedRows: 400,
});

/** What a value has at most, whatever the settings of its field say. */
export const VALUE_LIMITS = Object.freeze({
  /** One row must remain readable in one go. */
  textCharacters: 1_000_000,
  chosenEntries: 200,
  linkedRows: 1000,
  fieldFiles: 100,
  wholeDigits: 38,
  decimals: 20,
  jsonLevels: 32,
  /** With at most 1000 steps per character, the longest value takes some 20 ms at worst. */
  patternedCharacters: 2000,
  patternCharacters: 500,
  /** PostgreSQL counts no further. */
  patternRepeats: 255,
  prefixOfNumbers: 20,
});
