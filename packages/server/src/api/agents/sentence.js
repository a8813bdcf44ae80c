/**
 * A message as a whole sentence: those about a value begin with its verb, as forms show them below a control.
 *
 * @param {string} text @param {string} subject @param {string} [joint] what is between the subject and a sentence of its own
 */
export function sentence(text, subject, joint = '') {
  const whole = /^(is|are|has|have|must|may|can|can't|can’t|lists?|needs?|contains?) /.test(text)
    ? `${subject} ${text}`
    : (joint && `${subject}${joint}`) + text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return whole === '' || /[.!?:]$/.test(whole) ? whole : `${whole}.`;
}
