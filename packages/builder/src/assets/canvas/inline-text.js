// A double click edits a text on the page itself.
import { contentOf } from './marks.js';
import { setSettings } from '../../model/document.js';
import { editRichText } from './rich-text/edit-rich-text.js';
import { loadHtmlOf } from './rich-text/html-of.js';
import { findNode } from '../../model/tree.js';

/** @import { Canvas } from './canvas.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { HtmlOf } from './rich-text/html-of.js' */
/** @import { Mark } from './marks.js' */

const LINES = new Set(['text', 'longtext']);
const FORMATTED = new Set(['markdown', 'html']);
/** Elements that are inserted to be typed into. */
const TYPED = new Set(['text', 'heading', 'button']);
const PARTS_OF_TEXT = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, table, strong, em, del, a, code';

/** @typedef {{ editor: Editor, canvas: Canvas, bar: HTMLElement, announce: (text: string, isProblem?: boolean) => void, ended: () => void }} Parts */

/**
 * Edits texts where they stand on the page.
 *
 * @param {Parts} parts bar: the toolbar of formatted texts; ended: where the focus goes afterwards
 */
export function createTextEditing(parts) {
  const { editor } = parts;
  /** @type {Promise<HtmlOf> | null} */
  let loading = null;
  const load = () => (loading ??= loadHtmlOf());
  const isFormatted = (/** @type {string | undefined} */ id) =>
    Boolean(id && editor.elementOf(id)?.settings.some(({ type }) => FORMATTED.has(type)));
  const hasLine = (/** @type {string | undefined} */ id) => {
    const { settings = {} } = findNode(editor.draft, id)?.node ?? {};
    const lines = editor.elementOf(id ?? '')?.settings.filter(({ type }) => LINES.has(type)) ?? [];
    return lines.some(({ name }) => typeof settings[name] === 'string' && settings[name].trim() !== '');
  };
  // By the second click of a double click it is there. Without a connection, the next try loads it.
  editor.addEventListener('select', () => {
    if (isFormatted(editor.selected[0])) load().catch(() => (loading = null));
  });
  return {
    /** Whether a new node is a text and nothing else, or is called by one. @param {string} id */
    isNew: (id) => TYPED.has(findNode(editor.draft, id)?.node.type ?? ''),
    /** Whether a node has a text of its own. @param {string | undefined} id */
    can: (id) => isFormatted(id) || hasLine(id),
    /**
     * @param {Mark} mark @param {Node | null} [at] what was pointed at
     * @param {() => void} [notFound] the page shows none of its settings word for word
     */
    edit(mark, at = null, notFound = () => {}) {
      const line = lineIn(editor, mark, at);
      if (line && (!at || line.element.contains(at))) return editLine(parts, mark.id, line);
      if (isFormatted(mark.id))
        load()
          .then((htmlOf) => editFormatted(parts, { mark, at, htmlOf }) || notFound())
          .catch(() => {
            loading = null;
            notFound();
          });
      else if (line) editLine(parts, mark.id, line);
      else notFound();
    },
  };
}

/** @param {Parts} parts @param {string} id @param {{ element: HTMLElement, setting: string, value: string }} line */
function editLine({ editor, canvas, ended }, id, { element, setting, value }) {
  element.setAttribute('contenteditable', 'plaintext-only');
  element.classList.add('bld-typing');
  canvas.window.focus();
  element.focus();
  canvas.document.getSelection()?.selectAllChildren(element);
  const finish = (/** @type {boolean} */ isKept) => {
    stopping.abort();
    const typed = (element.textContent ?? '').trim();
    element.removeAttribute('contenteditable');
    element.classList.remove('bld-typing');
    if (isKept && typed !== value.trim()) applyText(editor, id, { [setting]: typed || undefined });
    else element.textContent = value;
    ended();
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  element.addEventListener('blur', () => finish(true), { signal });
  element.addEventListener('input', () => canvas.drawn(), { signal });
  element.addEventListener(
    'keydown',
    (event) => {
      event.stopPropagation();
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      finish(event.key === 'Enter');
    },
    { signal },
  );
}

/** @param {Parts} parts @param {{ mark: Mark, at: Node | null, htmlOf: HtmlOf }} text @returns {boolean} */
function editFormatted(parts, { mark, at, htmlOf }) {
  const { editor, canvas } = parts;
  const { node } = findNode(editor.draft, mark.id) ?? {};
  const settings = editor.elementOf(mark.id)?.settings.filter(({ type }) => FORMATTED.has(type)) ?? [];
  const found = settings.flatMap(({ name, type }) => {
    const source = String(node?.settings?.[name] ?? '');
    const element = elementOf(mark, type === 'html' ? textOfHtml(source) : (htmlOf(source).textContent ?? ''));
    return element ? [{ element, setting: name, text: { source, htmlOf: type === 'html' ? null : htmlOf } }] : [];
  });
  const chosen = found.find(({ element }) => at && element.contains(at)) ?? found[0];
  if (!chosen?.element.isConnected || canvas.document.querySelector('.bld-typing')) return false;
  editRichText(parts, chosen.element, chosen.text, (text) =>
    applyText(editor, mark.id, { [chosen.setting]: text || undefined }),
  );
  return true;
}

/** @param {Editor} editor @param {string} id @param {Record<string, string | undefined>} values */
function applyText(editor, id, values) {
  editor.change(setSettings(editor.draft, id, values), { label: editor.text('type') });
}

/** @param {string} html */
const textOfHtml = (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/**
 * The innermost element that shows all of a formatted text; where the node is one element, that.
 *
 * @param {Mark} mark @param {string} text @returns {HTMLElement | null}
 */
function elementOf(mark, text) {
  const own = contentOf(mark).filter((one) => one.nodeType === Node.ELEMENT_NODE);
  const elements = /** @type {HTMLElement[]} */ (own).filter((one) => !one.matches('.bld-empty, .bld-new'));
  const holders = elements.flatMap((one) => [one, .../** @type {HTMLElement[]} */ ([...one.querySelectorAll('*')])]);
  const shown = holders.filter((one) => !one.closest(PARTS_OF_TEXT) && plain(one.textContent ?? '') === plain(text));
  return shown.at(-1) ?? (elements.length === 1 && mark.children.length === 0 ? elements[0] : null);
}

/**
 * The setting whose value the page shows word for word, and the element that shows nothing else.
 *
 * @param {Editor} editor @param {Mark} mark @param {Node | null} at
 * @returns {{ element: HTMLElement, setting: string, value: string } | null}
 */
function lineIn(editor, mark, at) {
  const node = findNode(editor.draft, mark.id)?.node;
  const settings = editor.elements.get(node?.type ?? '')?.settings.filter(({ type }) => LINES.has(type)) ?? [];
  const inner = mark.children.flatMap(contentOf);
  const found = settings.flatMap(({ name }) => {
    const value = node?.settings?.[name];
    if (typeof value !== 'string' || !value.trim()) return [];
    return elementsWith(mark, value, inner).map((element) => ({ element, setting: name, value }));
  });
  return found.find(({ element }) => at && element.contains(at)) ?? found[0] ?? null;
}

/** @param {Mark} mark @param {string} value @param {readonly Node[]} inner what belongs to nodes inside it @returns {HTMLElement[]} */
function elementsWith(mark, value, inner) {
  const wanted = plain(value);
  const document = /** @type {Document} */ (mark.holder.ownerDocument);
  return contentOf(mark).flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    /** @type {HTMLElement[]} */
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = text.parentElement;
      if (!element || plain(text.nodeValue ?? '') !== wanted || plain(element.textContent ?? '') !== wanted) continue;
      if (element.childElementCount === 0 && !inner.some((one) => one.contains(text)) && mark.holder !== element)
        found.push(element);
    }
    return found;
  });
}

/** @param {string} text */
const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
