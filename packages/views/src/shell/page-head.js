/** @import { Html, ShellMenuItem, Translate } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/** @typedef {{ label: string, url: string | null }} Crumb */

/**
 * The content of the top bar: breadcrumbs, the title, the main action. On narrow screens the breadcrumbs are a link back.
 *
 * @param {{ name: string, title: Html | null, actions: Html | null, menu: readonly ShellMenuItem[], t: Translate,
 *   icon: (name: string) => Html }} parts name: of the page; the breadcrumbs don't repeat it
 * @returns {Html}
 */
export function pageHead({ name, title, actions, menu, t, icon }) {
  if (!title && !actions) return html``;
  // An app and its first page often have one name.
  const crumbs = crumbsOf(menu).filter(({ label }, i, all) => label !== name && label !== all[i + 1]?.label);
  const items = crumbs.map(({ label, url }) =>
    url
      ? html`<li class="breadcrumb-item"><a href="${url}">${icon('arrow-left')}<span>${label}</span></a></li>`
      : html`<li class="breadcrumb-item">${label}</li>`,
  );
  return html`<div class="pl-head" id="pl-head">${
    title &&
    crumbs.length > 0 &&
    html`<nav aria-label="${t('shell.breadcrumb')}"><ol class="breadcrumb">${items}</ol></nav>`
  }${title}${actions && html`<div class="btn-list pl-head-actions">${actions}</div>`}</div>`;
}

/**
 * The menu's entries above the page; an entry that is the page itself is not one of them.
 *
 * @param {readonly ShellMenuItem[]} menu @returns {Crumb[]}
 */
function crumbsOf(menu) {
  for (const { label, url, active, isParent, items } of menu) {
    if (active) return [];
    if (isParent) return [{ label, url }];
    const below = items.some(holdsPage);
    if (below) return [{ label, url }, ...crumbsOf(items)];
  }
  return [];
}

/** @param {ShellMenuItem} item @returns {boolean} */
const holdsPage = ({ active, isParent, items }) => active || isParent === true || items.some(holdsPage);
