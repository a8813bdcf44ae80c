/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * The search box of a list or feed: a GET form that keeps the rest of the address.
 *
 * @param {boolean} wanted @param {ViewCompiler} c
 * @returns {(context: RenderContext) => Html | null}
 */
export function createSearchBox(wanted, { t, icon }) {
  if (!wanted) return () => null;
  const label = t('views.list.search');
  const glass = icon('search');
  return ({ location, state }) => {
    const name = location.param('q');
    const id = `${location.id}-q`;
    return html`<form class="pl-search" method="get" action="${location.path}" hx-boost="true">${location.hidden(
      (key) => key === name,
    )}<label class="visually-hidden" for="${id}">${label}</label><div class="input-group"><input class="form-control form-control-sm" type="search" id="${id}" name="${name}" value="${state.search}" placeholder="${label}" maxlength="200"><button class="btn btn-sm btn-icon" type="submit" aria-label="${label}">${glass}</button></div></form>`;
  };
}
