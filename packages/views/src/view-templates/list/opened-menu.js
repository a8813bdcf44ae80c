/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/**
 * A menu whose content is sent when it is opened, as most readers never do. Until then it holds a link to the same page with
 * the menu open, from where a script takes the content (list-menu.js).
 *
 * @param {{ name: string, classes: string, button: Html, atEnd?: boolean }} menu name: in the address, as `view:menu=name`
 * @param {ViewCompiler} c
 * @returns {(context: RenderContext, content: () => Html, attributes?: Html) => Html}
 */
export function createOpenedMenu({ name, classes, button, atEnd = false }, { t }) {
  const box = html`<div class="dropdown-menu${atEnd && ' dropdown-menu-end'} pl-pop"`;
  const more = t('list.group.next');
  return ({ location, state }, content, attributes = html``) => {
    const isOpen = state.query[location.param('menu')] === name;
    const href = `${location.href({ menu: name })}#${location.id}`;
    const inside = isOpen
      ? html` data-pl-sent="${name}" data-pl-from="${href}">${content()}`
      : html`><a class="dropdown-item" href="${href}" data-pl-send="${name}">${more}</a>`;
    return html`<details class="dropdown ${classes}" data-pl-menu${attributes}${attrs({ open: isOpen })}>${button}${box}${inside}</div></details>`;
  };
}
