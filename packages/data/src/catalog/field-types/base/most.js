/** What a value may have at most, whatever the settings of its field say; LIMITS has the same. */
export const MOST = Object.freeze({
  /** One row must remain readable in one go. */
  textCharacters: 1_000_000,
  chosenEntries: 200,
  linkedRows: 1000,
});
