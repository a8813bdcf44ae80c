const SECRET_IN_TEXT = /(\/auth\/(?:reset|invite)\/)[^/?\s"]+|(postgres(?:ql)?:\/\/[^:@\s]*:)[^@\s]+(?=@)/gi;
/** The minimum length of these texts: "/auth/reset/x". */
const SHORTEST_SECRET = 13;

/** A text without tokens in addresses and passwords in connection strings. @param {string} text */
export function redact(text) {
  if (text.length < SHORTEST_SECRET) return text;
  return text.replace(SECRET_IN_TEXT, (_, path, connection) => `${path ?? connection}[redacted]`);
}
