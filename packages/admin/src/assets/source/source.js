// The source editor: CodeMirror over the form's textarea, which stays what is sent.
import { request } from '@plinth/plugin/browser/request';
import { load, look, plainTyping } from './code-mirror.js';
import { offersAt } from './completion.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-adm-source]'));
if (form) void open(form);

/** @param {HTMLFormElement} form */
async function open(form) {
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  const place = /** @type {HTMLElement} */ (form.querySelector('.adm-source-editor'));
  const schema = JSON.parse(document.getElementById('source-schema')?.textContent ?? '{}');
  const [state, view, language, commands, autocomplete, lint, yaml, highlight] = await Promise.all(
    [
      ...['codemirror-state', 'codemirror-view', 'codemirror-language', 'codemirror-commands'],
      ...['codemirror-autocomplete', 'codemirror-lint', 'codemirror-lang-yaml', 'lezer-highlight'],
    ].map(load),
  );
  let changed = false;
  const follows = view.EditorView.updateListener.of((/** @type {any} */ update) => {
    if (!update.docChanged) return;
    changed = true;
    text.value = update.state.doc.toString();
  });
  const save = () => {
    form.requestSubmit();
    return true;
  };
  // In a shadow root its style sheets are adopted; our CSP allows no style elements.
  const root = place.attachShadow({ mode: 'open' });
  const editor = new view.EditorView({
    parent: root,
    root,
    state: state.EditorState.create({
      doc: text.value,
      extensions: [
        ...[view.lineNumbers(), view.drawSelection(), view.highlightActiveLine(), commands.history()],
        ...[language.indentOnInput(), language.bracketMatching(), language.foldGutter(), yaml.yaml()],
        autocomplete.autocompletion({ override: [completer(schema)], activateOnTyping: true }),
        lint.linter((/** @type {unknown} */ shown) => check(form, shown), { delay: 500 }),
        lint.lintGutter(),
        language.syntaxHighlighting(colours(language, highlight)),
        view.EditorView.contentAttributes.of({ 'aria-label': form.dataset.tLabel ?? '', tabindex: '0' }),
        view.keymap.of([
          { key: 'Mod-s', run: save },
          ...autocomplete.completionKeymap,
          ...lint.lintKeymap,
          ...commands.defaultKeymap,
          ...commands.historyKeymap,
          // Tab indents only with a selection: the keyboard must find its way out.
        ]),
        ...[plainTyping(view), look(view), follows],
      ],
    }),
  });
  text.hidden = true;
  place.hidden = false;
  form.addEventListener('submit', () => (changed = false));
  addEventListener('beforeunload', (event) => changed && event.preventDefault());
  Object.assign(form, { admEditor: editor });
  lint.forceLinting(editor);
}

/** @param {any} schema */
const completer = (schema) => (/** @type {any} */ context) => {
  const found = offersAt(context.state.doc.toString(), context.pos, schema);
  if (!found || found.offers.length === 0) return null;
  if (!context.explicit && found.from === context.pos && found.offers[0].isKey) return null;
  return {
    from: found.from,
    options: found.offers.map(({ label, detail, isKey }) => ({
      label,
      detail,
      type: isKey ? 'property' : 'constant',
      ...(isKey && { apply: `${label}: ` }),
    })),
    validFor: /^[\w-]*$/,
  };
};

/** The server's problems as marks. @param {HTMLFormElement} form @param {any} view */
async function check(form, view) {
  const { doc } = view.state;
  const body = new URLSearchParams({ text: doc.toString() });
  const { ok, json } = await request(form.dataset.admSource ?? '', { body });
  if (!ok) return [];
  return json.problems.map((/** @type {any} */ { line, column, end, message, severity }) => {
    const at = doc.line(Math.min(line, doc.lines));
    const from = Math.min(at.from + column - 1, at.to);
    return { from, to: Math.max(from, Math.min(at.from + end - 1, at.to)), message, severity };
  });
}

/** @param {any} language @param {any} highlight */
const colours = (language, { tags }) =>
  language.HighlightStyle.define([
    { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--pl-link)' },
    { tag: [tags.string, tags.content], color: 'var(--pl-text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--pl-success)' },
    { tag: [tags.comment, tags.punctuation, tags.separator], color: 'var(--pl-muted)' },
  ]);
