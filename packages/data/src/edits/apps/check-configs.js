/** @import { AppDocument, Message, Registry } from '@plinth/plugin' */
import { STEP_SETTINGS } from '@plinth/plugin';
import { createInnerCheck } from '../definitions/base/inner-settings.js';
import { stepErrors } from '../definitions/base/workflow-steps.js';

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
  document.views.forEach((view, i) => {
    if (registry.has('viewTemplate', view.template))
      check.settings(registry.viewTemplate(view.template).settings, view.config, `views.${i}.config`);
  });
  document.pages.forEach((page, i) => check.layout(page.layout, `pages.${i}.layout`));
  (document.pieces ?? []).forEach((piece, i) => check.layout(piece.layout, `pieces.${i}.layout`));
  (document.triggers ?? []).forEach((trigger, i) => {
    check.inside([{ name: 'steps', type: 'list', items: STEP_SETTINGS }], trigger, `triggers.${i}`);
    if (registry.has('triggerSource', trigger.source))
      check.settings(registry.triggerSource(trigger.source).settings, trigger.options, `triggers.${i}.options`);
  });
  for (const [i, one] of (document.workflows ?? []).entries()) {
    const errors = stepErrors(one, registry);
    for (const [key, message] of Object.entries(errors)) check.errors[`workflows.${i}.${key}`] = message;
  }
  return check.errors;
}
