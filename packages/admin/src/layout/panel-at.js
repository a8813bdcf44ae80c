import { findNode } from './operations.js';

/** @import { Draft, Subject } from './draft.js' */

/**
 * The panel and the node of a problem's location: "config.layout/abcd.field" is node abcd of panel layout:layout.
 *
 * @param {Subject} subject @param {Draft} draft @param {string | null} at
 * @returns {{ panel: string, node: string } | null}
 */
export function layoutAt(subject, draft, at) {
  const id = /\/([a-z0-9_-]+)/i.exec(at ?? '')?.[1];
  if (!id) return at ? { panel: subject.settings.length ? 'settings' : 'general', node: '' } : null;
  const layout = subject.layouts.find(({ name }) => draft.layouts[name] && findNode(draft.layouts[name], id));
  return layout ? { panel: `layout:${layout.name}`, node: id } : null;
}
