// TypeScript in the editor of a function: marks, types under the pointer, and offers. All of it comes late, or never, and
// the editor waits for none of it.
import { request } from '@plinth/plugin/browser/request';
import { createChecker } from './checker.js';
import { inputType } from './input-type.js';

/** How long offers may wait for TypeScript, in ms; then ours are shown. */
const QUICK = 700;

/** Of a type that is shown. */
const LOOK = {
  '.cm-adm-type': { padding: '0.375rem 0.5rem', maxWidth: 'min(32rem, 80vw)', maxHeight: '16rem', overflow: 'auto' },
  '.cm-adm-type code': { fontFamily: 'var(--pl-mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-adm-type p': { margin: '0.25rem 0 0', fontFamily: 'var(--pl-font, sans-serif)', whiteSpace: 'pre-line' },
};

/**
 * @typedef {{ from: number, to: number, severity: string, message: string, source?: string }} Mark of CodeMirror
 * @typedef {{ name: string, type: string }} Param
 */

/**
 * @param {any} parts of CodeMirror
 * @param {{ form: HTMLFormElement, words: Record<string, string>, params: () => Param[] }} options
 */
export function createTyping({ state, view: { EditorView, hoverTooltip } }, { form, words, params }) {
  const checker = createChecker({ start: startWorker });
  const changed = state.StateEffect.define();
  /** @type {readonly string[]} */
  let rowsOf = [];
  /** The latest marks, and the text that they are for. @type {{ text: string, marks: Mark[] }} */
  let latest = { text: '', marks: [] };
  let turns = 0;
  /** @type {Promise<any>} */
  let running = Promise.resolve();
  /** @param {any} doc */
  const written = (doc) => ({ code: doc.toString(), input: inputType(params(), rowsOf) });

  /** @param {any} view @returns {Promise<Mark[]>} */
  async function check({ state: { doc } }) {
    const turn = ++turns;
    await running;
    // Somebody types faster than it thinks.
    if (turn !== turns) return [];
    running = checker.ask('check', written(doc));
    const found = await running;
    const marks = (found ?? []).map((/** @type {any} */ one) => markOf(one, doc.length, words));
    latest = { text: doc.toString(), marks };
    return marks;
  }

  return {
    check,
    /** What asks for marks anew. @param {any} update */
    isNew: ({ transactions }) =>
      transactions.some((/** @type {any} */ { effects }) => effects.some((/** @type {any} */ one) => one.is(changed))),
    /** The marks that are known by now. @param {any} state */
    marks: ({ doc }) => (doc.toString() === latest.text ? latest.marks : []),

    hover: [
      EditorView.theme(LOOK),
      hoverTooltip(async (/** @type {any} */ view, /** @type {number} */ at) => {
        const found = await checker.ask('hover', written(view.state.doc), at);
        return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: shownType(found) }) };
      }),
    ],

    /** Offers at a place that belongs to what is typed there; null: none. @param {any} context of completion @returns {Promise<any>} */
    async complete({ state: { doc }, pos }) {
      const now = written(doc);
      const head = now.code.slice(0, pos).replace(/[\w$-]*$/, '');
      if (!checker.isReady() || !/[.'"`{,]\s*$/.test(head)) return null;
      const offers = await quickly(checker.ask('complete', now, pos));
      if (!offers?.length) return null;
      const info = async (/** @type {any} */ { label }) => shownMore(await checker.ask('describe', now, pos, label));
      return {
        from: head.length,
        validFor: /^[\w$-]*$/,
        options: offers.map((/** @type {any} */ one) => offerOf(one, info)),
      };
    },

    /** Begins once nothing else is to be done. @param {any} view */
    start(view) {
      const refresh = () => view.dispatch({ effects: changed.of(null) });
      whenIdle(async () => {
        const app = await typesOf(form);
        if (!app || !(await checker.open(app))) return;
        rowsOf = app.rowsOf;
        refresh();
        form.addEventListener('change', refresh);
      });
    },
  };
}

const startWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** @param {() => Promise<void>} act */
function whenIdle(act) {
  const { connection } = /** @type {any} */ (navigator);
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return;
  // Safari knows no idle time.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void act());
  else setTimeout(act, 1000);
}

/** What there is in this app. @param {HTMLFormElement} form @returns {Promise<any>} */
async function typesOf({ dataset: { types = '' } }) {
  const { ok, json } = await request(types);
  return ok ? json : null;
}

/** @param {import('./judged.js').Finding} found @param {number} length of the code @param {Record<string, string>} words @returns {Mark} */
function markOf({ from, to, word, name, other, message, isError }, length, words) {
  const severity = isError ? 'error' : 'warning';
  const place = { from: Math.min(from, length), to: Math.min(to, length), severity };
  if (word === null) return { ...place, message, source: 'TypeScript' };
  return { ...place, message: words[word].replace('{name}', name).replace('{other}', other) };
}

/** @param {any} offer of the service @param {(one: any) => Promise<Node | null>} info */
function offerOf({ label, kind, detail, info: title }, info) {
  const type = { method: 'method', function: 'function', string: 'text' }[String(kind)] ?? 'property';
  const shown = [title === label || title.length > 40 ? '' : title, detail].filter(Boolean).join(' · ');
  return { label, type, detail: shown, boost: 10, ...(kind === 'method' && { info }) };
}

/** @param {{ type: string, info: string }} found */
function shownType({ type, info }) {
  const dom = document.createElement('div');
  dom.className = 'cm-adm-type';
  const code = document.createElement('code');
  code.textContent = type.length > 600 ? `${type.slice(0, 599)}…` : type;
  dom.append(code, ...paragraph(info));
  return dom;
}

/** @param {{ detail: string, info: string } | null} more */
function shownMore(more) {
  if (!more?.detail) return null;
  return shownType({ type: more.detail, info: more.info });
}

/** @param {string} text */
function paragraph(text) {
  if (text === '') return [];
  const dom = document.createElement('p');
  dom.textContent = text;
  return [dom];
}

/** @param {Promise<unknown>} answer @returns {Promise<any>} null: too late */
const quickly = (answer) => Promise.race([answer, new Promise((resolve) => setTimeout(resolve, QUICK, null))]);
