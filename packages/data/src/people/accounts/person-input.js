import { inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { passwordProblem } from './password/password-rules.js';

// Deliberately simple: one @, something on both sides, nothing that could break out of a mail header.
// eslint-disable-next-line no-control-regex
const EMAIL = /^[^\s@<>"(),:;\\[\]\u0000-\u001f]+@[^\s@<>"(),:;\\[\]\u0000-\u001f]+$/u;

/** The normalized form in which addresses are stored and compared. @param {unknown} email */
export function normaliseEmail(email) {
  return typeof email === 'string' ? email.trim().normalize('NFC') : '';
}

/**
 * Checks what is entered about a person. Only the given keys are read; anything else in the input is ignored.
 *
 * @param {{ name?: unknown, email?: unknown, password?: unknown }} input
 * @returns {{ name: string, email: string, password: string }} missing keys are ''
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function checkPerson(input) {
  /** @type {Record<string, import('@plinth/plugin').Message>} */
  const problems = {};
  const name = typeof input.name === 'string' ? input.name.trim().normalize('NFC') : '';
  const email = normaliseEmail(input.email);
  if ('name' in input) {
    if (!name) problems.name = 'Enter a name';
    else if (name.length > LIMITS.personNameCharacters)
      problems.name = phrase`The name must have at most ${LIMITS.personNameCharacters} characters`;
    // eslint-disable-next-line no-control-regex
    else if (/[\u0000-\u001f]/.test(name)) problems.name = 'The name must be a single line';
  }
  if ('email' in input && (!EMAIL.test(email) || email.length > 254)) {
    problems.email = 'Enter an e-mail address such as name@example.com';
  }
  if ('password' in input) {
    const problem = passwordProblem(input.password, { name, email });
    if (problem) problems.password = problem;
  }
  if (Object.keys(problems).length > 0) throw inputInvalid(problems);
  return { name, email, password: typeof input.password === 'string' ? input.password : '' };
}

/**
 * Checks the new password of somebody who is known already.
 *
 * @param {unknown} password @param {{ name?: string, email?: string } | undefined} person
 * @returns {asserts password is string}
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function checkNewPassword(password, person) {
  const problem = passwordProblem(password, person);
  if (problem) throw inputInvalid({ password: problem });
}

export function emailTaken() {
  return inputInvalid({ email: 'There is already a user with this e-mail address' });
}

/** @param {any} error whether two people would have the same address */
export function isEmailClash(error) {
  return error?.code === '23505' && error.constraint === 'users_email_key';
}
