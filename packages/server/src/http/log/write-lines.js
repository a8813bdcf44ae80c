/** How long a line may wait that nobody waits for, in ms. */
const PATIENCE_MS = 100;
/** The system writes so many bytes to a pipe in one piece (PIPE_BUF), so lines of two workers never mix. */
const PIECE = 4096;
/** With so many pieces, all are written. */
const MOST_PIECES = 8;

/**
 * Writes lines in batches, in their order: a system call for each would cost more than a cached page. Ordinary lines are
 * written at the end of the turn, with all that wait; those that can wait (answers from memory) when there are enough of them,
 * after 100 ms at most, or at the exit, whatever caused it. A closed output, such as a terminal, must not end the process.
 *
 * @param {{ write(text: string): unknown, on?(event: 'error', listener: () => void): unknown }} stream
 * @returns {(line: string, canWait?: boolean) => void}
 */
export function writeTo(stream) {
  /** @type {string[]} */
  let pieces = [];
  let last = '';
  let bytes = 0;
  let isSoon = false;
  /** @type {NodeJS.Timeout | null} */
  let later = null;
  stream.on?.('error', () => {});

  function flush() {
    const all = last === '' ? pieces : [...pieces, last];
    pieces = [];
    last = '';
    bytes = 0;
    isSoon = false;
    if (later) clearTimeout(later);
    later = null;
    for (const piece of all) stream.write(piece);
  }
  process.on('exit', flush);

  return (line, canWait = false) => {
    const size = Buffer.byteLength(line);
    if (bytes + size > PIECE && last !== '') {
      pieces.push(last);
      last = '';
      bytes = 0;
    }
    last += line;
    bytes += size;
    if (isSoon) return;
    if (canWait && pieces.length < MOST_PIECES) later ??= setTimeout(flush, PATIENCE_MS).unref();
    else {
      isSoon = true;
      setImmediate(flush);
    }
  };
}
