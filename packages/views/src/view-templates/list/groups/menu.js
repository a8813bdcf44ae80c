/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
/** @import { Grouping } from './grouping.js' */
import { html } from '@plinth/plugin';

/**
 * Links that group the list by one of its fields. With scripts, the choice is kept for the reader (list-group.js).
 *
 * @param {Grouping} grouping @param {ViewCompiler} c @returns {(context: RenderContext) => Html | null}
 */
export function createGroupMenu(grouping, { t, icon }) {
  const mark = icon('check');
  return (context) => {
    const fields = grouping.fields.filter((field) => field.isFor(context));
    if (fields.length === 0) return null;
    const { field: now } = grouping.of(context.state, context.env.actor);
    const link = (/** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ isNow) => {
      const href = context.location.href({ group: name, in: null, after: null, before: null, at: null, count: null });
      return html`<a class="dropdown-item" href="${href}" data-pl-group="${name}"${isNow && html` aria-current="true"`}>${label}${isNow && mark}</a>`;
    };
    const links = fields.map((field) => link(field.name, field.label, field === now));
    return html`<details class="pl-look-group"><summary class="dropdown-item">${t('list.group')}: ${now?.label ?? t('list.group.off')}</summary>${link('-', t('list.group.off'), now === null)}${links}</details>`;
  };
}
