// The editor of a function: CodeMirror over the form's textarea, which stays what is sent, and a try beside it.
import { request } from '@plinth/plugin/browser/request';
import { load, look, plainTyping } from '../source/code-mirror.js';
import { mistakesIn } from './check.js';
import { offersAt } from './complete.js';
import { showResult } from './result.js';
import { createTyping } from './types/typing.js';

/** @typedef {import('./types/typing.js').Mark} Mark */

/** Offers of ours that say more than TypeScript: tables with their labels, and how to call what `plinth` has. */
const EXPLAINED = new Set(['class', 'function']);

/** @param {string} id */
const jsonOf = (id) => JSON.parse(document.getElementById(id)?.textContent ?? '{}');

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-adm-fn]'));
if (form) void open(form);

/** @param {HTMLFormElement} form */
async function open(form) {
  const words = jsonOf('fn-words');
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('code'));
  const place = /** @type {HTMLElement} */ (form.querySelector('.adm-fn-editor'));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[data-fn-run]'));
  const result = /** @type {HTMLElement} */ (form.querySelector('.adm-fn-result'));
  const parts = await loadParts();
  const typing = createTyping(parts, { form, words, params: () => paramsIn(form) });
  let changed = false;
  /** The error of the last run, and the code that it is of. @type {{ code: string, marks: Mark[] }} */
  let ran = { code: '', marks: [] };
  const failed = (/** @type {any} */ { doc }) => (doc.toString() === ran.code ? ran.marks : []);
  const editor = createEditor(parts, form, place, text.value, {
    typing,
    label: words.code,
    onChange(/** @type {string} */ code) {
      changed = true;
      text.value = code;
    },
    onRun: () => void run(),
    check: (view) => checked(parts, view.state, words),
    failed,
  });
  text.hidden = true;
  place.hidden = false;
  button.disabled = false;
  form.addEventListener('submit', () => (changed = false));
  addEventListener('beforeunload', (event) => changed && event.preventDefault());
  button.addEventListener('click', () => void run());
  Object.assign(form, { admEditor: editor });
  typing.start(editor);

  async function run() {
    button.disabled = true;
    result.replaceChildren(words.running);
    const { doc } = editor.state;
    const found = await runForm(form, words);
    button.disabled = false;
    ran = { code: doc.toString(), marks: problemsOf(doc, found.error) };
    const ours = checked(parts, editor.state, words);
    const problems = [...failed(editor.state), ...ours, ...beside(typing.marks(editor.state), ours)];
    editor.dispatch(parts.lint.setDiagnostics(editor.state, problems));
    showResult(result, found, words, goTo);
  }

  /** @param {number} line */
  function goTo(line) {
    const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
    editor.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    editor.focus();
  }
}

async function loadParts() {
  const [state, view, language, commands, autocomplete, lint, javascript, highlight] = await Promise.all(
    [
      ...['codemirror-state', 'codemirror-view', 'codemirror-language', 'codemirror-commands'],
      ...['codemirror-autocomplete', 'codemirror-lint', 'codemirror-lang-javascript', 'lezer-highlight'],
    ].map(load),
  );
  return { state, view, language, commands, autocomplete, lint, javascript, highlight };
}

/**
 * @param {Awaited<ReturnType<typeof loadParts>>} parts @param {HTMLFormElement} form @param {HTMLElement} place
 * @param {string} code @param {{ label: string, onChange: (code: string) => void, onRun: () => void, check: (view: any) => Mark[],
 *   failed: (state: any) => Mark[], typing: ReturnType<typeof createTyping> }} options
 */
function createEditor(parts, form, place, code, { label, onChange, onRun, check, failed, typing }) {
  const { state, view, language, commands, autocomplete, lint, javascript, highlight } = parts;
  const schema = jsonOf('fn-schema');
  const { EditorView } = view;
  const complete = async (/** @type {any} */ context) => {
    const own = offersAt(context.state.doc.toString(), context.pos, schema, paramsIn(form));
    return own?.options.some(({ type }) => EXPLAINED.has(type)) ? own : ((await typing.complete(context)) ?? own);
  };
  // The marks of a run stay when types come, or are looked at anew.
  const seen = (/** @type {any} */ shown) => [...failed(shown.state), ...check(shown)];
  const typed = async (/** @type {unknown} */ shown) => beside(await typing.check(shown), check(shown));
  const done = (/** @type {() => void} */ act) => () => {
    act();
    return true;
  };
  const keys = view.keymap.of([
    { key: 'Mod-s', run: done(() => form.requestSubmit()) },
    { key: 'Mod-Enter', run: done(onRun) },
    ...[...autocomplete.closeBracketsKeymap, ...autocomplete.completionKeymap, ...lint.lintKeymap],
    ...[...commands.defaultKeymap, ...commands.historyKeymap],
    // Tab indents only with a selection: the keyboard must find its way out.
  ]);
  const extensions = [
    ...[view.lineNumbers(), view.drawSelection(), view.highlightActiveLine(), commands.history()],
    ...[language.indentOnInput(), language.bracketMatching(), language.foldGutter(), javascript.javascript()],
    ...[autocomplete.autocompletion({ icons: false }), autocomplete.closeBrackets()],
    ...[lint.lintGutter(), lint.linter(seen, { delay: 500 })],
    ...[lint.linter(typed, { delay: 500, needsRefresh: typing.isNew }), typing.hover],
    javascript.javascriptLanguage.data.of({ autocomplete: complete }),
    language.syntaxHighlighting(colours(language, highlight)),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of(
      (/** @type {any} */ { docChanged, state: { doc } }) => docChanged && onChange(doc.toString()),
    ),
    ...[plainTyping(view), keys, EditorView.theme({ '&': { height: '100%', maxHeight: 'none' } }), look(view)],
  ];
  // In a shadow root its style sheets are adopted; our CSP allows no style elements.
  const root = place.attachShadow({ mode: 'open' });
  return new EditorView({ parent: root, root, state: state.EditorState.create({ doc: code, extensions }) });
}

/** Runs the code of the form, saved or not. @param {HTMLFormElement} form @param {Record<string, string>} words */
async function runForm(form, words) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const { ok, json } = await request(form.dataset.admFn ?? '', { body });
  if (ok) return json;
  return {
    text: null,
    logs: [],
    ms: 0,
    error: { title: json?.title ?? words.unreachable, message: '', line: null },
  };
}

/** The place of an error as a mark. @param {any} doc @param {{ line: number | null, message: string } | null} error */
function problemsOf(doc, error) {
  if (!error?.line || error.line > doc.lines) return [];
  const { from, to } = doc.line(error.line);
  return [{ from, to, severity: 'error', message: error.message }];
}

/** What can be seen without running the code. @param {Awaited<ReturnType<typeof loadParts>>} parts @param {any} state @param {Record<string, string>} words */
function checked({ javascript }, state, words) {
  const text = state.doc.toString();
  const tree = javascript.javascriptLanguage.parser.parse(text);
  return mistakesIn(tree, text, jsonOf('fn-schema')).map(({ from, to, word, name }) => ({
    from,
    to,
    severity: 'warning',
    message: words[word].replace('{name}', name),
  }));
}

/** Parameters as they are typed in the settings. @param {HTMLFormElement} form */
function paramsIn(form) {
  const names = [...form.elements].filter((/** @type {any} */ { name }) => /^params\.\d+\.name$/.test(name ?? ''));
  return names
    .map((/** @type {any} */ { name, value }) => {
      const type = /** @type {any} */ (form.elements.namedItem(name.replace(/name$/, 'type')));
      return { name: value, label: '', type: type?.value ?? 'text' };
    })
    .filter(({ name }) => name !== '');
}

/** Of the same mistake ours tells, which knows the table. @param {readonly Mark[]} marks of TypeScript @param {readonly Mark[]} ours */
const beside = (marks, ours) => marks.filter(({ from, to }) => !ours.some((one) => from < one.to && one.from < to));

/** @param {any} language @param {any} highlight */
const colours = (language, { tags }) =>
  language.HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: 'var(--pl-link)' },
    { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--pl-success)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--pl-warning)' },
    { tag: tags.comment, color: 'var(--pl-muted)', fontStyle: 'italic' },
    { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], fontWeight: '600' },
  ]);
