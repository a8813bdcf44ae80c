// Rules of access: names are completed while typing, and the sample row answers at once. Without this file the buttons
// of the form do the same.

/** @typedef {{ name: string, label: string, table?: string | null, type?: string, method?: boolean }} Entry */

const WAIT = 350;
const MOST = 12;
const list = Object.assign(document.createElement('ul'), { className: 'adm-completion', hidden: true });
list.setAttribute('role', 'listbox');
list.id = 'rule-completion';
document.body.append(list);
/** @type {HTMLTextAreaElement | null} */
let typing = null;
/** @type {{ entries: Entry[], start: number, chosen: number }} */
let offered = { entries: [], start: 0, chosen: 0 };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let asked = 0;

document.addEventListener('change', ({ target }) => {
  const control = /** @type {HTMLSelectElement} */ (target);
  if (!('admLevel' in control.dataset)) return;
  /** @type {HTMLElement | null | undefined} */ (control.form?.querySelector('[data-adm-refresh]'))?.click();
});
document.addEventListener('input', ({ target }) => {
  const area = /** @type {HTMLTextAreaElement} */ (target);
  if (!area.dataset?.admRule) return;
  typing = area;
  offer(area);
  clearTimeout(waiting);
  waiting = setTimeout(() => judge(area), WAIT);
});
document.addEventListener('keydown', (event) => {
  if (list.hidden || event.target !== typing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) move(step);
  else if (event.key === 'Enter' || event.key === 'Tab') choose(offered.chosen);
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
});
document.addEventListener('focusout', () =>
  setTimeout(() => {
    if (document.activeElement !== typing) close();
  }, 150),
);
list.addEventListener('mousedown', (event) => {
  event.preventDefault();
  const item = /** @type {Element} */ (event.target).closest('li');
  if (item) choose([...list.children].indexOf(item));
});

/** @returns {{ names: Entry[], tables: Record<string, Entry[]>, functions: Entry[] } | null} */
function known() {
  const script = document.querySelector('script[data-adm-names]');
  return script ? JSON.parse(script.textContent ?? 'null') : null;
}

/** @param {HTMLTextAreaElement} area */
function offer(area) {
  const before = area.value.slice(0, area.selectionStart);
  const word = /[A-Za-z_][\w.]*$/.exec(before)?.[0] ?? '';
  const all = known();
  if (!word || !all) return close();
  const last = word.slice(word.lastIndexOf('.') + 1);
  const entries = candidates(word, all).filter(({ name }) => name.startsWith(last) && name !== last);
  offered = { entries: entries.slice(0, MOST), start: area.selectionStart - last.length, chosen: 0 };
  draw(area);
}

/** What may follow: the first word, or what the row before the dot has. @param {string} word @param {NonNullable<ReturnType<typeof known>>} all @returns {Entry[]} */
function candidates(word, { names, tables, functions }) {
  const steps = word.split('.');
  if (steps.length === 1) {
    const roots = [...new Set(names.map(({ name }) => name.split('.')[0]))].map((name) => ({ name, label: '' }));
    return [...roots, ...functions.map(({ name, label }) => ({ name: `${name}(`, label }))];
  }
  let entries = names
    .filter(({ name }) => name.startsWith(`${steps[0]}.`))
    .map((entry) => ({ ...entry, name: entry.name.slice(steps[0].length + 1) }));
  for (const step of steps.slice(1, -1)) {
    const table = entries.find(({ name }) => name === step)?.table;
    entries = table ? (tables[table] ?? []) : [];
  }
  const methods = steps.length > 2 ? functions.filter(({ method }) => method) : [];
  return [...entries, ...methods.map(({ name, label }) => ({ name: `${name}(`, label }))];
}

/** @param {HTMLTextAreaElement} area */
function draw(area) {
  list.replaceChildren(
    ...offered.entries.map(({ name, label }, i) => {
      const item = document.createElement('li');
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', String(i === offered.chosen));
      const code = Object.assign(document.createElement('code'), { textContent: name });
      item.append(code, Object.assign(document.createElement('span'), { textContent: label }));
      return item;
    }),
  );
  list.hidden = offered.entries.length === 0;
  area.setAttribute('aria-controls', list.id);
  if (list.hidden) return;
  area.after(list);
}

/** @param {number} step */
function move(step) {
  const count = offered.entries.length;
  offered.chosen = (offered.chosen + step + count) % count;
  for (const [i, item] of [...list.children].entries())
    item.setAttribute('aria-selected', String(i === offered.chosen));
  list.children[offered.chosen].scrollIntoView({ block: 'nearest' });
}

/** @param {number} index */
function choose(index) {
  const entry = offered.entries[index];
  if (!typing || !entry) return;
  typing.setRangeText(entry.name, offered.start, typing.selectionStart, 'end');
  close();
  typing.focus();
  void judge(typing);
}

function close() {
  list.hidden = true;
}

/** Asks what the rule says of the sample row. @param {HTMLTextAreaElement} area */
async function judge(area) {
  const form = area.form;
  const verdict = document.getElementById(area.dataset.admRule ?? '');
  if (!form || !verdict) return;
  const turn = ++asked;
  const body = new URLSearchParams({ rule: area.value });
  for (const name of ['sample.row', 'sample.user'])
    body.set(name, /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)).value);
  const response = await fetch(form.dataset.admRules ?? '', { method: 'POST', body });
  const text = await response.text();
  if (turn !== asked || !response.ok) return;
  // Made by our own template, which escapes what it prints.
  verdict.innerHTML = text;
  area.classList.toggle('is-invalid', verdict.querySelector('.invalid-feedback') !== null);
}
