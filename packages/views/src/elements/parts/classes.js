/** Joins class names, leaving out what is empty. @param {(string | false | null | undefined)[]} names */
export function classes(...names) {
  return names.filter(Boolean).join(' ');
}
