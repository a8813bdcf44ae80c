// Names in expressions are completed while they are typed, with what each of them is. What there is to write is asked for
// once for each place (/admin/expressions/names).
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { request } from '@plinth/plugin/browser/request';

/** @typedef {{ name: string, label: string, type?: string, table?: string | null, method?: boolean, over?: string | null }} Entry */
/** @typedef {{ names: Entry[], tables: Record<string, Entry[]>, functions: Entry[], texts: Record<string, string> }} Known */
/** @typedef {HTMLTextAreaElement | HTMLInputElement} Control */

const MOST = 12;
const QUESTION = /([A-Za-z_][\w.]*)\.(?:exists|all|count|sum|average|min|max)\(\s*([A-Za-z_]\w*)\s*,/g;
const list = Object.assign(document.createElement('ul'), { className: 'dropdown-menu adm-completion', hidden: true });
const told = Object.assign(document.createElement('div'), { className: 'visually-hidden' });
told.setAttribute('role', 'status');
document.body.append(list, told);
/** @type {Map<string, Promise<Known>>} */
const asked = new Map();
/** @type {Control | null} */
let typing = null;
/** @type {{ entries: Entry[], start: number }} */
let offered = { entries: [], start: 0 };
const box = new ListBox(list, { choose: (_, i) => choose(i) });

document.addEventListener('focusin', ({ target }) => {
  const control = expressionIn(target);
  if (control) void known(control);
});
document.addEventListener('input', ({ target }) => {
  const control = expressionIn(target);
  if (control) void offer(control);
});
document.addEventListener('keydown', (event) => {
  const control = expressionIn(event.target);
  if (control && event.key === ' ' && event.ctrlKey) {
    event.preventDefault();
    return void offer(control, true);
  }
  if (list.hidden || event.target !== typing || box.key(event)) return;
  if (event.key === 'Tab') choose(box.at);
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
});
document.addEventListener('focusout', () =>
  setTimeout(() => {
    if (document.activeElement !== typing) close();
  }, 150),
);

/** @param {EventTarget | null} target @returns {Control | null} */
function expressionIn(target) {
  const control = /** @type {Control} */ (target);
  return control?.dataset?.expression ? control : null;
}

/** @param {Control} control @returns {Promise<Known>} */
function known(control) {
  const { prefix: _, ...where } = JSON.parse(control.dataset.expression ?? '{}');
  const query = new URLSearchParams(Object.entries(where).filter(([, value]) => value)).toString();
  let answer = asked.get(query);
  if (!answer) {
    answer = request(`/admin/expressions/names?${query}`).then(({ ok, json, reason }) => {
      if (!ok) throw new Error(reason);
      return json;
    });
    answer.catch(() => asked.delete(query));
    asked.set(query, answer);
  }
  return answer;
}

/** @param {Control} control @param {boolean} [all] also before the first letter */
async function offer(control, all = false) {
  const { prefix } = JSON.parse(control.dataset.expression ?? '{}');
  const place = control.selectionStart ?? control.value.length;
  const before = control.value.slice(0, place);
  const word = /[A-Za-z_][\w.]*$/.exec(before)?.[0] ?? '';
  const isText = (before.replace(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
  if ((!word && !all) || isText || (prefix && !control.value.startsWith(prefix))) return close();
  const there = await known(control).catch(() => null);
  if (!there || control.selectionStart !== place) return;
  const last = word.slice(word.lastIndexOf('.') + 1);
  const fits = (/** @type {Entry} */ { name, label }) =>
    name !== last &&
    (name.toLowerCase().startsWith(last.toLowerCase()) || label.toLowerCase().includes(last.toLowerCase()));
  const entries = candidates(word, before, there).filter(fits);
  typing = control;
  offered = { entries: entries.slice(0, MOST), start: place - last.length };
  draw(control, there.texts);
}

/**
 * What may follow: the first word, or members of the row or value before the dot.
 *
 * @param {string} word @param {string} before @param {Known} there
 * @returns {Entry[]}
 */
function candidates(word, before, there) {
  const variables = variablesIn(before, there);
  const calls = there.functions.map((entry) => ({ ...entry, name: `${entry.name}(` }));
  const steps = word.split('.');
  if (steps.length === 1) {
    const roots = [...new Set(there.names.map(({ name }) => name.split('.')[0]))].map((name) => ({
      ...(there.names.find((entry) => entry.name === name) ?? { name, label: '' }),
    }));
    return [
      ...[...variables.keys()].map((name) => ({ name, label: '' })),
      ...roots,
      ...calls.filter(({ over }) => !over),
    ];
  }
  const { entries, value } = after(steps.slice(0, -1), variables, there);
  const methods =
    steps.length > 2 || variables.has(steps[0])
      ? calls.filter(({ method, over }) => method && (value?.table ? over : !over))
      : [];
  return value?.table && !isRow(value) ? methods : [...entries, ...methods];
}

/** @param {Entry} value */
const isRow = ({ type = '' }) => type.startsWith('→');

/**
 * What a path leads to: its members, and the last step itself.
 *
 * @param {string[]} steps @param {Map<string, string | null>} variables table of each @param {Known} there
 * @returns {{ entries: Entry[], value: Entry | null }}
 */
function after(steps, variables, { names, tables }) {
  const [root, ...rest] = steps;
  const table = variables.get(root);
  let entries = table
    ? (tables[table] ?? [])
    : names
        .filter(({ name }) => name.startsWith(`${root}.`))
        .map((entry) => ({ ...entry, name: entry.name.slice(root.length + 1) }));
  /** @type {Entry | null} */
  let value = null;
  for (const step of rest) {
    value = entries.find(({ name }) => name === step) ?? null;
    entries = value?.table ? (tables[value.table] ?? []) : [];
  }
  return { entries, value };
}

/** Variables of queries over rows: row.lines.sum(line, … @param {string} before @param {Known} there */
function variablesIn(before, there) {
  /** @type {Map<string, string | null>} */
  const variables = new Map();
  for (const [, path, name] of before.matchAll(QUESTION)) {
    variables.set(name, after(path.split('.'), variables, there).value?.table ?? null);
  }
  return variables;
}

/** @param {Control} control @param {Record<string, string>} texts */
function draw(control, texts) {
  if (offered.entries.length === 0) return close();
  control.after(list);
  told.textContent = (texts.offered ?? '').replace('{count}', String(offered.entries.length));
  box.attach(control);
  box.put(offered.entries.map(lineOf));
}

/** @param {Entry} entry */
function lineOf({ name, label, type = '' }) {
  const item = optionOf();
  const code = Object.assign(document.createElement('code'), { textContent: name });
  const what = Object.assign(document.createElement('small'), { textContent: type });
  item.append(code, Object.assign(document.createElement('span'), { textContent: label }), what);
  return item;
}

/** @param {number} index */
function choose(index) {
  const entry = offered.entries[index];
  if (!typing || !entry) return;
  typing.setRangeText(entry.name, offered.start, typing.selectionStart ?? offered.start, 'end');
  close();
  typing.focus();
  typing.dispatchEvent(new Event('change', { bubbles: true }));
}

function close() {
  box.hide();
  told.textContent = '';
}
