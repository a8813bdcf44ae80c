// Files are dropped onto the page of a row, or chosen there: they are uploaded with progress, and stored in the field. What
// is dropped beside the fields goes into the only one that there is.
import { request } from '@plinth/plugin/browser/request';
import { sendFile } from '../fields/uploading.js';

/** @typedef {{ field: string, several: boolean, most: number, max: number | null, accept: string | null,
 *   words: Record<'add' | 'drop' | 'tooLarge' | 'tooMany' | 'failed' | 'progress', string> }} About */

const FIELD = '[data-pl-record] [data-pl-drop]';
const OVER = 'data-pl-over';

/** Its button, progress and errors, which outlive a renewed page. @type {WeakMap<Element, Map<string, HTMLElement>>} */
const tools = new WeakMap();

document.addEventListener('htmx:after:swap', ready);
document.addEventListener('dragover', onOver);
document.addEventListener('dragleave', (event) => event.relatedTarget === null && mark(null, null));
document.addEventListener('drop', onDrop);
ready();

/** @param {HTMLElement} cell @returns {About} */
function aboutOf(cell) {
  return JSON.parse(cell.dataset.plDrop ?? '{}');
}

/** @param {Element} cell */
function recordOf(cell) {
  return /** @type {HTMLElement} */ (cell.closest('[data-pl-record]'));
}

/** Each field has its button, again after the page was renewed. */
function ready() {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(FIELD))) {
    const record = recordOf(cell);
    const own = tools.get(record) ?? new Map();
    tools.set(record, own);
    const { field } = aboutOf(cell);
    const tool = own.get(field) ?? makeTool(record, field, aboutOf(cell));
    own.set(field, tool);
    if (cell.nextElementSibling !== tool) cell.after(tool);
  }
}

/** @param {HTMLElement} record @param {string} field @param {About} about @returns {HTMLElement} */
function makeTool(record, field, { several, accept, words }) {
  const tool = document.createElement('div');
  tool.className = 'pl-drop-tool';
  const [button, hint, bar, status] = ['button', 'span', 'progress', 'div'].map((tag) => document.createElement(tag));
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: several, hidden: true });
  if (accept) input.accept = accept;
  Object.assign(button, { type: 'button', className: 'btn btn-sm', textContent: words.add });
  Object.assign(hint, { className: 'pl-drop-hint', ariaHidden: 'true', textContent: words.drop });
  Object.assign(bar, { className: 'progress', max: 1, value: 0, hidden: true, ariaLabel: words.progress });
  Object.assign(status, { className: 'form-hint', role: 'status' });
  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    const cell = fieldsIn(record).find((one) => aboutOf(one).field === field);
    if (cell && files.length > 0) void take(cell, files);
  });
  tool.append(button, hint, input, bar, status);
  return tool;
}

/** @param {Element} record @returns {HTMLElement[]} */
const fieldsIn = (record) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (record.querySelectorAll('[data-pl-drop]'))].filter(
    (cell) => recordOf(cell) === record,
  );

/** Where files over an element would go. @param {DragEvent} event @returns {{ record: Element, cell: HTMLElement | null } | null} */
function aimOf({ target, dataTransfer }) {
  const record =
    target instanceof Element && dataTransfer?.types.includes('Files') && target.closest('[data-pl-record]');
  const cells = record ? fieldsIn(record) : [];
  if (!record || cells.length === 0 || /** @type {Element} */ (target).closest('form, [data-pl-uploads]')) return null;
  const tool = /** @type {Element} */ (target).closest('.pl-drop-tool')?.previousElementSibling;
  const at = cells.find((cell) => cell === tool || cell.contains(/** @type {Node} */ (target)));
  return { record, cell: at ?? (cells.length === 1 ? cells[0] : null) };
}

/** @param {DragEvent} event */
function onOver(event) {
  const aim = aimOf(event);
  if (!aim) return mark(null, null);
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = aim.cell ? 'copy' : 'none';
  mark(aim.record, aim.cell);
}

/** @param {DragEvent} event */
function onDrop(event) {
  const aim = aimOf(event);
  mark(null, null);
  if (!aim) return;
  // Otherwise the browser leaves the page for the file.
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  if (aim.cell && files.length > 0) void take(aim.cell, files);
}

/** Shows where files can be dropped, and where they would go now. @param {Element | null} record @param {Element | null} cell */
function mark(record, cell) {
  for (const one of document.querySelectorAll(`[data-pl-drop][${OVER}]`))
    if (!record?.contains(one)) one.removeAttribute(OVER);
  for (const one of record ? fieldsIn(record) : []) one.setAttribute(OVER, one === cell ? 'here' : '');
}

/** @param {HTMLElement} cell @param {File[]} files */
async function take(cell, files) {
  const about = aboutOf(cell);
  const record = recordOf(cell);
  const tool = /** @type {HTMLElement} */ (tools.get(record)?.get(about.field));
  const bar = /** @type {HTMLProgressElement} */ (tool.querySelector('progress'));
  const button = /** @type {HTMLButtonElement} */ (tool.querySelector('button'));
  if (bar.hidden === false) return;
  const { several, max, words } = about;
  const taken = files.slice(0, several ? about.most : 1);
  /** @type {string[]} */
  const problems = files.length > taken.length ? [words.tooMany] : [];
  /** @type {string[]} */
  const ids = [];
  button.disabled = true;
  bar.hidden = false;
  bar.value = 0;
  say(tool, '');
  for (const [i, file] of taken.entries()) {
    const progress = (/** @type {number} */ part) => (bar.value = (i + part) / taken.length);
    const isLarge = max !== null && file.size > max;
    const { stored, problem } = isLarge
      ? { stored: null, problem: words.tooLarge }
      : await sendFile('/files/upload', { path: about.field, file, failed: words.failed, progress });
    if (stored) ids.push(stored.id);
    else problems.push(`${file.name}: ${problem}`);
  }
  const refused = ids.length > 0 ? await store(record, about, ids) : null;
  bar.hidden = true;
  button.disabled = false;
  say(tool, [...problems, ...(refused ? [refused] : [])].join(' '));
}

/** @param {HTMLElement} record @param {About} about @param {string[]} files @returns {Promise<string | null>} why not */
async function store(record, { field, words }, files) {
  const address = (record.dataset.plRecord ?? '').replace(/cells$/, 'files');
  const body = { id: record.dataset.id, field: field.slice(field.indexOf('.') + 1), files };
  const { ok, json, reason } = await request(address, { body, once: true });
  if (!ok) return reason ?? words.failed;
  const detail = { text: json.message, kind: 'success', undo: json.undo };
  document.dispatchEvent(new CustomEvent('pl:toast', { detail }));
  record.dispatchEvent(new CustomEvent('pl:record', { bubbles: true }));
  return null;
}

/** @param {HTMLElement} tool @param {string} problem */
function say(tool, problem) {
  const status = /** @type {HTMLElement} */ (tool.querySelector('[role=status]'));
  status.textContent = problem;
  status.classList.toggle('text-danger', problem !== '');
}
