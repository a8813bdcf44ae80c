/** @typedef {import('./model/choose.js').Choices} Choices */
/** @typedef {import('./model/choose.js').Sides} Sides */
export { choose, withChildrenOf } from './model/choose.js';
export { differenceOf, isNone } from './model/difference.js';
export { changeNode, removeNodes } from './model/document.js';
export { isSame } from './model/flat.js';
export { mergeDrafts } from './model/merge.js';
export { findNode } from './model/tree.js';

/**
 * What browsers get, by the address below /assets. The folders lie there as they do here, so that a module finds another
 * one by the same relative path.
 */
export const assets = Object.freeze([
  { owner: 'admin/builder', folder: new URL('./assets/', import.meta.url) },
  { owner: 'admin/model', folder: new URL('./model/', import.meta.url) },
  { owner: 'admin/kit', folder: new URL('./kit/', import.meta.url) },
]);

/** Modules that are sent as one, or a browser far away would wait for one after the other. */
export const joined = Object.freeze([{ entry: 'admin/builder/builder.js', of: ['admin/builder/', 'admin/model/'] }]);
