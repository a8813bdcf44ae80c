/**
 * A value as JSON that PostgreSQL takes. NUL and halves of signs, which it does not, come from outside: from functions, other
 * systems' answers, mails. Each becomes U+FFFD, as where bytes are no text.
 *
 * @template V @param {V} value @returns {V extends undefined ? undefined : string}
 */
export const storedJson = (value) =>
  /** @type {any} */ (
    JSON.stringify(value)?.replace(/\\\\|\\u(?:0000|d[89a-f]..)/g, (found) => (found === '\\\\' ? found : '\u{fffd}'))
  );
