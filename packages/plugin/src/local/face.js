// A person as a small round sign. Without a document, so that the server and browsers use it.

const COLOURS = ['red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'purple', 'pink'];

/** First letters of the first and the last word. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : ''].map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** The same person always has the same colour: a name of the palette. @param {string} id */
export function avatarColour(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length];
}

/** @param {string} picture id of a profile picture */
export const pictureUrl = (picture) => `/pictures/${picture}`;
