/** @import { Catalog, Node } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import {
  checkSettings,
  inputInvalid,
  isFillable,
  node,
  phrase,
  pieceCycle,
  piecesIn,
  walkLayout,
} from '@plinth/plugin';
import { described } from './described.js';
import { checkLayoutSettings } from './layouts.js';
import { free, onlyKeys, pieceName } from './names.js';

const KEYS = ['name', 'label', 'description', 'app', 'table', 'params', 'layout'];
/** @type {import('@plinth/plugin').SettingsSchema} */
const PARAM = [
  { name: 'name', type: 'text', required: true, pattern: '[a-z][a-z0-9_]{0,62}' },
  { name: 'label', type: 'text', max: 200, default: '' },
  { name: 'node', type: 'text', required: true },
  { name: 'setting', type: 'text', required: true },
];
const MOST_PARAMS = 50;

/**
 * A piece in stored form.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string, name: string }} [self] the piece as it is
 * @returns {{ name: string, body: any }}
 */
export function checkPiece(input, { catalog, registry }, self) {
  onlyKeys('a piece', input, KEYS);
  const name = free('piece', pieceName(input.name), catalog.pieces, self?.id);
  const { layout, params = [] } = checkSettings(
    [
      { name: 'layout', type: 'layout' },
      { name: 'params', type: 'list', items: PARAM, max: MOST_PARAMS },
    ],
    { layout: input.layout ?? node('stack', {}, []), params: input.params ?? [] },
  );
  checkLayoutSettings(layout, registry, 'layout');
  refuseCycle(catalog, layout, [...new Set([name, self?.name ?? name])]);
  return {
    name,
    body: {
      ...described(input, name, catalog),
      table: input.table ? catalog.table(String(input.table)).name : null,
      params: checkParams(params, layout, registry),
      layout,
    },
  };
}

/**
 * Parameters of settings that are there. One whose node was removed is dropped with it.
 *
 * @param {any[]} params @param {Node} layout @param {Scope['registry']} registry
 */
function checkParams(params, layout, registry) {
  /** @type {Map<string, string>} */
  const types = new Map();
  walkLayout(layout, ({ id, type }) => void types.set(id, type));
  return params.flatMap((param, i) => {
    const type = types.get(param.node);
    if (type === undefined) return [];
    if (!registry.has('element', type)) return [param];
    const setting = registry.element(type).settings.find(({ name }) => name === param.setting);
    if (setting && isFillable(setting)) return [param];
    throw inputInvalid({ [`params.${i}.setting`]: phrase`"${param.setting}" of ${type} can't be filled in per use` });
  });
}

/** @param {Catalog} catalog @param {Node} layout @param {string[]} names of the piece itself */
function refuseCycle(catalog, layout, names) {
  /** @param {Node} at @param {string[]} path */
  const step = (at, path) => {
    for (const inner of piecesIn(at)) {
      const longer = [...path, inner];
      if (names.includes(inner)) throw pieceCycle(longer);
      if (catalog.hasPiece(inner) && !path.includes(inner)) step(catalog.piece(inner).layout, longer);
    }
  };
  step(layout, [names[0]]);
}
