import { base64Core } from './spellings.js';

/** Letters and digits in a row, as base64 and hexadecimal digits are, also over several lines. */
const RUN = /[\w+/-]{8,}(?:\r?\n[\t ]*[\w+/-]+)*={0,2}/g;
/** Encodings of encodings. */
const DEEPEST = 2;
const BETWEEN = Buffer.from(' ');

/**
 * Hides what becomes a secret when it is decoded, also several times: base64 of base64, hexadecimal digits of base64 ...
 *
 * @param {readonly string[]} secrets @returns {(text: string, hidden: string) => string}
 */
export function createHideEncoded(secrets) {
  if (secrets.length === 0) return (text) => text;
  const needles = secrets.flatMap(needlesOf);
  const shortest = Math.min(...secrets.map((secret) => secret.length));
  // Both encodings make a text longer.
  const runsIn = (/** @type {string} */ text) => (text.match(RUN) ?? []).filter((run) => run.length > shortest);
  /** Looks at all runs at once, since there are many in most texts. @param {string[]} runs @param {number} depth @returns {boolean} */
  const isAnySecret = (runs, depth) => {
    const bytes = Buffer.concat(runs.flatMap((run) => decoded(run).flatMap((one) => [one, BETWEEN])));
    if (needles.some((needle) => bytes.includes(needle))) return true;
    const inner = depth < DEEPEST ? runsIn(bytes.toString('latin1')) : [];
    return inner.length > 0 && isAnySecret(inner, depth + 1);
  };
  return (text, hidden) => {
    if (!isAnySecret(runsIn(text), 1)) return text;
    return text.replace(RUN, (run) => (run.length > shortest && isAnySecret([run], 1) ? hidden : run));
  };
}

/** A secret as it is, as base64 wherever it stands in it, and as hexadecimal digits. @param {string} secret @returns {Buffer[]} */
function needlesOf(secret) {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const cores = [0, 1, 2].map((before) => base64Core(bytes, before));
  const inWords = cores.map((core) => core.replaceAll('-', '+').replaceAll('_', '/'));
  return [...new Set([secret, hex, hex.toUpperCase(), ...cores, ...inWords])].map((text) => Buffer.from(text));
}

/** What a run may mean. Letters that only stand before base64 shift it by up to three. @param {string} run @returns {Buffer[]} */
function decoded(run) {
  const text = run.replaceAll(/\s+/g, '');
  const hex = /^(?:[0-9a-f]{2})+/i.exec(text.length % 2 === 0 ? text : text.slice(1))?.[0] ?? '';
  return [
    ...[0, 1, 2, 3].map((start) => Buffer.from(text.slice(start), 'base64')),
    ...(hex.length > 8 ? [Buffer.from(hex, 'hex')] : []),
  ];
}
