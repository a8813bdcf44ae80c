/** @import { Catalog, Registry, Table, Translate } from '@plinth/plugin' */
/** @import { Draft, Subject } from '../layout/draft.js' */
/** @import { WordContext } from './value-words.js' */
import { layoutWords, nodeName } from './layout-words.js';
import { settingsWords } from './settings-words.js';

/** @typedef {{ registry: Registry, catalog: Catalog, t: Translate }} Around */

/**
 * What changed between two states of a view or page in the builder, a sentence each.
 *
 * @param {Subject} subject @param {Draft} before @param {Draft} after @param {Around} around @returns {string[]}
 */
export function draftWords({ table, general, settings, layouts }, before, after, around) {
  const context = wordContext(around, table);
  return [
    ...layouts.flatMap(({ name }) => layoutWords(before.layouts[name], after.layouts[name], context)),
    ...settingsWords(settings, before.settings, after.settings, context),
    ...settingsWords(general, before.general, after.general, context),
  ];
}

/**
 * What a node of a draft is called: Heading “Open issues”.
 *
 * @param {Subject} subject @param {{ root: import('@plinth/plugin').Node, node: import('@plinth/plugin').Node }} place
 * @param {Around} around
 */
export const draftNodeName = ({ table }, { root, node }, around) => nodeName(node, root, wordContext(around, table));

/** @param {Around} around @param {Table | null} table @returns {WordContext} */
function wordContext(around, table) {
  /** @type {WordContext} */
  const context = { ...around, table, layoutWords: (before, after) => layoutWords(before, after, context) };
  return context;
}
