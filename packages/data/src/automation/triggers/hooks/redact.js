const SECRET = /^key$|auth|cookie|secret|token|signature|passw|pwd|(api|access|private)[-_]?key|credential|session/i;
const HIDDEN = '…';
const LONGEST = 2000;

/**
 * Headers or parameters for storing, without possible secrets.
 *
 * @param {Record<string, unknown>} values @param {readonly string[]} [names] further ones, in lower case
 */
export const redacted = (values, names = []) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      SECRET.test(name) || names.includes(name.toLowerCase()) ? HIDDEN : String(value).slice(0, LONGEST),
    ]),
  );
