/** What is wrong with a pattern, in words for the person who wrote it. */
export class PatternError extends Error {}
