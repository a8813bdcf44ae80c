/** The name of a file that is made of data, without characters that some systems refuse in names. @param {string} label */
export const fileName = (label) =>
  label
    .replaceAll(/[\s\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed() || 'list';
