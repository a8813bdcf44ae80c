/**
 * Reads the beginning of a stream and returns the whole stream.
 *
 * @param {AsyncIterable<Buffer | string>} stream @param {number} size
 * @returns {Promise<{ head: Buffer, whole: boolean, chunks: AsyncGenerator<Buffer> }>}
 */
export async function peek(stream, size) {
  const iterator = stream[Symbol.asyncIterator]();
  /** @type {Buffer[]} */
  const first = [];
  let length = 0;
  let whole = false;
  while (length < size) {
    const { value, done } = await iterator.next();
    if (done) {
      whole = true;
      break;
    }
    const chunk = Buffer.isBuffer(value) ? value : Buffer.from(value);
    first.push(chunk);
    length += chunk.length;
  }
  async function* chunks() {
    try {
      yield* first;
      if (whole) return;
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield Buffer.isBuffer(value) ? value : Buffer.from(value);
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(first), whole, chunks: chunks() };
}
