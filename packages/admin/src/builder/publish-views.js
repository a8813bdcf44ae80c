import { mapReferences } from '@plinth/plugin';
import { changeNode } from '@plinth/builder';
import { freeName } from '../objects/names.js';
import { changedBody, newBody } from './draft-views.js';

/** @import { Catalog, Registry, Values } from '@plinth/plugin' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { ViewsByNode } from './draft-views.js' */

/**
 * The edits that make the views of a draft real, and the draft with the names that they get: somebody else may have made
 * views of these names meanwhile.
 *
 * @param {Draft} draft without its views @param {ViewsByNode} views
 * @param {{ catalog: Catalog, registry: Registry, roles: readonly string[] }} around catalog: as published; roles: of new ones
 * @returns {{ edits: { edit: string, input: Values }[], draft: Draft }}
 */
export function viewEdits(draft, views, { catalog, registry, roles }) {
  const all = [...views.values()].flatMap((own) => Object.entries(own));
  const made = new Map(all.filter(([, { template }]) => template));
  const changed = new Map(all.filter(([, { template }]) => !template));
  const names = freeNames([...made.keys()], catalog);
  const renamed = (/** @type {any} */ body) =>
    mapReferences({ kind: 'view', body }, { registry, catalog }, ({ kind, name }) =>
      kind === 'view' ? names.get(name) : undefined,
    );
  const added = [...made].flatMap(([name, one]) => {
    const body = newBody(names.get(name) ?? name, one, catalog, roles);
    return body ? [{ edit: 'add-view', input: { view: renamed(body) } }] : [];
  });
  const others = [...changed].flatMap(([name, one]) => {
    const body = changedBody(name, one, catalog);
    if (!body) return [];
    const { label, config } = renamed(body);
    return [{ edit: 'change-view', input: { view: name, changes: { label, config } } }];
  });
  let named = draft;
  for (const [id, own] of views)
    named = changeNode(named, id, (node) => {
      const view = own[node.settings?.view]?.template ? names.get(node.settings?.view) : undefined;
      return view ? { ...node, settings: { ...node.settings, view } } : node;
    });
  return { edits: [...added, ...others], draft: named };
}

/** @param {readonly string[]} names @param {Catalog} catalog @returns {Map<string, string>} */
function freeNames(names, catalog) {
  /** @type {Map<string, string>} */
  const free = new Map();
  for (const name of names) {
    const isTaken = (/** @type {string} */ one) => catalog.hasView(one) || [...free.values()].includes(one);
    free.set(name, freeName(name, isTaken));
  }
  return free;
}
