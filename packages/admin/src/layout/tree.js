import { namesWithin, referenceExists } from '@plinth/data';
import { mapReferences } from '@plinth/plugin';
import { innerTable, tableAt } from './elements.js';
import { titleOf } from './fitting.js';

/** @import { Catalog, Node, Registry, Table } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/** Settings that describe a node best. */
const TELLING = ['field', 'titleField', 'path', 'view', 'relation', 'name', 'url'];

/**
 * What distinguishes each node of a tree that has such a hint.
 *
 * @param {Registry} registry @param {Request} req @param {{ root: Node, table: Table | null }} layout table: whose rows it shows
 * @returns {[id: string, hint: string][]}
 */
export function treeHints(registry, { ctx: { t, catalog } }, { root, table }) {
  /** @param {Node} node @param {Table | null} here @returns {[string, string][]} */
  const step = (node, here) => {
    const inner = innerTable(registry, catalog, node, here);
    const hint = t(hintOf(registry, node, catalog, here));
    return [
      ...(hint ? [/** @type {[string, string]} */ ([node.id, hint])] : []),
      ...(node.children ?? []).flatMap((child) => step(child, inner)),
    ];
  };
  return step(root, table);
}

/**
 * What distinguishes a node from others of its kind, for the whole tree that it belongs to.
 *
 * @param {Registry} registry @param {Node} node @param {Catalog} catalog
 * @param {{ root: Node, table: Table | null }} layout table: whose rows it shows
 */
export const nodeHint = (registry, node, catalog, { root, table }) =>
  hintOf(registry, node, catalog, tableAt(registry, catalog, root, node.id, table));

/**
 * What distinguishes a node from others of its kind: a field or view by its label, a text by its beginning.
 *
 * @param {Registry} registry @param {Node} node @param {Catalog} catalog @param {Table | null | undefined} table the
 *   surrounding one
 */
function hintOf(registry, node, catalog, table) {
  const title = titleOf(registry, node);
  if (title) return short(title);
  const piece = node.settings?.use?.piece;
  if (typeof piece === 'string') return catalog.hasPiece(piece) ? catalog.piece(piece).label : piece;
  const name = TELLING.find((name) => typeof node.settings?.[name] === 'string' && node.settings[name]);
  if (!name) return '';
  const text = String(node.settings?.[name]);
  // An embedded view with rows of its own.
  if (name === 'relation' && text === 'independent') return '';
  if (table?.hasField(text)) return table.field(text).label;
  if (name === 'view' && catalog.hasView(text)) return catalog.view(text).label || text;
  return short(text);
}

/** Without the marks of Markdown. @param {string} text */
const short = (text) =>
  text
    .replaceAll(/^[#>]+|[*`]/gm, '')
    .trim()
    .slice(0, 60);

/**
 * Dangling references of a draft: missing fields, views, pages and roles, by the node that names them.
 *
 * @param {Registry} registry @param {Request} req @param {{ kind: 'view' | 'page' | 'piece', body: unknown }} object
 * @returns {Map<string, string[]>}
 */
export function brokenNodes(registry, { ctx: { t, catalog } }, object) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  mapReferences(
    { kind: object.kind, body: object.body },
    { registry, catalog },
    namesWithin(catalog, (reference) => {
      if (referenceExists(catalog, reference)) return;
      const id = /\/([a-z0-9_-]+)/i.exec(reference.at)?.[1] ?? '';
      const message = goneText(reference, t);
      found.set(id, [...new Set([...(found.get(id) ?? []), message])]);
    }),
  );
  return found;
}

/** @param {import('@plinth/plugin').Reference} reference @param {import('@plinth/plugin').Translate} t */
function goneText({ kind, name }, t) {
  if (String(kind) === 'definition') return t('admin.layout.unknown', { type: name });
  return t('admin.layout.gone', { kind: t(`admin.kind.${kind}`), name });
}
