/** The twelve colours of options, icons and cards: classes pl-c-<name> in the stylesheet. */
export const PALETTE = Object.freeze([
  'grey',
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'purple',
  'pink',
]);
