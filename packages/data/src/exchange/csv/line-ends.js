/** @typedef {ReturnType<typeof lineEnds>} LineEnds */

/**
 * The ends of lines in a text: \n, \r\n and \r, also in one file. Each end is looked for once, whatever the order of
 * questions, as long as they go forward.
 *
 * @param {string} text @param {boolean} final nothing follows: a \r at its end is no half of \r\n
 */
export function lineEnds(text, final) {
  let feed = -2;
  let carriage = -2;
  /** @param {number} from */
  const at = (from) => {
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
    if (carriage !== -1 && carriage < from) carriage = text.indexOf('\r', from);
    const first = feed < 0 ? carriage : carriage < 0 ? feed : Math.min(feed, carriage);
    return first === text.length - 1 && text[first] === '\r' && !final ? -1 : first;
  };
  return {
    /** Where the first end at or after a place begins, -1 without one. */
    at,
    /** The place after the end that begins at a place. @param {number} place */
    after: (place) => (text[place] === '\r' && text[place + 1] === '\n' ? place + 2 : place + 1),
    /** @param {string} part how many ends it has */
    count: (part) => part.match(/\r\n|\n|\r/g)?.length ?? 0,
  };
}

/**
 * Where a line begins.
 *
 * @param {string} text @param {number} number from 1 @param {number} [first] number of the text's first line
 * @returns {number} -1 if there are fewer lines
 */
export function offsetOfLine(text, number, first = 1) {
  const ends = lineEnds(text, true);
  let at = 0;
  for (let line = first; line < number; line++) {
    const end = ends.at(at);
    if (end < 0) return -1;
    at = ends.after(end);
  }
  return at < text.length ? at : -1;
}
