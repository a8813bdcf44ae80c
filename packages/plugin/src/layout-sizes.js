/** @import { SettingsSchema } from './index.d.ts' */

/** Widths of screens that a node can differ on. Tablets begin at 768 CSS pixels, desktops at 992. */
export const LAYOUT_SIZES = Object.freeze(/** @type {const} */ (['phone', 'tablet', 'desktop']));

/**
 * What a node may say about one of them: that it isn't shown there (which is layout, not a right: its content is
 * delivered), its width in twelfths of its row, and its place among its siblings, which have 0.
 *
 * @type {SettingsSchema}
 */
export const NODE_AT = [
  { name: 'width', type: 'integer', min: 1, max: 12 },
  { name: 'order', type: 'integer', min: -9, max: 9 },
  { name: 'hidden', type: 'boolean' },
];
