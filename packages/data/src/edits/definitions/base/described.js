/** @import { Catalog, Values } from '@plinth/plugin' */
import { checkAppOf } from './app-of.js';
import { labelOf, line, paragraph } from './texts.js';

/**
 * Label, description and app of an object; without a label, it is made from the name.
 *
 * @param {Values} input @param {string} name @param {Catalog} catalog
 */
export const described = (input, name, catalog) => ({
  label: line('label', input.label, labelOf(name)),
  description: paragraph('description', input.description),
  app: checkAppOf(input.app, catalog),
});
