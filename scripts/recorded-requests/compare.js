import { readFileSync } from 'node:fs';

/** Shows where two recordings differ: node scripts/recorded-requests/compare.js <before> <after> */

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
let different = 0;
for (const name of names) {
  const lines = differences(before[name] ?? [], after[name] ?? []);
  if (lines.length === 0) continue;
  different++;
  console.log(`${name}\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
console.log(`${different} of ${names.length} answers differ`);
process.exitCode = different > 0 ? 1 : 0;

/** @param {any[]} was @param {any[]} is @returns {string[]} */
function differences(was, is) {
  if (was.length !== is.length) return [`${was.length} answers -> ${is.length}`];
  return was.flatMap((one, at) => {
    const other = is[at];
    const lines = one.status === other.status ? [] : [`status ${one.status} -> ${other.status}`];
    const texts = [one, other].map(({ headers }) => headers.map((/** @type {string[]} */ pair) => pair.join(': ')));
    for (const line of texts[0]) if (!texts[1].includes(line)) lines.push(`- ${line}`);
    for (const line of texts[1]) if (!texts[0].includes(line)) lines.push(`+ ${line}`);
    if (one.hash !== other.hash) lines.push(...firstDifference(one.text, other.text));
    return lines;
  });
}

/** @param {string} was @param {string} is */
function firstDifference(was, is) {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const part = (/** @type {string} */ text) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 100));
  return [`body - ${part(was)}`, `body + ${part(is)}`];
}
