import { readFileSync } from 'node:fs';

/**
 * The blocks of code of a page of documentation, in order, exactly as a reader copies them.
 *
 * @param {URL} page
 * @returns {{ language: string, code: string, file: string | null, heading: string }[]} file: the name that the line before
 *   the block, or the first comment in it, gives it
 */
export function codeBlocks(page) {
  const text = readFileSync(page, 'utf8');
  const blocks = text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(({ 1: language, 2: code, index }) => {
    const before = text.slice(0, index).trimEnd().split('\n');
    const heading = before.findLast((line) => line.startsWith('## ')) ?? '';
    const named = /^`([\w./-]+\.\w+)`/.exec(before.at(-1) ?? '') ?? /^# (\/\S+)$/m.exec(code.split('\n')[0]);
    return { language, code, file: named?.[1] ?? null, heading: heading.slice(3) };
  });
}
