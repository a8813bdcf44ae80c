// Assembles the builder from its modules; each knows its own part of the screen.
import { createFrameView } from './frame-view.js';
import { post } from './requests.js';
import { createViewOptions } from './view-options.js';

const state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('builder-state')).textContent ?? '');
const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('[data-bld-frame]'));
const [stage, sheet, overlay, props, status, problems] = [
  'stage',
  'sheet',
  'overlay',
  'props',
  'status',
  'problems',
].map((name) => /** @type {HTMLElement} */ (document.querySelector(`[data-bld-${name}]`)));
const outline = /** @type {HTMLElement} */ (document.getElementById('bld-outline'));
let { draft, version } = state;
let selected = /** @type {string[]} */ ([]);

const view = createFrameView({
  frame,
  overlay,
  sheet,
  onSelect: select,
  onLoad: () => queueMicrotask(() => options.paintScheme()),
});
const options = createViewOptions({
  frame,
  sheet,
  stage,
  onChange: () => void repaint(),
  onShape: () => view.outline(),
});

/** What the server needs to know besides the draft. */
const seen = () => ({ row: options.options.row, as: options.options.as, select: selected });

/** @param {string} id */
function select(id) {
  selected = id ? [id] : [];
  view.select(id);
  void repaint();
}

/** Saves the draft and shows it. */
async function repaint() {
  say(state.texts.saving);
  const { status: code, answer } = await post(`${state.url}/paint`, { draft, version, ...seen() }).catch(offline);
  take(code, answer);
}

/** @param {HTMLFormElement} form of the properties */
async function sendForm(form) {
  say(state.texts.saving);
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const { row, as } = options.options;
  const { panel = '', node = '' } = form.dataset;
  const more = { draft: JSON.stringify(draft), version, row: row ?? '', as, panel, node };
  for (const [name, value] of Object.entries(more)) body.set(name, String(value));
  const { status: code, answer } = await post(`${state.url}/properties`, body).catch(offline);
  if (code === 200) draft = answer.draft;
  take(code, answer, { isTyping: true });
}

/** @param {number} code @param {any} answer @param {{ isTyping?: boolean }} [how] isTyping: the form stays as it is */
function take(code, answer, { isTyping = false } = {}) {
  if (code !== 200) return say(code === 409 ? state.texts.changed : (answer.title ?? state.texts.notSaved));
  version = answer.version;
  view.swap(answer);
  outline.innerHTML = answer.outline;
  if (!isTyping || answer.redraw) props.innerHTML = answer.properties;
  props.dispatchEvent(new CustomEvent('bld:answer', { detail: answer }));
  showProblems(answer.problems);
  view.select(selected[0] ?? '');
  say(version > 0 ? state.texts.saved : state.texts.published);
}

/** @param {{ node: string, message: string }[]} found */
function showProblems(found) {
  problems.hidden = found.length === 0;
  problems.replaceChildren(
    ...found.map(({ node, message }) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: message });
      button.addEventListener('click', () => node && select(node));
      return button;
    }),
  );
}

/** @returns {{ status: number, answer: any }} */
const offline = () => ({ status: 0, answer: {} });

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

outline.addEventListener('click', ({ target }) => {
  const line = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-node]'));
  if (line?.dataset.node) select(line.dataset.node);
  view.select(selected[0] ?? '', { reveal: true });
});
props.addEventListener('change', ({ target }) => {
  const form = /** @type {HTMLElement} */ (target).closest('form');
  if (form) void sendForm(form);
});
props.addEventListener('submit', (event) => event.preventDefault());
for (const tab of document.querySelectorAll('.bld-tabs [role=tab]')) {
  tab.addEventListener('click', () => {
    for (const other of document.querySelectorAll('.bld-tabs [role=tab]')) {
      other.setAttribute('aria-selected', String(other === tab));
      /** @type {HTMLElement} */ (other).tabIndex = other === tab ? 0 : -1;
      const panel = document.getElementById(other.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = other !== tab;
    }
  });
}
showProblems(state.problems);
say(version > 0 ? state.texts.saved : state.texts.published);
