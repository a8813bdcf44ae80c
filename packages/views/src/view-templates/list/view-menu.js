/** @import { Html, RenderContext, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Grouping } from './groups/grouping.js' */
import { html } from '@plinth/plugin';
import { createGroupMenu } from './groups/menu.js';
import { createOpenedMenu } from './opened-menu.js';

/** Parameters that an export goes without: it has all rows. */
const PAGING = /(^|:)(after|before|at|count|add|menu)$/;

/**
 * The menu of what a list looks like, and of its exports. Rows' height and columns are the reader's own, so a script
 * (list-view.js) fills them in; the exports are links. A list without rows keeps the place of the menu.
 *
 * @param {{ name: string, config: Values }} view @param {ViewCompiler} c @param {Grouping} grouping
 * @returns {(context: RenderContext, hasRows: boolean) => Html}
 */
export function createViewMenu(view, c, grouping) {
  const { t, icon } = c;
  const { name, config } = view;
  const freeze = [0, 1, 2, 3].map((count) => html`<option>${String(count)}</option>`);
  const columns = html`<div class="dropdown-header">${t('list.view.columns')}</div><div class="pl-picker" role="group" aria-label="${t('list.view.columns')}" data-pl-columns data-pl-up="${t('list.columns.up')}" data-pl-down="${t('list.columns.down')}"></div><p class="pl-look-keys">${t('list.columns.keys')}</p><label class="pl-look-freeze">${t('list.columns.frozen')}<select class="form-select" data-pl-freeze>${freeze}</select></label><button class="dropdown-item" type="button" data-pl-reset>${t('list.columns.reset')}</button>`;
  const mark = icon('adjustments-horizontal');
  const file = icon('download');
  const height = (/** @type {string} */ name) =>
    html`<button class="dropdown-item" type="button" data-pl-height="${name}" aria-pressed="false">${t(`list.view.${name}`)}</button>`;
  const none = html`<button type="button" class="btn btn-sm btn-icon" aria-label="${t('list.view')}" title="${t('list.view')}" disabled>${mark}</button>`;
  const button = html`<summary class="btn btn-sm btn-icon" aria-label="${t('list.view')}" title="${t('list.view')}">${mark}</summary>`;
  const menu = createOpenedMenu({ name: 'view', classes: 'pl-view-menu', button, atEnd: true }, c);
  const groups = createGroupMenu(grouping, c);
  const looks = html`<div data-pl-looks hidden><div class="dropdown-header">${t('list.view.height')}</div>${height('compact')}${height('comfortable')}${height('tall')}${columns}<div class="dropdown-divider"></div></div>`;
  const own = html` data-pl-look="${name}"${config.frozen > 0 && html` data-pl-frozen="${String(config.frozen)}"`}`;
  return (context, hasRows) =>
    hasRows
      ? menu(
          context,
          () => html`${groups.links(context)}${looks}${exports(context)}`,
          html`${own}${groups.names(context)}`,
        )
      : none;

  /** @param {RenderContext} context */
  function exports(context) {
    return ['csv', 'xlsx', 'pdf'].map((format) => {
      const href = exportHref(context, format);
      return (
        href &&
        html`<a class="dropdown-item" href="${href}" download>${file}<span>${t(`list.export.${format}`)}</span></a>`
      );
    });
  }
}

/** The same address, for a file; the start page has none of its own. @param {RenderContext} context @param {string} format */
function exportHref({ location, state }, format) {
  if (location.path === '/') return null;
  const kept = Object.entries(state.query).filter(([key]) => !PAGING.test(key));
  if (kept.length === 0 && location.fieldParam('') === '') return `${location.path}/export.${format}`;
  const address = location.without(
    (key) => PAGING.test(key),
    location.fieldParam('') === '' ? [] : [['at', location.id]],
  );
  const mark = address.indexOf('?');
  return `${location.path}/export.${format}${mark < 0 ? '' : address.slice(mark)}`;
}
