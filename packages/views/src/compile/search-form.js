/** @import { Rendered } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, html } from '@plinth/plugin';

/**
 * A search form for a list or feed of the page: a plain GET form that keeps the other URL parameters.
 *
 * @param {Scope} scope @param {string} view @param {{ label?: string, placeholder?: string }} options
 * @returns {Rendered}
 */
export function searchForm(scope, view, options) {
  if (scope.mode === 'form') {
    throw new AppError('ELEMENT_MISPLACED', "A search bar can't be placed inside a form", { status: 422 });
  }
  const { catalog, icon, t } = scope.compilation;
  const label = t(options.label || 'views.list.search');
  const placeholder = t(options.placeholder || options.label || 'views.list.search');
  const name = catalog.view(view).name;
  const parameter = `${name}:q`;
  const glass = icon('search');

  return (m) => {
    const value = m.state.query[parameter] ?? '';
    const keep = m.location.hidden((key) => key === parameter || key === `${name}:after` || key === `${name}:before`);
    const id = `${m.location.id}-search-${name}`;
    return html`<form class="pl-search" role="search" method="get" action="${m.location.path}">${keep}<label class="visually-hidden" for="${id}">${label}</label><div class="input-group"><input class="form-control" type="search" id="${id}" name="${parameter}" value="${value}" placeholder="${placeholder}" maxlength="200"><button class="btn btn-icon" type="submit" aria-label="${label}">${glass}</button></div></form>`;
  };
}
