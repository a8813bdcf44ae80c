/** @import { Request } from '../types.d.ts' */

/** What the browser code says of moves, by its own short names. */
const KEYS = [
  'admin.builder.move.elements',
  'admin.builder.move.settings',
  'admin.builder.move.move',
  'admin.builder.move.insert',
  'admin.builder.move.remove',
  'admin.builder.move.duplicate',
  'admin.builder.move.wrap',
  'admin.builder.move.unwrap',
  'admin.builder.move.resize',
  'admin.builder.move.paste',
  'admin.builder.move.type',
  'admin.builder.move.moved',
  'admin.builder.move.movedTo',
  'admin.builder.move.inserted',
  'admin.builder.move.cancelled',
  'admin.builder.move.noPlace',
  'admin.builder.move.undone',
  'admin.builder.move.redone',
  'admin.builder.move.nothingToUndo',
  'admin.builder.move.nothingToRedo',
  'admin.builder.move.cannotMove',
  'admin.builder.move.cannotRemove',
  'admin.builder.move.nothingSelected',
  'admin.builder.move.removed',
  'admin.builder.move.duplicated',
  'admin.builder.move.cannotWrap',
  'admin.builder.move.wrapped',
  'admin.builder.move.cannotUnwrap',
  'admin.builder.move.unwrapped',
  'admin.builder.move.notAColumn',
  'admin.builder.move.resized',
  'admin.builder.move.widths',
  'admin.builder.move.copied',
  'admin.builder.move.pasted',
  'admin.builder.move.paste.empty',
  'admin.builder.move.paste.rubbish',
  'admin.builder.move.paste.newer',
  'admin.builder.move.paste.unknown',
  'admin.builder.move.paste.large',
  'admin.builder.move.search',
  'admin.builder.move.none',
  'admin.builder.move.noLayout',
  'admin.builder.move.commands',
  'admin.builder.move.doWith',
  'admin.builder.move.invite',
  'admin.builder.move.dropHere',
  'admin.builder.move.shownEmpty',
  'admin.builder.move.kept',
  'admin.builder.move.merged',
  'admin.builder.move.mergedSomeone',
  'admin.builder.move.loggedOut',
  'admin.builder.move.stage',
  'admin.builder.move.path',
  'admin.builder.move.tools',
  'admin.builder.move.selectParent',
  'admin.builder.move.duplicateOne',
  'admin.builder.move.removeOne',
  'admin.builder.move.wrapIn',
  'admin.builder.move.unwrapOne',
  'admin.builder.move.dragOne',
  'admin.builder.move.copyOne',
  'admin.builder.move.piece',
  'admin.builder.move.pieceMade',
  'admin.builder.move.detach',
  'admin.builder.move.detached',
];
/** Texts that the page says as well. */
const ELSEWHERE = {
  pieces: 'admin.builder.palette.pieces',
  'tool.piece': 'admin.pieces.saveOne',
  'tool.openPiece': 'admin.pieces.open',
  'tool.detach': 'admin.pieces.detach',
};
const PREFIX = 'admin.builder.move.';
/** What the browser puts in itself. */
const VALUES = Object.fromEntries(
  ['name', 'parent', 'index', 'count', 'width', 'left', 'right'].map((name) => [name, `{${name}}`]),
);

/** @param {Request} req @returns {Record<string, string>} */
export const moveTexts = ({ ctx: { t } }) =>
  Object.fromEntries([
    ...KEYS.map((key) => [key.slice(PREFIX.length), t(key, VALUES)]),
    ...Object.entries(ELSEWHERE).map(([name, key]) => [name, t(key)]),
  ]);
