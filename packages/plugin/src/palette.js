/** The twelve colours that options, icons and cards choose from: classes pl-c-<name> of the stylesheet. */
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
