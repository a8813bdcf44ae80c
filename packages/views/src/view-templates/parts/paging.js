/** @import { Html, ViewLocation, Result, Translate, ViewCompiler } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * Links to the next and the previous page; nothing if there is only one.
 *
 * @param {Pick<ViewCompiler, 't' | 'icon'>} c
 * @returns {(result: Result | null, location: ViewLocation, at?: { next: number, previous: number }) => Html | null}
 *   at: how many rows are before those pages, where it is known
 */
export function createPaging({ t, icon }) {
  const left = icon('chevron-left');
  const right = icon('chevron-right');
  const labels = { nav: t('views.paging'), previous: t('views.paging.previous'), next: t('views.paging.next') };

  return (result, location, at) => {
    if (!result || (!result.next && !result.previous)) return null;
    const previous =
      result.previous &&
      html`<a class="btn btn-sm" rel="prev" href="${location.href({ before: result.previous, after: null, at: at ? String(at.previous) : null })}">${left}<span>${labels.previous}</span></a>`;
    const next =
      result.next &&
      html`<a class="btn btn-sm" rel="next" href="${location.href({ after: result.next, before: null, at: at ? String(at.next) : null })}"><span>${labels.next}</span>${right}</a>`;
    return html`<nav class="pl-paging btn-list" aria-label="${labels.nav}" hx-boost:inherited="true">${previous}${next}</nav>`;
  };
}
