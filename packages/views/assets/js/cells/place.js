// Where boxes float: over a cell, or below it (above, where there is no room below).
const GAP = 2;

/** @param {HTMLElement} box @param {Element} cell @param {{ grow?: boolean }} [options] grow: as large as the cell at least */
export function over(box, cell, { grow = false } = {}) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const wide = Math.min(Math.max(width, grow ? 160 : 0), room);
  const isRtl = getComputedStyle(cell).direction === 'rtl';
  const start = isRtl ? left + width - wide : left;
  set(box, { left: Math.max(0, Math.min(start, room - wide)), top, width: wide });
  box.style.minHeight = `${height}px`;
}

/** @param {HTMLElement} box @param {Element} cell */
export function below(box, cell) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight } = box;
  const start = getComputedStyle(cell).direction === 'rtl' ? right - offsetWidth : left;
  const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight;
  set(box, {
    left: Math.max(0, Math.min(start, clientWidth - offsetWidth)),
    top: isAbove ? top - offsetHeight - GAP : bottom + GAP,
  });
}

/** @param {HTMLElement} box @param {Record<string, number>} numbers in px */
function set(box, numbers) {
  for (const [name, value] of Object.entries(numbers)) box.style.setProperty(name, `${Math.round(value)}px`);
}
