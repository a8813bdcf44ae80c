/** @import { Catalog, Values } from '../index.d.ts' */
/** @import { Kind } from '../types/kinds.d.ts' */

/** All objects of a kind, in their order. @param {Catalog} catalog @param {Pick<Kind, 'plural'>} kind @returns {readonly any[]} */
export const objectsOf = (catalog, { plural }) => /** @type {Values} */ (catalog)[plural];

/** Whether its objects belong to apps, which are exported and removed with them. @param {Kind} kind */
export const belongsToApps = ({ isOfSite }) => !isOfSite;

/** What people call an object. @param {Pick<Kind, 'title'>} kind @param {any} object as it was sent or as it is */
export const titleOf = ({ title = 'label' }, object) => object?.[title] || object?.name;
