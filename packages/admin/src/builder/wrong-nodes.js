/** @import { Values } from '@plinth/plugin' */
import { walkLayout } from '@plinth/plugin';
import { actionProblems, checked, settingProblem } from '../frame/index.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * What keeps a draft from being published: settings that are missing or wrong, by node. Elements whose plugin is gone do
 * not: they show nothing until it is back.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 * @returns {{ node: string, message: string, kind: 'incomplete' }[]} node: empty for the view or page itself
 */
export function wrongNodes({ ctx: { app, t } }, subject, draft) {
  /** @type {{ node: string, message: string, kind: 'incomplete' }[]} */
  const found = [];
  /** @param {string} node @param {import('@plinth/plugin').SettingsSchema} schema @param {Values} values @param {string} [name] */
  const check = (node, schema, values, name) => {
    const errorsOf = (/** @type {import('@plinth/plugin').SettingsSchema} */ own, /** @type {Values} */ given) =>
      checked(own, given, t).errors;
    const own = Object.entries(errorsOf(schema, values)).map(([key, message]) => ({ schema, key, message }));
    for (const wrong of [...own, ...actionProblems(app.registry, schema, values, errorsOf)]) {
      const text = settingProblem(wrong.schema, wrong.key, wrong.message, t);
      found.push({ node, message: name ? `${name}: ${text}` : text, kind: 'incomplete' });
    }
  };
  check('', subject.general, draft.general);
  check('', subject.settings, draft.settings);
  for (const { name } of subject.layouts) {
    walkLayout(draft.layouts[name], (node) => {
      if (!app.registry.has('element', node.type)) return;
      const { settings, label } = app.registry.element(node.type);
      check(node.id, settings, node.settings ?? {}, t(label));
    });
  }
  return found;
}
