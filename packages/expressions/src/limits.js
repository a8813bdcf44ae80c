/** What an expression has at most. The list of all limits in @plinth/data has the same. */
export const EXPRESSION_LIMITS = Object.freeze({
  characters: 4000,
  /** Expanded formulas become part of what uses them; this keeps nested ones from filling the memory. */
  parts: 3000,
});
