/** 5400 seconds as 1:30, 5405 as 1:30:05: the text that the field type reads. @param {number} value */
export function clockText(value) {
  const milliseconds = Math.round(Math.abs(value) * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const part = milliseconds % 1000 ? `.${String(milliseconds % 1000).padStart(3, '0')}` : '';
  const seconds = whole % 60 || part ? `:${two(whole % 60)}${part}` : '';
  return `${value < 0 ? '-' : ''}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}${seconds}`;
}
