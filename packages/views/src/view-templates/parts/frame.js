/** @import { Html, Table, View, Translate } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * The card (or plain block) around a view's content, with its heading and what is beside it.
 *
 * @param {{ label: string, config: any }} view @param {Translate} t
 * @returns {(parts: { heading?: string | null, actions?: Html | string | null, body: Html, footer?: Html | null,
 *   flush?: boolean }) => Html}
 *   heading: instead of the view's label, unless the view has a title; flush: the body reaches the card's edges (tables);
 *   flush: the body reaches the card's edges (tables)
 */
export function createFrame(view, t) {
  const { title, showTitle, frame } = view.config;
  const usual = showTitle === false ? null : title ? t(title) : view.label;
  const plain = frame === 'plain';

  return ({ heading: own, actions, body, footer, flush }) => {
    const heading = own ?? usual;
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
