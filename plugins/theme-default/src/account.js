/** @import { ShellModel } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/** Who is signed in. The name comes from a cookie by script: the page is the same for everybody of one role. @param {ShellModel} m */
export function account(m) {
  if (!m.account.signedIn) {
    return html`${m.account.canSignUp && html`<a class="btn btn-ghost pl-wide-only" href="/auth/signup">${m.t('shell.signUp')}</a>`}
<a class="btn btn-primary" href="/auth/login">${m.t('shell.logIn')}</a>`;
  }
  return html`<details class="dropdown pl-account" data-pl-menu>
<summary class="btn btn-ghost" title="${m.t('shell.account')}"><span class="avatar avatar-sm" data-pl-initials aria-hidden="true">${m.icon('user')}</span><span class="pl-account-name" data-pl-name>${m.t('shell.account')}</span></summary>
<div class="dropdown-menu dropdown-menu-end">
<a class="dropdown-item" href="/home">${m.icon('home')}${m.t('shell.home')}</a>
<a class="dropdown-item" href="/auth/profile">${m.icon('user-circle')}${m.t('shell.profile')}</a>
${
  m.account.isAdmin &&
  html`${editLink(m)}<a class="dropdown-item" href="/admin/users/invite">${m.icon('user-plus')}${m.t('shell.invite')}</a>
<a class="dropdown-item" href="/admin">${m.icon('settings')}${m.t('shell.admin')}</a>`
}
<div class="dropdown-divider"></div>
<form method="post" action="/auth/logout"><button class="dropdown-item" type="submit">${m.icon('logout')}${m.t('shell.logOut')}</button></form>
</div>
</details>`;
}

/** To the builder of the page or view. @param {ShellModel} m */
function editLink(m) {
  const [, kind, name] = /^\/(page|view)\/([a-z][a-z0-9_]*)/.exec(m.path) ?? [];
  return (
    kind &&
    html`<a class="dropdown-item" href="/admin/build/${kind}s/${name}">${m.icon('edit')}${m.t('shell.editPage')}</a>`
  );
}

/** Opens the palette; without scripts it leads to the search page. @param {ShellModel} m */
export function search(m) {
  if (!m.canSearch) return '';
  return html`<a class="btn btn-ghost pl-search-open" href="/search" data-pl-search aria-keyshortcuts="Control+K" title="${m.t('shell.search')}">${m.icon('search')}<span>${m.t('shell.search')}</span><kbd aria-hidden="true">Ctrl K</kbd></a>`;
}

/** What workflows ask the reader to decide. A script shows it to those who have tasks, since a page is the same for all. @param {ShellModel} m */
export function tasks(m) {
  if (!m.account.signedIn) return '';
  const label = m.t('shell.tasks');
  return html`<a class="btn btn-ghost btn-icon pl-bell" href="/tasks" data-pl-tasks hidden title="${label}">${m.icon('list-check')}<span class="visually-hidden">${label}</span> <span class="badge pl-bell-count"></span></a>`;
}

/** The reader's notifications; their number is filled in by a script. @param {ShellModel} m */
export function bell(m) {
  if (!m.account.signedIn) return '';
  const label = m.t('shell.notifications');
  return html`<a class="btn btn-ghost btn-icon pl-bell" href="/notifications" data-pl-bell title="${label}">${m.icon('bell')}<span class="visually-hidden">${label}</span> <span class="badge pl-bell-count" hidden></span></a>`;
}

/** Makes the page a favourite. Shows itself only once the script knows whether it is one. @param {ShellModel} m */
export function star(m) {
  if (!m.account.signedIn || !/^\/(page|view)\//.test(m.path)) return '';
  return html`<button class="btn btn-ghost btn-icon pl-favourite" type="button" data-pl-star hidden aria-pressed="false" aria-label="${m.t('shell.star')}" title="${m.t('shell.star')}">${m.icon('star')}${m.icon('star-filled')}</button>`;
}

/** Works by script only, so it shows itself only once the script runs. Its icons are in the style sheet, which browsers keep. @param {ShellModel} m */
export function modeSwitch(m) {
  return html`<button class="btn btn-ghost btn-icon pl-mode" type="button" data-pl-mode hidden aria-label="${m.t('shell.mode.toggle')}" title="${m.t('shell.mode.toggle')}"></button>`;
}
