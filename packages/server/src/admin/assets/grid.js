// The data grid: arrows move, Enter or typing edits, Tab saves and continues, Escape cancels. Each cell saves by
// itself.

const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

class GridEditor {
  /** The cell being edited. @type {HTMLTableCellElement | null} */
  open = null;
  /** Its content before. */
  kept = '';

  /** @param {HTMLTableElement} grid */
  constructor(grid) {
    this.grid = grid;
    this.base = grid.dataset.admGrid ?? '';
    const first = this.cells()[0];
    if (first) first.tabIndex = 0;
    grid.addEventListener('click', (event) => this.onClick(event));
    grid.addEventListener('focusin', (event) => this.onFocus(event));
    grid.addEventListener('focusout', (event) => this.onLeave(event));
    grid.addEventListener('keydown', (event) => this.onKey(event));
    grid.querySelector('[data-adm-all]')?.addEventListener('change', (event) => this.pickAll(event));
  }

  cells() {
    return /** @type {HTMLTableCellElement[]} */ ([...this.grid.querySelectorAll('td[data-field]')]);
  }

  /** @param {Event} event */
  pickAll(event) {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    for (const box of this.grid.querySelectorAll('input[name=id]'))
      /** @type {HTMLInputElement} */ (box).checked = checked;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = cellAround(target);
    if (cell && cell !== this.open && !target.closest('a, button')) this.edit(cell);
  }

  /** One cell at a time is in the tab order. @param {FocusEvent} event */
  onFocus(event) {
    const cell = cellAround(event.target);
    if (!cell) return;
    this.grid.querySelector('td[tabindex="0"]')?.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
  }

  /** Leaving a cell saves it, as in a spreadsheet. @param {FocusEvent} event */
  onLeave(event) {
    const cell = this.open;
    if (!cell || cell.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
    setTimeout(() => {
      if (cell === this.open && !cell.contains(document.activeElement) && document.hasFocus()) this.save(null);
    });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const cell = cellAround(event.target);
    if (!cell) return;
    if (cell === this.open) return this.onEditKey(event, cell);
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (step) {
      event.preventDefault();
      neighbour(cell, step[0], step[1])?.focus();
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      this.edit(cell);
    } else if (isTyping(event) && event.target === cell) {
      event.preventDefault();
      this.edit(cell, event.key);
    }
  }

  /** @param {KeyboardEvent} event @param {HTMLTableCellElement} cell */
  onEditKey(event, cell) {
    // A list inside the cell has used the key.
    if (event.defaultPrevented) return;
    const { key, target, shiftKey } = event;
    if (key === 'Escape') {
      event.preventDefault();
      this.close(cell, this.kept);
      cell.focus();
    } else if (key === 'Tab') {
      event.preventDefault();
      this.save(() => this.next(cell, shiftKey ? -1 : 1));
    } else if (
      key === 'Enter' &&
      !(target instanceof HTMLTextAreaElement && shiftKey) &&
      !(target instanceof HTMLButtonElement)
    ) {
      event.preventDefault();
      this.save(() => neighbour(cell, 1, 0) ?? cell);
    }
  }

  /** @param {HTMLTableCellElement} cell @param {string} [typed] the key that started editing */
  async edit(cell, typed) {
    if (this.open) await this.save(null);
    if (this.open) return;
    const { response, text } = await ask(this.address(cell));
    if (!response?.ok) return warn(text);
    this.kept = cell.innerHTML;
    this.open = cell;
    await fill(cell, text);
    const input = controlOf(cell);
    if (typed !== undefined && takesText(input)) input.value = typed;
    else if (takesText(input)) input.select();
  }

  /** @param {(() => HTMLElement | null) | null} then the cell to go to */
  async save(then) {
    const cell = this.open;
    if (!cell || cell.ariaBusy === 'true') return;
    // The browser has no value for letters in a number field: sent like this, it would empty the cell.
    const unread = [...cell.querySelectorAll('input')].find((input) => input.validity.badInput);
    if (unread) {
      unread.reportValidity();
      return say(unread.validationMessage);
    }
    cell.ariaBusy = 'true';
    const { response, text } = await ask(this.address(cell), { method: 'POST', body: valuesOf(cell) });
    cell.ariaBusy = 'false';
    if (response?.ok) {
      this.close(cell, text);
      flash(cell);
      say(`${cell.textContent?.trim()} ✓`);
      then?.()?.focus();
    } else if (response?.status === 422 || response?.status === 409) {
      await fill(cell, text);
      say(cell.querySelector('.adm-cell-error')?.textContent ?? '');
      // The input stays in its cell, to be saved once it works again; Escape discards it.
    } else warn(text);
  }

  /** @param {HTMLTableCellElement} cell @param {string} markup */
  close(cell, markup) {
    this.open = null;
    cell.classList.remove('adm-cell-open');
    cell.innerHTML = markup;
  }

  /** @param {HTMLTableCellElement} cell */
  address(cell) {
    const id = cell.closest('tr')?.dataset.id ?? '';
    return `${this.base}/${encodeURIComponent(id)}/cell/${cell.dataset.field}`;
  }

  /** @param {HTMLTableCellElement} cell @param {number} step @returns {HTMLElement | null} */
  next(cell, step) {
    const all = this.cells();
    return all[all.indexOf(cell) + step] ?? null;
  }
}

for (const condition of document.querySelectorAll('[data-adm-condition]')) {
  offerOperators(condition);
  condition.querySelector('[name=f]')?.addEventListener('change', () => offerOperators(condition));
}
for (const grid of document.querySelectorAll('[data-adm-grid]')) new GridEditor(/** @type {HTMLTableElement} */ (grid));

/** Only comparisons that the chosen field supports. @param {Element} condition */
function offerOperators(condition) {
  const [field, operator] = /** @type {NodeListOf<HTMLSelectElement>} */ (condition.querySelectorAll('select'));
  const known = field.selectedOptions[0]?.dataset.operators?.split(' ');
  for (const option of operator.options) {
    option.hidden = known ? !known.includes(option.value) : false;
    option.disabled = option.hidden;
  }
  if (operator.selectedOptions[0]?.disabled) operator.value = known?.[0] ?? '';
}

/** @param {EventTarget | null} target @returns {HTMLTableCellElement | null} */
function cellAround(target) {
  return /** @type {Element} */ (target).closest('td[data-field]');
}

/** @param {KeyboardEvent} event */
function isTyping({ key, ctrlKey, metaKey, altKey }) {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** @param {HTMLTableCellElement} cell @param {number} down @param {number} right @returns {HTMLElement | null} */
function neighbour(cell, down, right) {
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
  if (down) {
    const other = down > 0 ? row.nextElementSibling : row.previousElementSibling;
    return /** @type {HTMLTableRowElement | null} */ (other)?.cells[cell.cellIndex] ?? null;
  }
  let at = /** @type {HTMLElement | null} */ (cell);
  do at = /** @type {HTMLElement | null} */ (right > 0 ? at?.nextElementSibling : at?.previousElementSibling);
  while (at && !at.dataset.field);
  return at;
}

/** @param {HTMLTableCellElement} cell @param {string} markup from our own server */
async function fill(cell, markup) {
  cell.innerHTML = markup;
  cell.classList.add('adm-cell-open');
  /** @type {any} */ (globalThis).htmx?.process(cell);
  // Modules that observe the document first replace selects; then the control to focus is known.
  await Promise.resolve();
  controlOf(cell)?.focus();
}

/** @param {Element} cell @returns {any} */
function controlOf(cell) {
  return cell.querySelector('input:not([type=hidden]), select, textarea');
}

/** @param {any} input */
function takesText(input) {
  if (input instanceof HTMLTextAreaElement) return true;
  return input instanceof HTMLInputElement && /^(text|number|search|email|url|tel)$/.test(input.type);
}

/** @param {HTMLTableCellElement} cell */
function valuesOf(cell) {
  const values = new URLSearchParams();
  for (const input of /** @type {NodeListOf<any>} */ (cell.querySelectorAll('input, select, textarea'))) {
    if (!input.name || input.disabled || (/^(checkbox|radio)$/.test(input.type) && !input.checked)) continue;
    const chosen =
      input.multiple && input.selectedOptions ? [...input.selectedOptions].map((one) => one.value) : [input.value];
    for (const value of chosen) values.append(input.name, value);
  }
  return values;
}

/** @param {Element} cell */
function flash(cell) {
  cell.classList.add('adm-cell-saved');
  setTimeout(() => cell.classList.remove('adm-cell-saved'), 900);
}

/**
 * The request of a cell. No response, or a login page instead, counts as none: { response: null }.
 *
 * @param {string} address @param {RequestInit} [init]
 */
async function ask(address, init) {
  const response = await fetch(address, init).catch(() => null);
  const text = (await response?.text().catch(() => '')) ?? '';
  return { response: response?.redirected ? null : response, text: response?.redirected ? '' : text };
}

/** Shows what went wrong. @param {string} text of the page that came instead */
function warn(text) {
  document.dispatchEvent(new CustomEvent('adm:failed', { detail: text }));
}

/** Announces a text to screen readers. @param {string} text */
function say(text) {
  const place = document.getElementById('grid-says');
  if (place) place.textContent = text;
}
