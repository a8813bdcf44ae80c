/**
 * The one range of a Range header that we serve; for lists of ranges the complete file is sent, as the standard allows.
 *
 * @param {string | undefined} header @param {number} size
 * @returns {{ start: number, end: number } | null | 'unsatisfiable'} `end` inclusive; null: the complete file
 */
export function byteRange(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Number(match[2]);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
