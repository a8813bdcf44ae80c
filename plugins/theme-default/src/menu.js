/** @import { Html, ShellMenuItem, ShellModel } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/** @param {ShellModel} m */
export function brand(m) {
  const mark = m.site.logoUrl
    ? html`<img class="pl-logo" src="${m.site.logoUrl}" alt="">`
    : html`<span class="pl-mark" aria-hidden="true">${[...m.site.name][0] ?? ''}</span>`;
  return html`<a class="pl-brand" href="/">${mark}<span class="pl-brand-name">${m.site.name}</span></a>`;
}

/**
 * The menu: a column or a row on wide screens, a panel that slides in on narrow ones. Without scripts the panel opens
 * as the target of its link.
 *
 * @param {ShellModel} m @param {'side' | 'top'} layout
 */
export function menu(m, layout) {
  return html`<nav class="pl-nav" id="pl-nav" aria-label="${m.t('shell.mainMenu')}">
<div class="pl-nav-head">${layout === 'side' ? brand(m) : html`<span class="pl-brand-name">${m.site.name}</span>`}
<a class="btn btn-ghost btn-icon pl-nav-close" href="#main" aria-label="${m.t('shell.closeMenu')}" data-pl-nav>${m.icon('x')}</a></div>
<ul class="pl-nav-list">
${m.menu.map((item) => entry(item, m, layout, layout === 'side' && m.menu.some(({ icon }) => icon !== null)))}
</ul>
</nav>
<a class="pl-nav-veil" href="#main" tabindex="-1" aria-hidden="true" data-pl-nav></a>`;
}

/**
 * @param {ShellMenuItem} item @param {ShellModel} m @param {'side' | 'top'} layout @param {boolean} hasIcons entries beside
 *   it have one, so that its label keeps clear of theirs
 * @returns {Html}
 */
function entry(item, m, layout, hasIcons) {
  const label = html`${item.icon ? m.icon(item.icon) : hasIcons && html`<span class="icon"></span>`}<span>${item.label}</span>`;
  if (!item.items.length) return html`<li><a${link(item)}>${label}</a></li>\n`;
  const open = layout === 'side' && (item.section ? item.section === 'open' : holdsActive(item) || item.url === null);
  const own = item.url === null ? [] : [{ ...item, icon: null, items: [] }];
  const look = item.section && layout === 'side' ? 'pl-nav-group pl-nav-app' : 'pl-nav-group';
  return html`<li><details class="${look}"${attrs({ open, 'data-pl-menu': layout === 'top' })}>
<summary class="pl-nav-link"${attrs({ 'aria-current': !open && holdsActive(item) ? 'true' : null })}>${label}<span class="pl-nav-mark" aria-hidden="true"></span></summary>
<ul>${[...own, ...item.items].map((child) =>
    entry(
      child,
      m,
      'side',
      item.items.some(({ icon }) => icon !== null),
    ),
  )}</ul>
</details></li>\n`;
}

/** @param {ShellMenuItem} item */
function link(item) {
  const current = item.active ? 'page' : item.isParent ? 'true' : null;
  return attrs({ class: 'pl-nav-link', href: item.url, 'aria-current': current });
}

/** @param {ShellMenuItem} item @returns {boolean} */
function holdsActive(item) {
  return item.active || item.isParent || item.items.some(holdsActive);
}
