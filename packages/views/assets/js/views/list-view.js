// What a list looks like to its user: the height of rows and the columns shown, kept on the server; and sorting by a
// further column with Shift.
import { keepSettings, settingsOf } from './list-settings.js';

/** @typedef {{ height?: string, columns?: { key: string, hidden?: boolean }[] }} Look */

/** @param {Element} menu @param {Look} look */
function apply(menu, look) {
  const section = menu.closest('section');
  const table = section?.querySelector('table');
  const isComfortable = look.height === 'comfortable';
  section?.classList.toggle('pl-comfortable', isComfortable);
  for (const button of menu.querySelectorAll('[data-pl-height]')) {
    const isNow = /** @type {HTMLElement} */ (button).dataset.plHeight === (isComfortable ? 'comfortable' : 'compact');
    button.setAttribute('aria-pressed', String(isNow));
    button.classList.toggle('active', isNow);
  }
  const hidden = new Set((look.columns ?? []).filter((column) => column.hidden).map(({ key }) => key));
  const heads = /** @type {HTMLElement[]} */ ([...(table?.tHead?.rows[0]?.cells ?? [])]);
  const out = new Set(heads.flatMap(({ dataset }, i) => (hidden.has(dataset.key ?? '') ? [i] : [])));
  // Something has to be left to look at.
  if (heads.every(({ dataset }, i) => !dataset.key || out.has(i))) out.clear();
  for (const row of table?.rows ?? [])
    for (const [i, cell] of [...row.cells].entries()) if (cell.colSpan === 1) cell.hidden = out.has(i);
  const boxes = heads.flatMap((head, i) => (head.dataset.key ? [box(menu, look, head, !out.has(i))] : []));
  const looks = /** @type {HTMLElement | null} */ (menu.querySelector('[data-pl-looks]'));
  menu.querySelector('[data-pl-columns]')?.replaceChildren(...boxes);
  if (looks) looks.hidden = false;
}

/** @param {Element} menu @param {Look} look @param {HTMLElement} head @param {boolean} checked */
function box(menu, look, head, checked) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  const text = document.createElement('span');
  const key = head.dataset.key ?? '';
  label.className = 'pl-pick';
  text.textContent = head.dataset.name ?? key;
  Object.assign(input, { type: 'checkbox', className: 'form-check-input', checked });
  input.addEventListener('change', () => {
    const others = (look.columns ?? []).filter((column) => column.key !== key);
    keep(menu, look, { columns: [...others, ...(input.checked ? [] : [{ key, hidden: true }])] });
    const again = [...menu.querySelectorAll('label')].find(({ textContent }) => textContent === text.textContent);
    again?.querySelector('input')?.focus();
  });
  label.append(input, text);
  return label;
}

/** @param {Element} menu @param {Look} look @param {Look} changes */
function keep(menu, look, changes) {
  Object.assign(look, changes);
  keepSettings(/** @type {HTMLElement} */ (menu).dataset.plLook ?? '', changes);
  apply(menu, look);
}

async function look() {
  for (const menu of document.querySelectorAll('[data-pl-look]')) {
    const { json } = await settingsOf(/** @type {HTMLElement} */ (menu).dataset.plLook ?? '');
    const settings = json?.settings ?? {};
    apply(menu, settings);
    for (const button of menu.querySelectorAll('[data-pl-height]'))
      /** @type {HTMLElement} */ (button).onclick = () =>
        keep(menu, settings, { height: /** @type {HTMLElement} */ (button).dataset.plHeight });
  }
}

// Shift adds a column to the order, or turns it round where it is part of it already.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('th[data-key] > a');
    if (!event.shiftKey || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = new URL(link.href);
    const name = [...next.searchParams.keys()].find((key) => /(^|:)sort$/.test(key)) ?? 'sort';
    const field = (next.searchParams.get(name) ?? '').replace(/^-/, '');
    const now = (new URL(location.href).searchParams.get(name) ?? '').split(',').filter(Boolean);
    const at = now.findIndex((part) => part.replace(/^-/, '') === field);
    if (at < 0) now.push(field);
    else now[at] = now[at].startsWith('-') ? field : `-${field}`;
    next.searchParams.set(name, now.join());
    location.assign(next.href.replaceAll('%2C', ',').replaceAll('%3A', ':'));
  },
  true,
);

document.addEventListener('htmx:after:swap', look);
look();
