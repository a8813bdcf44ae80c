/** What is wrong with a pattern, in words for its author. */
export class PatternError extends Error {}
