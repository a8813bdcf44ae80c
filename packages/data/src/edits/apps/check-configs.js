/** @import { AppDocument, Message, Registry } from '@plinth/plugin' */
import { createInnerCheck } from '../definitions/base/inner-settings.js';
import { listsOf, objectsIn } from './document-parts.js';

/**
 * Checks the configurations of a document's views and layouts, including the settings of each element, action and field
 * view. Definitions that no plugin here provides are reported as missing, and their settings can't be checked.
 *
 * @param {AppDocument} document with parts of the right shape @param {Registry} registry
 * @returns {Record<string, Message>} messages by key path
 */
export function checkConfigs(document, registry) {
  const check = createInnerCheck(
    registry,
    (layout, _node, parent, i) => (parent === undefined ? layout : `${parent}.children.${i}`),
    (node) => `${node}.settings`,
  );
  for (const { key, kind } of listsOf(registry))
    for (const [i, object] of objectsIn(document, key).entries())
      kind?.documents?.inside?.(object, `${key}.${i}`, check, registry);
  return check.errors;
}
