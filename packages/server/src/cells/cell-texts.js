/** Texts of the cell editor in the browser, by their keys below `cells`. */
export const CELL_TEXTS = /** @type {const} */ ([
  'theirs',
  'yours',
  'keepMine',
  'takeTheirs',
  'notSavedOne',
  'notSavedMany',
  'showFirst',
  'unreachable',
  'tooManyOne',
  'tooManyMany',
  'leftOutOne',
  'leftOutMany',
  'pastedOne',
  'pastedMany',
]);
