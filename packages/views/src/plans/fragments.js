/** @import { PageBar, RenderEnv } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
import { raw } from '@plinth/plugin';

/**
 * A view on a page with the views within it, which can be kept apart from the page. takesMarks: what is not for it in an
 * address appears in its links at most, so a mark can stand for it.
 *
 * @typedef {{ index: number, end: number, reads: readonly string[], varies: { user: boolean, zone: boolean, time: boolean },
 *   takesMarks: boolean, isFor: (key: string) => boolean }} Fragment isFor: whether it reads this parameter of an address
 */
/**
 * A fragment during one request: printed before, or to be printed for an address with marks, in an environment that notes
 * what it is asked for.
 *
 * @typedef {{ before: { body: string, actions: string | null } | null, env: RenderEnv, query: URLSearchParams, reading: any,
 *   noteZone: <T>(work: () => T) => T, filled: (text: string) => string, refuse: () => void,
 *   keep: (body: string, actions: string | null) => void }} OpenFragment
 *   reading: of its statements; filled: with what the marks stand for; refuse: it is not for others; keep: for later
 *   requests, with marks
 */
/** @typedef {{ open: (fragment: Fragment) => OpenFragment | null }} Fragments open: null where it is printed as a part of the page */

/**
 * The fragments of a page, by the index of their first node.
 *
 * @param {readonly PlanNode[]} nodes
 * @param {(nodes: readonly PlanNode[]) => Pick<Fragment, 'reads' | 'varies'>} gather what several nodes read
 * @returns {ReadonlyMap<number, Fragment>}
 */
export function layFragments(nodes, gather) {
  const [main] = nodes;
  const found = new Map();
  // A view that is its own page reads all of the address.
  if (main.table || main.template !== '') return found;
  for (const { index, parent, compiled } of nodes) {
    if (parent !== 0 || !compiled) continue;
    const own = nodes.slice(index, endOf(nodes, index));
    const fragment = fragmentOf(own);
    if (fragment) found.set(index, Object.freeze({ ...fragment, ...gather(own) }));
  }
  return found;
}

/** Nodes within another come right behind it. @param {readonly PlanNode[]} nodes @param {number} index */
function endOf(nodes, index) {
  let end = index + 1;
  while (end < nodes.length && nodes[end].depth > nodes[index].depth) end++;
  return end;
}

/** @param {readonly PlanNode[]} own @returns {Omit<Fragment, 'reads' | 'varies'> | null} */
function fragmentOf(own) {
  const [first] = own;
  if ((first.embed?.relation.kind ?? 'independent') !== 'independent') return null;
  // A form that several views refer to is printed by whichever comes first.
  if (own.some(({ compiled }) => compiled && compiled.found.actionForms.size > 0)) return null;
  const views = own.filter(({ compiled }) => compiled);
  const names = new Set(views.map(({ name }) => name));
  const tables = new Set(views.map(({ table }) => table?.name ?? ''));
  return {
    index: first.index,
    end: first.index + own.length,
    takesMarks: !tables.has('') && views.every(({ compiled }) => !compiled?.found.varies.address),
    isFor: (key) => names.has(key.split(':')[0]) || tables.has(key.split('.')[0]),
  };
}

/**
 * Follows the nodes of a plan in their order: which fragment each belongs to.
 *
 * @param {ReadonlyMap<number, Fragment>} laid @param {Fragments | null} fragments null: nothing is kept
 */
export function createFragmentWalk(laid, fragments) {
  /** @type {OpenFragment | null} */
  let open = null;
  let end = 0;
  return (/** @type {PlanNode} */ { index }) => {
    if (index >= end) open = null;
    const fragment = fragments && laid.get(index);
    if (fragment) {
      open = fragments.open(fragment);
      end = fragment.end;
    }
    return open;
  };
}

/**
 * The top bar for a fragment, which notes what is put there.
 *
 * @param {PageBar | null} bar @param {OpenFragment} fragment
 * @returns {{ bar: PageBar | null, actions: () => string | null }}
 */
export function notedBar(bar, fragment) {
  /** @type {string | null} */
  let noted = null;
  if (!bar) return { bar, actions: () => noted };
  const put = (/** @type {Parameters<PageBar['put']>[0]} */ { title, actions }) => {
    noted = actions?.text ?? null;
    // Safe: what a view printed.
    bar.put({ title, actions: actions && raw(fragment.filled(actions.text)) });
  };
  return { bar: { title: bar.title, leads: bar.leads, put }, actions: () => noted };
}
