/** @import { Actions } from '../drafts/actions.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { Pieces } from './pieces.js' */

/**
 * What the command palette offers: first what can be done with the selection, then everything that can be inserted.
 *
 * @param {Editor} editor @param {Actions} actions @param {{ copy: (text: string) => void, pieces: Pieces }} options
 * @returns {import('./palette.js').Group[]}
 */
export function commandGroups(editor, actions, { copy, pieces }) {
  const { palette } = editor.state;
  if (!editor.selected.length) return palette;
  const containers = ['card', 'columns', 'container'].flatMap((type) => editor.elements.get(type) ?? []);
  const items = [
    { label: editor.text('duplicateOne'), icon: '', run: () => actions.duplicate() },
    ...containers.map(({ name, label, icon }) => ({
      label: editor.text('wrapIn', { name: label }),
      icon,
      run: () => actions.wrap(name),
    })),
    { label: editor.text('unwrapOne'), icon: '', run: () => actions.unwrap() },
    { label: editor.text('copyOne'), icon: '', run: () => copy(actions.copy() ?? '') },
    { label: editor.text('selectParent'), icon: '', run: () => actions.parent() },
    ...pieces.commands(),
    { label: editor.text('removeOne'), icon: '', run: () => actions.remove() },
  ].map((one) => ({ ...one, hint: '', words: '', nodes: [] }));
  return [...palette, { name: 'selection', label: editor.text('doWith'), items }];
}
