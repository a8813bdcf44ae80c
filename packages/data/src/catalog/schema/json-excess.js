/**
 * Whether JSON has more than it may, found before it is parsed: deep nesting and many parts cost far more to build than to
 * count.
 *
 * @param {string} text @param {{ levels: number, values: number }} most @returns {'levels' | 'values' | null}
 */
export function jsonExcess(text, { levels, values }) {
  let depth = 0;
  let count = 1;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      if (++depth > levels) return 'levels';
    } else if (code === 125 || code === 93) depth--;
    else if (code === 44 && ++count > values) return 'values';
  }
  return null;
}
