/** @import { Html, RenderContext, Table, View, Translate, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * The card (or plain block) around a view's content, with its heading and what is beside it.
 *
 * What leads a page has its title and main action in the page's top bar.
 *
 * @param {{ label: string, config: Values }} view @param {Translate} t
 * @returns {(parts: { heading?: string | null, create?: Html | null, actions?: Html | null, body: Html,
 *   footer?: Html | null, flush?: boolean }, context: Pick<RenderContext, 'bar'>) => Html}
 *   heading: instead of the view's label, unless the view has a title; create: the main action; flush: the body reaches the card's edges (tables);
 */
export function createFrame(view, t) {
  const { title, showTitle, frame } = view.config;
  const usual = showTitle === false ? null : title ? t(title) : view.label;
  const plain = frame === 'plain';

  return ({ heading: own, create, actions: others, body, footer, flush }, { bar }) => {
    const title = own ?? usual;
    if (bar?.leads) bar.put({ title, actions: create });
    const heading = bar && (bar.leads || bar.title === title) ? null : title;
    const button = bar?.leads ? null : create;
    const actions = others || button ? html`${others}${button}` : null;
    const head =
      heading || actions
        ? html`<div class="${plain ? 'pl-view-header' : 'card-header'}">${
            heading && html`<h2 class="card-title">${heading}</h2>`
          }${actions && html`<div class="card-actions">${actions}</div>`}</div>`
        : '';
    if (plain) return html`${head}${body}${footer && html`<div class="pl-view-footer">${footer}</div>`}`;
    const inner = flush ? body : html`<div class="card-body">${body}</div>`;
    return html`<div class="card">${head}${inner}${footer && html`<div class="card-footer">${footer}</div>`}</div>`;
  };
}
