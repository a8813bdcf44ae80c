/** @import { Catalog, EmbeddedView, FormModel, Html, Query, Actor, ViewState, Table } from '@plinth/plugin' */
/** @import { Compiled } from '../compile/scope.js' */
/** @import { Relate, RowScope } from './relation-scope.js' */
import { APP_LIMITS, AppError, html, phrase } from '@plinth/plugin';
import { createRelate, createRowScope } from './relation-scope.js';

/**
 * One view of a plan. Parents come before their children in the list of nodes.
 *
 * @typedef {{
 *   index: number, parent: number, depth: number, name: string, label: string, template: string, id: string,
 *   table: Table | null, roles: readonly string[], embed: EmbeddedView | null, compiled: Compiled | null,
 *   data: ((state: ViewState, actor: Actor, form?: FormModel | null) => Query) | null,
 *   start: string, relate: Relate, rowScope: (state: ViewState) => RowScope | null, fixed: URLSearchParams | null,
 * }} PlanNode
 */

/**
 * Lays out a view or page with all views embedded in it, recursively.
 *
 * @param {{ name: string, compiled: Compiled, roles: readonly string[], label: string, template: string }} root
 * @param {{ lookUp: (view: string) => { compiled: Compiled, roles: readonly string[], label: string, template: string
 *   },
 *   problem: (at: string, error: unknown) => void, catalog: Catalog }} options
 * @returns {PlanNode[]}
 */
export function layPlan(root, { lookUp, problem, catalog }) {
  /** @type {PlanNode[]} */
  const nodes = [];
  /** @type {Map<string, number>} */
  const seen = new Map();

  /**
   * @param {Omit<PlanNode, 'index' | 'id' | 'rowScope' | 'start'>} entry
   * @param {string[]} chain names of the surrounding views
   */
  const add = (entry, chain) => {
    const index = nodes.length;
    const count = (seen.get(entry.name) ?? 0) + 1;
    const isPage = entry.depth === 0 && !entry.table && entry.template === '';
    if (entry.compiled && !isPage) seen.set(entry.name, count);
    const id = isPage ? 'page' : `v-${entry.name}${count > 1 ? `-${count}` : ''}`;
    nodes.push({
      ...entry,
      index,
      id,
      rowScope: createRowScope(entry.depth, Boolean(entry.compiled?.view.missing)),
      start: sectionStart(entry, id),
    });
    for (const embed of entry.compiled?.found.embeds ?? []) place(embed, index, chain);
  };

  /** @param {EmbeddedView} embed @param {number} parent @param {string[]} chain */
  const place = (embed, parent, chain) => {
    const around = nodes[parent];
    const shared = {
      parent,
      depth: around.depth + 1,
      embed,
      relate: createRelate(embed.relation, around.table?.name ?? '', catalog),
      fixed: fixedState(embed.state),
    };
    if (embed.data) {
      const table = embed.relation.kind === 'child' ? embed.relation.relation.split('.')[0] : '';
      add(
        { ...shared, name: table, label: '', template: '', table: null, roles: [], compiled: null, data: embed.data },
        chain,
      );
      return;
    }
    try {
      refuseLoops(embed.view, chain, nodes.length);
      // Who sees the element that a view was made for sees the view.
      const { compiled, roles, label, template } = embed.made
        ? { ...embed.made, roles: ['public'] }
        : lookUp(embed.view);
      add({ ...shared, name: embed.view, label, template, table: compiled.table, roles, compiled, data: null }, [
        ...chain,
        embed.view,
      ]);
    } catch (error) {
      problem(`embed/${embed.view}`, error);
    }
  };

  // A page may have the same name as a view on it.
  add(rootNode(root), root.template === '' ? [] : [root.name]);
  return nodes;
}

/** @param {Parameters<typeof layPlan>[0]} root @returns {Omit<PlanNode, 'index' | 'id' | 'rowScope' | 'start'>} */
function rootNode({ name, label, template, compiled, roles }) {
  return {
    parent: -1,
    depth: 0,
    name,
    label,
    template,
    table: compiled.table,
    roles,
    embed: null,
    compiled,
    data: null,
    relate: (scope) => scope,
    fixed: null,
  };
}

/** @param {string} view @param {string[]} chain @param {number} count */
function refuseLoops(view, chain, count) {
  if (chain.includes(view)) {
    throw new AppError(
      'VIEW_RECURSION',
      phrase`The view "${view}" is placed inside itself: ${[...chain, view].join(' > ')}`,
      {
        status: 422,
        hint: 'Remove one of them',
      },
    );
  }
  if (chain.length > APP_LIMITS.pageViewLevels || count > APP_LIMITS.pageViews) {
    throw new AppError(
      'PAGE_TOO_LARGE',
      phrase`More than ${APP_LIMITS.pageViews} views, or views nested more than ${APP_LIMITS.pageViewLevels} levels deep`,
      {
        status: 422,
        hint: 'Distribute them over several pages',
      },
    );
  }
}

/** @param {Record<string, unknown>} state */
function fixedState(state) {
  const entries = Object.entries(state ?? {}).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((entry) => entry !== null && entry !== undefined && entry !== '')
      .map((entry) => [key, String(entry)]),
  );
  return entries.length > 0 ? new URLSearchParams(/** @type {[string, string][]} */ (entries)) : null;
}

/**
 * Boosted links and GET forms inside replace only this section.
 *
 * @param {Pick<PlanNode, 'template' | 'name' | 'compiled'>} node @param {string} id
 */
function sectionStart({ template, name, compiled }, id) {
  const target = `#${id}`;
  const live = compiled?.live ? html` data-pl-live` : '';
  return html`<section class="pl-view pl-view-${template}" id="${id}" data-view="${name}"${live} hx-target:inherited="${target}" hx-select:inherited="${target}" hx-swap:inherited="outerHTML" hx-select-oob:inherited="#pl-head">`
    .text;
}
