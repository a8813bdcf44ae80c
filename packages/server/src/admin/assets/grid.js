// The data grid: arrows move, Enter or typing edits, Tab saves and goes on, Escape gives up. Each cell saves by itself.

const grid = /** @type {HTMLTableElement | null} */ (document.querySelector('[data-adm-grid]'));
if (grid) start(grid, grid.dataset.admGrid ?? '');

/** @param {HTMLTableElement} grid @param {string} base address of the rows */
function start(grid, base) {
  const says = document.getElementById('grid-says');
  /** @type {HTMLTableCellElement | null} */
  let open = null;
  let kept = '';

  const cells = () => /** @type {HTMLTableCellElement[]} */ ([...grid.querySelectorAll('td[data-field]')]);
  const first = cells()[0];
  if (first) first.tabIndex = 0;

  grid.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    const cell = /** @type {HTMLTableCellElement | null} */ (target.closest('td[data-field]'));
    if (!cell || cell === open || target.closest('a, button')) return;
    edit(cell);
  });
  grid.addEventListener('focusin', (event) => {
    const cell = /** @type {Element} */ (event.target).closest('td[data-field]');
    if (!cell) return;
    grid.querySelector('td[tabindex="0"]')?.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
  });
  // Leaving a cell with the mouse or by Tab saves it, as a spreadsheet does.
  grid.addEventListener('focusout', (event) => {
    if (open && !open.contains(/** @type {Node | null} */ (event.relatedTarget))) {
      const cell = open;
      setTimeout(() => cell === open && !cell.contains(document.activeElement) && document.hasFocus() && save(null));
    }
  });
  grid.addEventListener('keydown', onKey);
  grid.querySelector('[data-adm-all]')?.addEventListener('change', (event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    for (const box of grid.querySelectorAll('input[name=id]')) /** @type {HTMLInputElement} */ (box).checked = checked;
  });

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const cell = /** @type {HTMLTableCellElement | null} */ (
      /** @type {Element} */ (event.target).closest('td[data-field]')
    );
    if (!cell) return;
    if (cell === open) return onEditKey(event);
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (step) {
      event.preventDefault();
      neighbour(cell, step[0], step[1])?.focus();
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      edit(cell);
    } else if (
      event.key.length === 1 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      event.target === cell &&
      event.key !== ' '
    ) {
      event.preventDefault();
      edit(cell, event.key);
    }
  }

  /** @param {KeyboardEvent} event */
  function onEditKey(event) {
    const cell = /** @type {HTMLTableCellElement} */ (open);
    const many = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      event.preventDefault();
      close(cell, kept);
      cell.focus();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      save(() => next(cell, event.shiftKey ? -1 : 1));
    } else if (event.key === 'Enter' && !(many && event.shiftKey) && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      save(() => neighbour(cell, 1, 0) ?? cell);
    }
  }

  /** @param {HTMLTableCellElement} cell @param {string} [typed] */
  async function edit(cell, typed) {
    if (open) await save(null);
    if (open) return;
    const response = await fetch(address(cell), { headers: { accept: 'text/html' } });
    if (!response.ok) return say((await response.text()).slice(0, 200));
    kept = cell.innerHTML;
    open = cell;
    fill(cell, await response.text());
    const input = control(cell);
    if (typed !== undefined && input && 'value' in input && !(input instanceof HTMLSelectElement)) {
      if (input.type !== 'checkbox' && input.type !== 'date') input.value = typed;
    } else if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }

  /** @param {(() => HTMLElement | null) | null} then the cell to go to */
  async function save(then) {
    const cell = open;
    if (!cell || cell.ariaBusy === 'true') return;
    const body = new URLSearchParams();
    for (const input of cell.querySelectorAll('input, select, textarea'))
      add(body, /** @type {HTMLInputElement} */ (input));
    cell.ariaBusy = 'true';
    let response;
    try {
      response = await fetch(address(cell), { method: 'POST', body });
    } catch {
      cell.ariaBusy = 'false';
      return say(grid.dataset.offline ?? 'Offline');
    }
    cell.ariaBusy = 'false';
    const text = await response.text();
    if (response.ok) {
      close(cell, text);
      cell.classList.add('adm-cell-saved');
      setTimeout(() => cell.classList.remove('adm-cell-saved'), 900);
      say(`${cell.textContent?.trim()} ✓`);
      then?.()?.focus();
    } else if (response.status === 422 || response.status === 409) {
      fill(cell, text);
      say(cell.querySelector('.adm-cell-error')?.textContent ?? '');
    } else {
      close(cell, kept);
      say(`${response.status} ${response.statusText}`);
    }
  }

  /** @param {HTMLTableCellElement} cell @param {string} markup from our own server */
  function fill(cell, markup) {
    cell.innerHTML = markup;
    cell.classList.add('adm-cell-open');
    /** @type {any} */ (globalThis).htmx?.process(cell);
    cell.dispatchEvent(new CustomEvent('pl:added', { bubbles: true }));
    control(cell)?.focus();
  }

  /** @param {HTMLTableCellElement} cell @param {string} markup */
  function close(cell, markup) {
    open = null;
    cell.classList.remove('adm-cell-open');
    cell.innerHTML = markup;
  }

  /** @param {Element} cell */
  const address = (cell) =>
    `${base}/${encodeURIComponent(cell.closest('tr')?.dataset.id ?? '')}/cell/${/** @type {HTMLElement} */ (cell).dataset.field}`;

  /** @param {HTMLTableCellElement} cell @param {number} down @param {number} right @returns {HTMLElement | null} */
  function neighbour(cell, down, right) {
    const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    if (down) {
      const other = /** @type {HTMLTableRowElement | null} */ (
        down > 0 ? row.nextElementSibling : row.previousElementSibling
      );
      return /** @type {HTMLElement | null} */ (other?.cells[cell.cellIndex] ?? null);
    }
    let at = /** @type {HTMLElement | null} */ (cell);
    do at = /** @type {HTMLElement | null} */ (right > 0 ? at?.nextElementSibling : at?.previousElementSibling);
    while (at && !at.dataset.field);
    return at;
  }

  /** @param {HTMLTableCellElement} cell @param {number} step @returns {HTMLElement | null} */
  function next(cell, step) {
    const all = cells();
    return all[all.indexOf(cell) + step] ?? null;
  }

  /** @param {string} text */
  function say(text) {
    if (says) says.textContent = text;
  }
}

/** @param {Element} cell @returns {any} */
const control = (cell) => cell.querySelector('input:not([type=hidden]), select, textarea');

/** @param {URLSearchParams} body @param {HTMLInputElement} input */
function add(body, input) {
  if (!input.name || input.disabled) return;
  if ((input.type === 'checkbox' || input.type === 'radio') && !input.checked) return;
  const options = /** @type {any} */ (input).selectedOptions;
  if (options && /** @type {any} */ (input).multiple)
    for (const option of options) body.append(input.name, option.value);
  else body.append(input.name, input.value);
}
