/** @import { Node, Page, Rendered } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { EMPTY, renderer } from '@plinth/plugin';
import { compileNode, compileNodes } from './element-compiler.js';

/** Elements that are buttons or hold some: beside a page's heading, they are its actions. */
const ACTIONS = new Set(['view_link', 'button', 'link', 'action_button', 'delete_button', 'dropdown']);

/** How many nodes of a layout may come before its heading, such as a line with category and author. */
const NEAR_TOP = 2;

/**
 * What a page is about: its title, and the view that it shows first if nothing comes before that.
 *
 * @typedef {{ title: string, view: string | null }} About
 * @param {Page} page @returns {About}
 */
export function aboutOf({ title, layout }) {
  const found = headOf(layout);
  const [first] = layout.children ?? [];
  const { relation = 'independent', view } = first?.settings ?? {};
  const isView = !found && first?.type === 'embed' && !first.visible && relation === 'independent';
  return { title: found?.heading.settings?.text || title, view: isView ? view : null };
}

/**
 * Compiles a layout so that the heading it starts with, and the buttons beside it, go to the page's top bar where there is
 * one.
 *
 * @param {Scope} scope @param {Node} root @returns {Rendered}
 */
export function compileWithBar(scope, root) {
  const found = headOf(root);
  if (!found) return compileNode(scope, root);
  const { place, heading, actions } = found;
  return compileNode({ ...scope, lifted: { place, compile } }, root);

  /** @param {Scope} inner @returns {Rendered} */
  function compile(inner) {
    const whole = renderer(compileNode(inner, place));
    // The same heading again says nothing more.
    const again = { ...inner, texts: [] };
    const title = renderer(compileNode(again, asTitle(heading)));
    const buttons = renderer(compileNodes(again, actions));
    return (m) => {
      if (!m.bar?.leads) return whole(m);
      m.bar.put({ title: title(m), actions: buttons(m) });
      return EMPTY;
    };
  }
}

/** @param {Node} heading @returns {Node} */
const asTitle = (heading) => ({
  ...heading,
  settings: { ...heading.settings, level: '1', size: 'normal', align: 'start' },
});

/**
 * The heading near the top of a layout, with the buttons beside it.
 *
 * @param {Node} root @returns {{ place: Node, heading: Node, actions: Node[] } | null}
 */
function headOf(root) {
  for (const place of root.children?.slice(0, NEAR_TOP) ?? []) {
    if (place.visible || root.type !== 'stack') continue;
    if (place.type === 'heading') return { place, heading: place, actions: [] };
    const [heading, ...actions] = place.children ?? [];
    const isRow = place.type === 'stack' && place.settings?.direction === 'row';
    if (isRow && heading?.type === 'heading' && !heading.visible && actions.every(isAction))
      return { place, heading, actions };
  }
  return null;
}

/** @param {Node} node @returns {boolean} */
function isAction({ type, children }) {
  return ACTIONS.has(type) || (type === 'stack' && (children ?? []).every(isAction));
}
