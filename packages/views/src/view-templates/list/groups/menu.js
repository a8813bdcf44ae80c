/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
/** @import { Grouping } from './grouping.js' */
import { html } from '@plinth/plugin';

/**
 * Links that group the list by one of its fields. With scripts, the choice is kept for the reader (list-view.js).
 *
 * @param {Grouping} grouping @param {ViewCompiler} c
 * @returns {{ links: (context: RenderContext) => Html | null, names: (context: RenderContext) => Html | null }} names: of
 *   the fields, and how the list is grouped now, as attributes
 */
export function createGroupMenu(grouping, { t, icon }) {
  const mark = icon('check');
  const fieldsFor = (/** @type {RenderContext} */ context) => grouping.fields.filter((field) => field.isFor(context));
  const nowIn = (/** @type {RenderContext} */ { state, env }) => grouping.of(state, env.actor).field;
  return {
    links(context) {
      const fields = fieldsFor(context);
      if (fields.length === 0) return null;
      const now = nowIn(context);
      const link = (/** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ isNow) => {
        const href = context.location.href({ group: name, in: null, after: null, before: null, at: null, count: null });
        return html`<a class="dropdown-item" href="${href}" data-pl-group="${name}"${isNow && html` aria-current="true"`}>${label}${isNow && mark}</a>`;
      };
      const links = fields.map((field) => link(field.name, field.label, field === now));
      return html`<details class="pl-look-group"><summary class="dropdown-item">${t('list.group')}: ${now?.label ?? t('list.group.off')}</summary>${link('-', t('list.group.off'), now === null)}${links}</details>`;
    },
    names(context) {
      const names = new Set(fieldsFor(context).map(({ field }) => field.name));
      if (names.size === 0) return null;
      const now = nowIn(context);
      return html` data-pl-groups="${[...names].join(' ')}"${now && html` data-pl-grouped="${now.name}"`}`;
    },
  };
}
