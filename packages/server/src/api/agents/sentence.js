/** With a capital and a full stop, as those stand who read no form. @param {string} text */
export function asSentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole === '' || /[.!?:]$/.test(whole) ? whole : `${whole}.`;
}
