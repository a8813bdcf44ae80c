import { walkLayout } from '@plinth/plugin';
import { checked } from '../frame/index.js';

/** @import { Translate } from '@plinth/plugin' */
/** @import { App } from '../types.d.ts' */
/** @import { EditorState, Subject } from './draft.js' */

/**
 * Everything in a draft that can't be saved, shown where it is: the state with that panel and node open, or null if
 * there is nothing wrong.
 *
 * @param {App} app @param {Subject} subject @param {EditorState} state @param {Translate} t
 * @returns {EditorState | null}
 */
export function checkDraft(app, subject, state, t) {
  for (const panel of /** @type {const} */ (['general', 'settings'])) {
    const { errors } = checked(subject[panel], state.draft[panel], t, `${panel}.`);
    if (Object.keys(errors).length) return { ...state, panel, errors };
  }
  for (const { name } of subject.layouts) {
    /** @type {EditorState | null} */
    let wrong = null;
    walkLayout(state.draft.layouts[name], (node) => {
      if (wrong || !app.registry.has('element', node.type)) return;
      const { errors } = checked(app.registry.element(node.type).settings, node.settings ?? {}, t, 'node.');
      if (Object.keys(errors).length) wrong = { ...state, panel: `layout:${name}`, node: node.id, errors };
    });
    if (wrong) return wrong;
  }
  return null;
}
