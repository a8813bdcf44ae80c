// The small forms at a list's headings: one column, and the fields that can be added.

/** @import { Choice, Format, Known } from './columns-view.js' */

/**
 * @param {HTMLElement} at the heading's button @param {Known} known
 * @param {{ label: string, column: Record<string, any>, isFirst: boolean, isLast: boolean,
 *   formats: () => Promise<readonly Format[]>,
 *   onChange: (changes: Record<string, unknown>) => void, onMove: (step: 1 | -1) => void, onRemove: () => void }} options
 */
export function openColumnPanel(at, known, { label, column, isFirst, isLast, formats, onChange, onMove, onRemove }) {
  const { texts, widths, totals, fields } = known;
  const field = fields.find(({ name }) => name === column.field);
  const { panel, close } = openPanel(at, `${texts.column}: ${label}`, texts.close);
  const name = Object.assign(document.createElement('input'), { className: 'form-control', value: column.label ?? '' });
  name.placeholder = field?.label ?? '';
  name.maxLength = 80;
  name.addEventListener('change', () => onChange({ label: name.value.trim() || undefined }));
  panel.append(labelled(texts.label, name));
  panel.append(formatChoice({ texts, field, column, formats, onChange }));
  panel.append(choice(texts.width, widths, column.width ?? 'auto', (value) => onChange({ width: value })));
  const offered = totals.filter(({ value }) => field?.totals.includes(value));
  if (offered.length)
    panel.append(
      choice(texts.total, [{ value: '', label: texts.none }, ...offered], column.total ?? '', (value) =>
        onChange({ total: value || undefined }),
      ),
    );
  panel.append(check(texts.phone, column.phone !== false, (phone) => onChange({ phone })));
  const row = Object.assign(document.createElement('div'), { className: 'btn-list' });
  const button = (/** @type {string} */ text, /** @type {() => void} */ run, isOff = false) => {
    const made = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'btn btn-sm',
      disabled: isOff,
    });
    made.textContent = text;
    made.addEventListener('click', () => {
      close();
      run();
    });
    row.append(made);
  };
  button(texts.left, () => onMove(-1), isFirst);
  button(texts.right, () => onMove(1), isLast);
  button(texts.remove, onRemove);
  panel.append(row);
  name.focus();
}

/**
 * The formats by name, and as soon as the server has drawn them, as pictures.
 *
 * @param {Pick<Known, 'texts'> & { field: Known['fields'][number] | undefined, column: Record<string, any>,
 *   formats: () => Promise<readonly Format[]>, onChange: (changes: Record<string, unknown>) => void }} about
 */
function formatChoice({ texts, field, column, formats, onChange }) {
  let chosen = column.view?.view ?? '';
  const choose = (/** @type {string} */ value) => {
    chosen = value;
    onChange({ view: value ? { view: value } : undefined });
  };
  const place = document.createElement('div');
  if (field && field.formats.length > 1)
    place.append(choice(texts.format, [{ value: '', label: texts.usual }, ...field.formats], chosen, choose));
  void formats().then((drawn) => {
    if (drawn.length <= 2 || place.contains(document.activeElement)) return;
    place.replaceChildren(pictures(texts.format, drawn, chosen, choose));
  });
  return place;
}

/** @param {string} text @param {readonly Format[]} drawn @param {string} chosen @param {(value: string) => void} change */
function pictures(text, drawn, chosen, change) {
  const group = document.createElement('fieldset');
  const legend = Object.assign(document.createElement('legend'), { className: 'form-label', textContent: text });
  const choices = Object.assign(document.createElement('div'), { className: 'pl-choices' });
  for (const [i, { value, label, picture }] of drawn.entries()) {
    const id = `bld-format-${i}`;
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'bld-format', id, value });
    input.checked = value === chosen;
    input.ariaLabel = label;
    input.addEventListener('change', () => change(value));
    const shown = Object.assign(document.createElement('span'), { className: 'pl-choice-picture', inert: true });
    // The server's own output.
    shown.innerHTML = picture;
    const words = Object.assign(document.createElement('span'), {
      className: 'pl-choice-label text-truncate',
      textContent: label,
    });
    const box = Object.assign(document.createElement('label'), { htmlFor: id, title: label });
    box.append(shown, words);
    const one = Object.assign(document.createElement('div'), { className: 'pl-choice' });
    one.append(input, box);
    choices.append(one);
  }
  group.append(legend, choices);
  return group;
}

/**
 * @param {HTMLElement} at @param {Known} known
 * @param {{ shown: ReadonlySet<string>, filters: boolean | null, onFilters: (on: boolean) => void,
 *   onAdd: (field: string, label: string) => void }} options filters: null if the list has no such setting
 */
export function openFieldPanel(at, { texts, fields }, { shown, filters, onFilters, onAdd }) {
  const { panel, close } = openPanel(at, texts.add, texts.close);
  const list = Object.assign(document.createElement('ul'), { className: 'bld-col-fields' });
  const ordered = [...fields].sort((a, b) => Number(shown.has(a.name)) - Number(shown.has(b.name)));
  for (const { name, label } of ordered) {
    const item = document.createElement('li');
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'dropdown-item' });
    button.textContent = label;
    if (shown.has(name)) {
      const note = Object.assign(document.createElement('span'), { className: 'text-secondary small' });
      note.textContent = ` ${texts.shown}`;
      button.append(note);
    }
    button.addEventListener('click', () => {
      close();
      onAdd(name, label);
    });
    item.append(button);
    list.append(item);
  }
  panel.append(list);
  if (filters !== null) panel.append(check(texts.filters, filters, onFilters));
  list.querySelector('button')?.focus();
}

/** @param {HTMLElement} at @param {string} title @param {string} closes */
function openPanel(at, title, closes) {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'bld-col-panel', ariaLabel: title });
  const head = Object.assign(document.createElement('div'), {
    className: 'd-flex align-items-center justify-content-between gap-2 mb-2',
  });
  const heading = document.createElement('strong');
  heading.textContent = title;
  const x = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn-close',
    ariaLabel: closes,
  });
  head.append(heading, x);
  dialog.append(head);
  document.body.append(dialog);
  const close = () => dialog.close();
  x.addEventListener('click', close);
  dialog.addEventListener('close', () => {
    dialog.remove();
    at.focus();
  });
  // A click beside it closes it.
  dialog.addEventListener('click', ({ target }) => target === dialog && close());
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.showModal();
  // It grows when pictures come.
  new ResizeObserver(() => {
    const { left, bottom } = at.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = dialog;
    dialog.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    dialog.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`;
  }).observe(dialog);
  return { panel: dialog, close };
}

/** @param {string} text @param {HTMLElement} control */
function labelled(text, control) {
  const label = Object.assign(document.createElement('label'), { className: 'form-label d-block' });
  label.append(text, control);
  return label;
}

/** @param {string} text @param {readonly Choice[]} options @param {string} chosen @param {(value: string) => void} change */
function choice(text, options, chosen, change) {
  const select = Object.assign(document.createElement('select'), { className: 'form-select' });
  for (const { value, label } of options) select.append(new Option(label, value, false, value === chosen));
  select.addEventListener('change', () => change(select.value));
  return labelled(text, select);
}

/** @param {string} text @param {boolean} isOn @param {(on: boolean) => void} change */
function check(text, isOn, change) {
  const label = Object.assign(document.createElement('label'), { className: 'form-check' });
  const input = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    className: 'form-check-input',
    checked: isOn,
  });
  input.addEventListener('change', () => change(input.checked));
  const words = Object.assign(document.createElement('span'), { className: 'form-check-label' });
  words.textContent = text;
  label.append(input, words);
  return label;
}
