/** @import { Catalog, Registry, Translate, Values } from '@plinth/plugin' */
/** @import { WordContext } from './value-words.js' */
import { layoutWords } from './layout-words.js';
import { settingsWords } from './settings-words.js';

/**
 * What changed in the layout of a page or piece, or in the settings of a view, a sentence each.
 *
 * @param {{ kind: string, before: Values, after: Values }} change of a revision; before and after: stored objects
 * @param {{ registry: Registry, catalog: Catalog, t: Translate }} context
 * @returns {{ key: 'layout' | 'config', words: string[] } | null} key: the part of the object that they are about; null
 *   if there is nothing to compare, or it can't be said in words
 */
export function changeWords({ kind, before, after }, context) {
  const [old, now] = [before?.body, after?.body];
  if (!old || !now) return null;
  if (kind === 'page' && old.layout && now.layout)
    return told('layout', inTable(context, null).layoutWords(old.layout, now.layout));
  const { registry, catalog } = context;
  if (kind === 'piece' && old.layout && now.layout) {
    const of = now.table && catalog.hasTable(now.table) ? catalog.table(now.table) : null;
    return told('layout', inTable(context, of).layoutWords(old.layout, now.layout));
  }
  if (kind !== 'view' || old.template !== now.template || !registry.has('viewTemplate', now.template)) return null;
  const table = catalog.hasTable(now.table ?? '') ? catalog.table(now.table) : null;
  const { settings } = registry.viewTemplate(now.template);
  return told('config', settingsWords(settings, old.config ?? {}, now.config ?? {}, inTable(context, table)));
}

/** @param {Omit<WordContext, 'table' | 'layoutWords'>} given @param {WordContext['table']} table @returns {WordContext} */
function inTable(given, table) {
  /** @type {WordContext} */
  const context = { ...given, table, layoutWords: (before, after) => layoutWords(before, after, context) };
  return context;
}

/** @param {'layout' | 'config'} key @param {string[]} words */
const told = (key, words) => (words.length > 0 ? { key, words } : null);
