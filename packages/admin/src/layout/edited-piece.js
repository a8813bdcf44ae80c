import { html, isFillable, walkLayout } from '@plinth/plugin';
import { freeName, nameOf } from '../objects/names.js';
import { plain } from '../objects/references.js';
import { listOfUses, usesOfPiece } from './piece-uses.js';
import { titleOf } from './fitting.js';

/** @import { Node, Piece, Registry, SettingsSchema, Translate, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from './draft.js' */
/** @import { Edited } from './object-screen.js' */

/** A stored piece to be edited. @param {Request} req @param {string} name @returns {Edited} */
export function editedPiece(req, name) {
  const { app, catalog, t } = req.ctx;
  const stored = catalog.piece(name);
  const { label, table, params, layout: own, id } = plain(stored);
  /** @param {Values} body @returns {Draft} */
  const draftOf = ({ label: said = '', name: called, description = '', params: chosen = [], layout = own }) => ({
    general: { label: said, name: called, description, params: chosenOf(chosen) },
    settings: {},
    layouts: { layout },
  });
  const draft = draftOf(plain(stored));
  const general = generalOf(fillableIn(draft, app.registry, t));
  /** @type {Edited} */
  const edited = {
    label: label || name,
    icon: 'puzzle',
    hasMenuButton: false,
    fixed: ['app', 'id', 'table'],
    notes: (asked) => usesNote(asked, stored),
    subject: {
      kind: 'piece',
      name,
      id,
      general,
      settings: [],
      form: true,
      layouts: [{ name: 'layout', label: 'admin.layout.layout' }],
      table: table && catalog.hasTable(table) ? catalog.table(table) : null,
    },
    draft,
    draftOf,
    bodyOf: ({ general: { description: text = '', params: chosen = [], ...own }, layouts: drawn }) => ({
      ...plain(stored),
      ...own,
      description: text,
      params: paramsOf(chosen, params),
      layout: drawn.layout,
    }),
    fit: (changed) => {
      const options = fillableIn(changed, app.registry, t);
      return { ...edited, subject: { ...edited.subject, general: generalOf(options, 'admin.pieces.paramsFill') } };
    },
  };
  return edited;
}

/** @param {readonly { value: string, label: string }[]} options what uses can fill in @param {string} [help] @returns {SettingsSchema} */
export const generalOf = (options, help) => [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.pieces.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  paramsSetting(options, help),
];

/** @param {readonly { value: string, label: string }[]} options @param {string} [help] @returns {import('@plinth/plugin').Setting} */
export const paramsSetting = (options, help = 'admin.pieces.paramsHelp') => ({
  name: 'params',
  type: 'list',
  label: 'admin.pieces.params',
  help,
  items: [
    { name: 'at', type: 'select', label: 'admin.pieces.setting', required: true, options },
    { name: 'label', type: 'text', label: 'admin.label', max: 80 },
  ],
});

/**
 * Settings of a layout's nodes that each use of it may fill in.
 *
 * @param {{ general?: Values, layouts: Record<string, Node> }} draft @param {Registry} registry @param {Translate} t
 * @returns {{ value: string, label: string }[]} value: node.setting, or node.setting.name of a parameter that is there
 */
export function fillableIn({ general, layouts: { layout } }, registry, t) {
  /** @type {string[]} */
  const chosen = (general?.params ?? []).map((/** @type {Values} */ { at }) => String(at));
  /** @type {{ value: string, label: string }[]} */
  const found = [];
  walkLayout(layout, (node) => {
    if (!registry.has('element', node.type)) return;
    const element = registry.element(node.type);
    const title = titleOf(registry, node).slice(0, 40) || String(node.settings?.field ?? '');
    for (const setting of element.settings.filter(isFillable)) {
      const words = { element: t(element.label), title, setting: t(setting.label ?? setting.name) };
      found.push({
        value: chosen.find((at) => at.startsWith(`${node.id}.${setting.name}.`)) ?? `${node.id}.${setting.name}`,
        label: t(title ? 'admin.pieces.ofNamed' : 'admin.pieces.of', words),
      });
    }
  });
  return found;
}

/** @param {Piece['params']} params */
export const chosenOf = (params) =>
  params.map(({ name, node, setting, label }) => ({ at: `${node}.${setting}.${name}`, label }));

/**
 * Parameters as stored: those that were there keep their names, which their uses know them by.
 *
 * @param {readonly { at: string, label?: string }[]} chosen @param {Piece['params']} before
 * @returns {{ name: string, label: string, node: string, setting: string }[]}
 */
export function paramsOf(chosen, before) {
  /** @type {{ name: string, label: string, node: string, setting: string }[]} */
  const params = [];
  for (const { at, label = '' } of chosen) {
    const [node, setting, own] = String(at).split('.');
    const same = before.find((one) => one.node === node && one.setting === setting);
    const taken = (/** @type {string} */ name) => [...params, ...before].some((one) => one.name === name);
    const name = own ?? same?.name ?? freeName(nameOf(label) || setting, taken);
    params.push({ name, label, node, setting });
  }
  return params;
}

/** @param {Request} req @param {Piece} piece */
async function usesNote(req, piece) {
  const { t } = req.ctx;
  const uses = await usesOfPiece(req, piece.name, piece);
  const { length } = uses.published;
  if (length + uses.drafts.length === 0) return html`<p class="text-secondary">${t('admin.pieces.unused')}</p>`;
  const said = length > 0 ? t('admin.pieces.usedIn', { count: length }) : t('admin.pieces.onlyInDrafts');
  return html`<details class="mb-3" open><summary>${said}</summary>${listOfUses(req, uses)}</details>`;
}
