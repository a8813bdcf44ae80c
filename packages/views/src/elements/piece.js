import { defineElement } from '@plinth/plugin';

/** A saved piece of layout, with its parameters filled in. */
export const piece = defineElement({
  name: 'piece',
  order: 255,
  label: 'el.piece',
  icon: 'puzzle',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [{ name: 'use', type: 'piece', label: 'el.piece.use', required: true }],
  compile: (node, c) => c.piece(node.settings.use, node),
});
