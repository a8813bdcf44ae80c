/** @import { ShellModel } from '@plinth/plugin' */
import { defineTheme, html } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';
import { account, bell, tasks, modeSwitch, search, star } from './account.js';
import { brand, menu } from './menu.js';

export const theme = defineTheme({
  name: 'default',
  label: 'theme-default.name',
  settings: [
    select(
      'navigation',
      'theme-default.navigation',
      { side: 'theme-default.navigation.side', top: 'theme-default.navigation.top' },
      { default: 'side' },
    ),
    select(
      'corners',
      'theme-default.corners',
      {
        square: 'theme-default.corners.square',
        slight: 'theme-default.corners.slight',
        soft: 'theme-default.corners.soft',
        round: 'theme-default.corners.round',
        extra: 'theme-default.corners.extra',
      },
      { default: 'soft' },
    ),
    text('footer', 'theme-default.footer', { default: '' }),
  ],
  styles: ['theme-default/theme.css'],
  scripts: [],
  page: (m) => (m.bare ? barePage(m) : framedPage(m)),
});

/** @param {ShellModel} m */
function framedPage(m) {
  const side = m.settings.navigation !== 'top';
  // A menu without items would be an empty column: then the bar on top holds brand and account.
  const layout = side && m.menu.length ? 'side' : 'top';
  return html`<div class="pl-frame pl-frame-${layout} pl-corners-${m.settings.corners}">
<header class="pl-top">
${m.menu.length > 0 && html`<a class="btn btn-ghost btn-icon pl-nav-open" href="#pl-nav" aria-label="${m.t('shell.openMenu')}" data-pl-nav>${m.icon('menu-2')}</a>`}
${brand(m)}
${layout === 'top' ? menu(m, layout) : ''}
${m.head}
<div class="pl-top-end">${star(m)}${search(m)}${tasks(m)}${bell(m)}${modeSwitch(m)}${account(m)}</div>
</header>
${layout === 'side' ? menu(m, layout) : ''}
<main class="pl-main pl-main-${m.width}" id="main" tabindex="-1">
${m.body}
</main>
${m.settings.footer && html`<footer class="pl-foot">${m.settings.footer}</footer>`}
</div>`;
}

/** Login, errors: the brand and one narrow column. @param {ShellModel} m */
function barePage(m) {
  return html`<div class="pl-frame pl-frame-bare pl-corners-${m.settings.corners}">
<header class="pl-bare-top">${brand(m)}</header>
<main class="pl-main pl-main-${m.width}" id="main" tabindex="-1">
${m.body}
</main>
<footer class="pl-foot">${modeSwitch(m)}</footer>
</div>`;
}
