// Views are made here: the palette offers "List of...", this asks of which table.
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { insertNodes } from '../../model/document.js';
import { withNewIds } from '../../model/ids.js';
import { placeNear } from '../../model/places.js';
import { findNode } from '../../model/tree.js';
import { post } from '../../kit/requests.js';
import { fold } from './palette.js';

/** @import { Editor } from '../drafts/editor.js' */
/** @import { Item } from './palette.js' */
/** @import { Place } from '../../model/document.js' */

/** @typedef {{ name: string, label: string }} Table */

/**
 * @param {{ editor: Editor, announce: (text: string, isProblem?: boolean) => void, placed: (id: string) => void, onClose: () => void }} parts
 *   placed: shows what was inserted
 * @returns {(item: Item, place?: Place) => void} place: where it was dropped; near the selection otherwise
 */
export function createViewMaking({ editor, announce, placed, onClose }) {
  /** @type {ReturnType<typeof createDialog> | null} */
  let dialog = null;

  /** @param {Item} item @param {Table} table @param {Place | null} wanted */
  async function make({ make: template }, table, wanted) {
    const sent = { draft: editor.draft, template, table: table.name };
    const { status, answer } = await post(`${editor.state.url}/make-view`, sent);
    if (status !== 200) {
      const said = [answer.title ?? answer.message, answer.hint].filter(Boolean).join('. ');
      return announce(said || (document.body.dataset.tFailed ?? ''), true);
    }
    const node = withNewIds(answer.node);
    // The place may be gone by now.
    const isThere = wanted && findNode(editor.draft, wanted.parent);
    const place = isThere
      ? wanted
      : placeNear(editor.draft, editor.selected.at(-1) ?? null, [node.type], editor.accepts);
    if (!place) return announce(editor.text('noPlace', { name: table.label }), true);
    editor.change(insertNodes(editor.draft, [node], place), { label: editor.text('insert'), select: [node.id] });
    announce(editor.text('viewMade', { name: answer.label }));
    placed(node.id);
  }

  return (item, place) => {
    dialog ??= createDialog(editor, onClose);
    dialog.open(item, (table) => void make(item, table, place ?? null));
  };
}

/** @param {Editor} editor @param {() => void} onClose */
function createDialog(editor, onClose) {
  const box = Object.assign(document.createElement('dialog'), { className: 'modal bld-commands bld-tables' });
  const input = Object.assign(document.createElement('input'), {
    type: 'text',
    className: 'form-control',
    autocomplete: 'off',
  });
  const title = Object.assign(document.createElement('h2'), { className: 'bld-group', id: 'bld-tables-title' });
  const list = Object.assign(document.createElement('div'), { id: 'bld-table-list' });
  const none = Object.assign(document.createElement('p'), { className: 'bld-hint' });
  const create = Object.assign(document.createElement('a'), {
    className: 'btn btn-sm',
    href: '/admin/tables',
    target: '_blank',
    textContent: editor.text('newTable'),
  });
  const foot = Object.assign(document.createElement('p'), { className: 'bld-tables-foot' });
  foot.append(create);
  box.setAttribute('aria-labelledby', title.id);
  list.setAttribute('aria-labelledby', title.id);
  Object.assign(input, { role: 'combobox', ariaExpanded: 'true', placeholder: editor.text('findTable') });
  input.setAttribute('aria-labelledby', title.id);
  box.append(title, input, list, none, foot);
  document.body.append(box);
  /** @type {(table: Table) => void} */
  let choose = () => {};
  /** @type {Table[]} */
  let shown = [];
  const options = new ListBox(list, {
    input,
    choose: (_, i) => {
      const table = shown[i];
      box.close();
      choose(table);
    },
  });
  const draw = () => {
    const words = fold(input.value).trim();
    shown = editor.state.tables.filter(({ label }) => fold(label).includes(words));
    options.put(shown.map(({ label }) => optionOf(label, 'bld-item', 'div')));
    none.hidden = shown.length > 0;
    none.textContent = editor.text(editor.state.tables.length > 0 ? 'none' : 'noTables');
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (event) => {
    if (!options.key(event) && event.key === 'Enter') event.preventDefault();
  });
  box.addEventListener('click', ({ target }) => target === box && box.close());
  box.addEventListener('close', onClose);
  // A table made in another tab is offered at once.
  editor.addEventListener('offers', draw);
  return {
    /** @param {Item} item @param {(table: Table) => void} onChoose */
    open(item, onChoose) {
      choose = onChoose;
      title.textContent = item.label;
      input.value = '';
      box.showModal();
      draw();
      input.focus();
    },
  };
}
