/** @import { Html, PageBar } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
import { html } from '@plinth/plugin';

/**
 * What a page shows in its top bar. title: an `h1`; null: the page's usual one, unless its body has one of its own.
 *
 * @typedef {{ title: Html | null, actions: Html | null }} BarParts
 */

/**
 * Collects the top bar's content while the views of a page are rendered. The view that was asked for leads; on a page, so
 * does the view it starts with, but the page has its title already.
 *
 * @param {PlanNode} root
 */
export function createPageBar({ compiled, template }) {
  const about = template === '' ? (compiled?.about ?? null) : null;
  /** @type {BarParts} */
  const parts = { title: null, actions: null };

  /** @param {Parameters<PageBar['put']>[0]} more */
  const put = ({ title, actions }) => {
    if (title && String(title) !== '') parts.title = typeof title === 'string' ? html`<h1>${title}</h1>` : title;
    if (actions && actions.text !== '') parts.actions = actions;
  };

  return {
    /** @param {Pick<PlanNode, 'parent' | 'index' | 'name'>} node @returns {PageBar | null} */
    of({ parent, index, name }) {
      if (parent < 0) return { title: about?.title ?? '', leads: true, put };
      if (!about || parent !== 0) return null;
      const leads = index === 1 && name === about.view;
      return { title: about.title, leads, put: ({ actions }) => leads && put({ actions }) };
    },
    /** @returns {BarParts} */
    parts: () => parts,
  };
}
