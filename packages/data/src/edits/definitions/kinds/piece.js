/** @import { Catalog, Node, Piece, Values } from '@plinth/plugin' */
/** @import { Draft } from '../base/draft.js' */
/** @import { Scope } from '../../types.d.ts' */
import {
  AppError,
  checkSettings,
  defineKind,
  detachedPiece,
  inputInvalid,
  isFillable,
  node,
  nodeId,
  phrase,
  pieceCycle,
  piecesIn,
  walkLayout,
} from '@plinth/plugin';
import { notFound } from '../../../postgres/errors/not-found.js';
import { checkName } from '../base/check-object.js';
import { described } from '../base/described.js';
import { find } from '../base/find.js';
import { description, label, layout, name, table } from '../base/kind-settings.js';
import { checkLayoutSettings } from '../base/layouts.js';
import { YES_NO } from '../base/takes.js';

/** @type {import('@plinth/plugin').SettingsSchema} */
const PARAM = [
  { name: 'name', type: 'text', required: true, pattern: '[a-z][a-z0-9_]{0,62}' },
  { name: 'label', type: 'text', max: 200, default: '' },
  { name: 'node', type: 'text', required: true },
  { name: 'setting', type: 'text', required: true },
];
const MOST_PARAMS = 50;

export const piece = defineKind({
  name: 'piece',
  plural: 'pieces',
  label: 'piece',
  icon: 'puzzle',
  order: 50,
  schema: [
    label,
    description,
    table,
    {
      name: 'params',
      type: 'list',
      default: [],
      items: [
        name,
        label,
        { name: 'node', type: 'text', required: true },
        { name: 'setting', type: 'text', required: true },
      ],
    },
    layout,
  ],
  check: checkPiece,
  references(body, walk) {
    const about = body.table ?? null;
    if (about) body.table = walk.visit({ kind: 'table', name: about, at: 'table' });
    if (body.layout) body.layout = walk.layout(body.layout, about, 'layout');
    return body;
  },
  notFound: (wanted, known) =>
    notFound('PIECE_NOT_FOUND', phrase`There is no piece "${wanted}"`, {
      hint: (names) => phrase`Pieces here: ${names}`,
      known,
    }),
  edits: {
    add: { about: 'Adds a piece: a layout that views and pages share' },
    change: { about: 'Changes a piece wherever it is used' },
    remove: {
      about: 'Removes a piece; with `detach`, each place that uses it keeps a copy of its content',
      optional: { detach: YES_NO },
      plan: removePiece,
    },
  },
  documents: {
    installed: 10,
    inside: (object, at, check) => check.layout(object.layout, `${at}.layout`),
  },
  admin: { area: 'build/pieces' },
});

/**
 * A piece in stored form.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the piece as it is
 * @returns {{ name: string, body: unknown }}
 */
function checkPiece(input, { catalog, registry }, self) {
  const own = checkName(piece, input, { catalog }, self);
  const { layout: root, params = [] } = checkSettings(
    [
      { name: 'layout', type: 'layout' },
      { name: 'params', type: 'list', items: PARAM, max: MOST_PARAMS },
    ],
    { layout: input.layout ?? node('stack', {}, []), params: input.params ?? [] },
  );
  checkLayoutSettings(root, registry, 'layout', self);
  refuseCycle(catalog, root, [...new Set([own, self?.name ?? own])]);
  return {
    name: own,
    body: {
      ...described(input, own, catalog),
      table: input.table ? catalog.table(String(input.table)).name : null,
      params: checkParams(params, root, registry),
      layout: root,
    },
  };
}

/**
 * Parameters of settings that are there. One whose node was removed is dropped with it.
 *
 * @param {Values[]} params @param {Node} root @param {Scope['registry']} registry
 */
function checkParams(params, root, registry) {
  /** @type {Map<string, string>} */
  const types = new Map();
  walkLayout(root, ({ id, type }) => void types.set(id, type));
  return params.flatMap((param, i) => {
    const type = types.get(param.node);
    if (type === undefined) return [];
    if (!registry.has('element', type)) return [param];
    const setting = registry.element(type).settings.find(({ name }) => name === param.setting);
    if (setting && isFillable(setting)) return [param];
    throw inputInvalid({ [`params.${i}.setting`]: phrase`"${param.setting}" of ${type} can't be filled in per use` });
  });
}

/** @param {Catalog} catalog @param {Node} root @param {string[]} names of the piece itself */
function refuseCycle(catalog, root, names) {
  /** @param {Node} at @param {string[]} path */
  const step = (at, path) => {
    for (const inner of piecesIn(at)) {
      const longer = [...path, inner];
      if (names.includes(inner)) throw pieceCycle(longer);
      if (catalog.hasPiece(inner) && !path.includes(inner)) step(catalog.piece(inner).layout, longer);
    }
  };
  step(root, [names[0]]);
}

/**
 * Removes a piece. While it is used, only with `detach`: each use then becomes a copy of its content.
 *
 * @param {Draft} draft @param {Values} input @param {unknown} _ @param {() => void} remove
 */
function removePiece(draft, input, _, remove) {
  const gone = find(piece, draft.catalog, input.piece);
  const uses = usesOf(draft, gone.name);
  if (uses.length > 0 && input.detach !== true) throw pieceUsed(gone, uses);
  for (const { id, body } of uses) draft.change(id, { body: withLayouts(body, (root) => detached(root, gone)) });
  remove();
}

/** @param {Draft} draft @param {string} wanted */
const usesOf = ({ catalog }, wanted) =>
  [...catalog.objects.values()].filter(
    ({ kind, body }) =>
      ['view', 'page', 'piece'].includes(kind) && layoutsOf(body).some((root) => piecesIn(root).has(wanted)),
  );

/** @param {unknown} value @returns {value is Node} */
const isLayout = (value) => typeof value === 'object' && value !== null && 'id' in value && 'type' in value;

/** @param {Values} body @returns {Node[]} */
const layoutsOf = ({ layout: root, config = {} }) => [root, ...Object.values(config)].filter(isLayout);

/** @param {Values} body @param {(root: Node) => Node} change */
function withLayouts(body, change) {
  const each = (/** @type {unknown} */ value) => (isLayout(value) ? change(value) : value);
  const config = Object.fromEntries(Object.entries(body.config ?? {}).map(([key, value]) => [key, each(value)]));
  return { ...body, ...(body.layout && { layout: each(body.layout) }), ...(body.config && { config }) };
}

/** @param {Node} at @param {Piece} gone @returns {Node} */
function detached(at, gone) {
  if (at.type === 'piece' && at.settings?.use?.piece === gone.name) return detachedPiece(at, gone, nodeId);
  return at.children ? { ...at, children: at.children.map((child) => detached(child, gone)) } : at;
}

/** @param {Piece} piece @param {readonly { kind: string, name: string }[]} uses */
function pieceUsed({ label: title }, uses) {
  const places = uses.slice(0, 10).map((use) => `${use.kind} ${use.name}`);
  return new AppError('PIECE_USED', phrase`The piece "${title}" is used in ${places.join(', ')}`, {
    status: 409,
    hint: 'Remove it there first, or let each use keep a copy of its content ("detach": true)',
  });
}
