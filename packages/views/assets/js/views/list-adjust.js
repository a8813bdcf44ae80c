// Changes the columns of a list: in its menu, by dragging headings, and by dragging the edge between two of them. Loaded
// when somebody is about to do so.
import { followPointer } from '@plinth/plugin/browser/drag';
import { headsOf } from './list-columns.js';
import { addButtons, openOn } from './list-heads.js';

export { addButtons };

/** @import { Look } from './list-columns.js' */
/** @typedef {{ view: string, section: HTMLElement, menu: HTMLElement, table: HTMLTableElement | null }} List */
/** @typedef {{ lookOf: (view: string) => Look, show: (list: List, changes: Look) => void,
 *   keep: (list: List, changes: Look) => void, columnsOf: (list: List) => NonNullable<Look['columns']> }} Kept */

const NARROWEST = 40;
const WIDEST = 2000;
/** How near to the edge of a heading the pointer has to be, in px. */
const EDGE = 6;
const STEP = 16;

const STYLE = new URL('../../css/list-adjust.css', import.meta.url).href;
document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLE }));

/** @type {WeakSet<Element>} */
const known = new WeakSet();

/** @param {List} list @param {Kept} kept */
export function adjust(list, kept) {
  const { menu, table } = list;
  const part = menu.querySelector('[data-pl-columns]');
  if (part && part.childElementCount === 0) drawMenu(list, kept);
  addButtons(table);
  if (table?.tHead && !known.has(table.tHead)) {
    known.add(table.tHead);
    openOn(list, kept);
    watchHead(list, kept);
  }
}

/** @param {List} list @param {Kept} kept */
function drawMenu(list, kept) {
  const { menu, view, table } = list;
  const part = /** @type {HTMLElement} */ (menu.querySelector('[data-pl-columns]'));
  const heads = headsOf(table);
  part.replaceChildren(...heads.map((head) => entry(list, kept, head)));
  const frozen = /** @type {HTMLSelectElement | null} */ (menu.querySelector('[data-pl-freeze]'));
  if (frozen) {
    frozen.value = String(kept.lookOf(view).frozen ?? (Number(menu.dataset.plFrozen) || 0));
    frozen.onchange = () => kept.keep(list, { frozen: Number(frozen.value) });
  }
  const reset = /** @type {HTMLElement | null} */ (menu.querySelector('[data-pl-reset]'));
  if (reset)
    reset.onclick = () => {
      kept.keep(list, { columns: [], frozen: null });
      drawMenu(list, kept);
    };
}

/** @param {List} list @param {Kept} kept @param {HTMLElement} head */
function entry(list, kept, head) {
  const { key = '', name = key } = head.dataset;
  const row = make('div', { className: 'pl-column' });
  const box = make('input', { type: 'checkbox', className: 'form-check-input', checked: !head.hidden });
  box.addEventListener('change', () => {
    const columns = kept
      .columnsOf(list)
      .map((column) => (column.key === key ? { ...column, hidden: !box.checked } : column));
    kept.keep(list, { columns });
    again(list, kept, key, 'input');
  });
  const label = make('label', { className: 'pl-pick' }, box, make('span', { textContent: name }));
  const step = (/** @type {number} */ by, /** @type {string} */ mark, /** @type {string | undefined} */ text) => {
    const button = make('button', { type: 'button', className: 'btn btn-sm btn-icon btn-ghost', textContent: mark });
    button.ariaLabel = (text ?? '').replace('{column}', name);
    button.addEventListener('click', () => shift(list, kept, key, by, by < 0 ? 'button' : 'button:last-child'));
    return button;
  };
  const { plUp, plDown } = /** @type {HTMLElement} */ (list.menu.querySelector('[data-pl-columns]')).dataset;
  row.append(label, step(-1, '↑', plUp), step(1, '↓', plDown));
  row.dataset.key = key;
  row.addEventListener('keydown', (event) => {
    if (!event.shiftKey || !/^Arrow/.test(event.key)) return;
    event.preventDefault();
    const rtl = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by) shift(list, kept, key, by, 'input');
    else if (!head.hidden) widen(list, kept, head, (event.key === 'ArrowRight' ? STEP : -STEP) * rtl);
  });
  return row;
}

/** @param {List} list @param {Kept} kept @param {string} key @param {number} by @param {string} focused */
function shift(list, kept, key, by, focused) {
  const columns = kept.columnsOf(list);
  const at = columns.findIndex((column) => column.key === key);
  const to = at + by;
  if (to >= 0 && to < columns.length) {
    columns.splice(to, 0, ...columns.splice(at, 1));
    kept.keep(list, { columns });
  }
  again(list, kept, key, focused);
}

/** @param {List} list @param {Kept} kept @param {string} key @param {string} focused */
function again(list, kept, key, focused) {
  drawMenu(list, kept);
  const row = list.menu.querySelector(`.pl-column[data-key="${CSS.escape(key)}"]`);
  /** @type {HTMLElement | null | undefined} */ (row?.querySelector(focused))?.focus();
}

/** Widths of all columns, as they are now: one of them can't have one alone. @param {List} list @param {Kept} kept */
function measured(list, kept) {
  const now = new Map(headsOf(list.table).map((head) => [head.dataset.key, head]));
  return kept.columnsOf(list).map((column) => {
    const head = now.get(column.key);
    return head && !head.hidden ? { ...column, width: within(head.getBoundingClientRect().width) } : column;
  });
}

/** @param {number} width */
const within = (width) => Math.round(Math.min(Math.max(width, NARROWEST), WIDEST));

/** @param {List} list @param {Kept} kept @param {HTMLElement} head @param {number} by */
function widen(list, kept, head, by) {
  const columns = measured(list, kept);
  const column = columns.find(({ key }) => key === head.dataset.key);
  if (column) column.width = within((column.width ?? 0) + by);
  kept.keep(list, { columns });
}

/** @param {List} list @param {Kept} kept */
function watchHead(list, kept) {
  const head = /** @type {HTMLTableSectionElement} */ (list.table?.tHead);
  const cellAt = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement | null} */ (target instanceof Element && target.closest('th[data-key]'));
  head.addEventListener('pointermove', (event) => {
    const cell = cellAt(event);
    if (cell) cell.classList.toggle('pl-edge', isEdge(cell, event));
  });
  head.addEventListener('pointerdown', (event) => {
    const cell = cellAt(event);
    if (
      !cell ||
      event.button !== 0 ||
      (event.target instanceof Element && event.target.closest('button')) ||
      event.pointerType === 'touch' ||
      matchMedia('(max-width: 575px)').matches
    )
      return;
    if (isEdge(cell, event)) startWidth(list, kept, cell, event);
    else startMove(list, kept, cell, event);
  });
  head.addEventListener('dblclick', (event) => {
    const cell = cellAt(event);
    if (cell && isEdge(cell, event)) fit(list, kept, cell);
  });
}

/** @param {HTMLElement} cell @param {MouseEvent} event */
function isEdge(cell, { clientX }) {
  const { left, right } = cell.getBoundingClientRect();
  const isLeft = getComputedStyle(cell).direction === 'rtl';
  return isLeft ? clientX - left <= EDGE : right - clientX <= EDGE;
}

/** As wide as its widest content. @param {List} list @param {Kept} kept @param {HTMLElement} head */
function fit(list, kept, head) {
  const columns = measured(list, kept);
  const at = /** @type {HTMLTableCellElement} */ (head).cellIndex;
  const column = columns.find(({ key }) => key === head.dataset.key);
  if (!column) return;
  // Narrow first, because content is never narrower than its cell.
  column.width = NARROWEST;
  kept.keep(list, { columns });
  const rows = [...(list.table?.rows ?? [])].filter(({ cells }) => cells.length > at && cells[at].colSpan === 1);
  const wanted = within(Math.max(...rows.map(({ cells }) => cells[at].scrollWidth + 2)));
  kept.keep(list, { columns: columns.map((one) => (one === column ? { ...one, width: wanted } : one)) });
}

/** @param {List} list @param {Kept} kept @param {HTMLElement} cell @param {PointerEvent} event */
function startWidth(list, kept, cell, event) {
  event.preventDefault();
  const columns = measured(list, kept);
  const column = columns.find(({ key }) => key === cell.dataset.key);
  if (!column) return;
  const start = { x: event.clientX, width: column.width ?? 0 };
  const rtl = getComputedStyle(cell).direction === 'rtl' ? -1 : 1;
  followPointer(event, {
    start: () => hold(true),
    move: ({ x }) => {
      column.width = within(start.width + (x - start.x) * rtl);
      kept.show(list, { columns });
    },
    end() {
      hold(false);
      kept.keep(list, { columns });
    },
    cancel() {
      hold(false);
      kept.show(list, {});
    },
  });
}

/** @param {boolean} isDragged */
const hold = (isDragged) => document.documentElement.classList.toggle('pl-dragging', isDragged);

/** @param {List} list @param {Kept} kept @param {HTMLElement} cell @param {PointerEvent} event */
function startMove(list, kept, cell, event) {
  const heads = headsOf(list.table);
  const rtl = getComputedStyle(cell).direction === 'rtl';
  /** @type {HTMLElement | null} */
  let over = null;
  let isAfter = false;
  const mark = () => {
    for (const head of heads) {
      head.classList.toggle('pl-drop-before', head === over && !isAfter);
      head.classList.toggle('pl-drop-after', head === over && isAfter);
    }
  };
  const stop = () => {
    const target = over;
    over = null;
    mark();
    cell.classList.remove('pl-dragged');
    hold(false);
    return target;
  };
  followPointer(event, {
    start() {
      hold(true);
      cell.classList.add('pl-dragged');
    },
    move: ({ x }) => {
      over = heads.find((head) => !head.hidden && isOver(head, x)) ?? over;
      if (!over) return;
      const { left, width } = over.getBoundingClientRect();
      isAfter = x > left + width / 2 !== rtl;
      mark();
    },
    end() {
      const target = stop();
      if (target && target !== cell) drop(list, kept, cell, target, isAfter);
    },
    cancel: stop,
  });
}

/** @param {HTMLElement} head @param {number} x */
function isOver(head, x) {
  const { left, right } = head.getBoundingClientRect();
  return x >= left && x < right;
}

/** @param {List} list @param {Kept} kept @param {HTMLElement} cell @param {HTMLElement} target @param {boolean} isAfter */
function drop(list, kept, cell, target, isAfter) {
  const all = kept.columnsOf(list);
  const rest = all.filter(({ key }) => key !== cell.dataset.key);
  const at = rest.findIndex(({ key }) => key === target.dataset.key) + (isAfter ? 1 : 0);
  rest.splice(at, 0, ...all.filter(({ key }) => key === cell.dataset.key));
  kept.keep(list, { columns: rest });
  if (list.menu.querySelector('.pl-column')) drawMenu(list, kept);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} props @param {...Node} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, props, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}
