import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { fileNameInvalid } from './errors.js';

const LONGEST = 200;

/**
 * A file's name. It is shown and sent as a header, but never becomes a path on disk: paths are made of ids.
 *
 * @param {unknown} input
 */
export function readFileName(input) {
  const text = typeof input === 'string' ? input : '';
  // Browsers may send a whole path; only its last segment is the name.
  const last = text.toWellFormed().split(/[\\/]/).pop() ?? '';
  // Control and direction characters could disguise the extension or break a header.
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const name = clean === '.' || clean === '..' ? '' : clean;
  if (name === '') return 'file';
  if (name.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${Array.from(name)
    .slice(0, LONGEST - ending.length)
    .join('')}${ending}`;
}

/**
 * A folder as users see it: names with slashes between, '' for the top. Never a path on disk.
 *
 * @param {unknown} input
 */
export function readFolder(input) {
  if (input === undefined || input === null || input === '') return '';
  if (typeof input !== 'string' || input.length > LIMITS.folderCharacters)
    throw fileNameInvalid(phrase`A folder name can have at most ${LIMITS.folderCharacters} characters`);
  const steps = input
    .split('/')
    .map((step) => step.trim())
    .filter(Boolean);
  for (const step of steps) {
    if (step === '.' || step === '..' || step.length > 100 || /[\p{Cc}\p{Cf}\\]/u.test(step) || !step.isWellFormed()) {
      throw fileNameInvalid(phrase`"${step.slice(0, 40).toWellFormed()}" can't be the name of a folder`);
    }
  }
  if (steps.length > LIMITS.folderLevels)
    throw fileNameInvalid(phrase`Folders can be nested at most ${LIMITS.folderLevels} levels deep`);
  return steps.join('/');
}
