// A double click edits a text on the page itself.
import { contentOf } from './marks.js';
import { setSettings } from './document.js';
import { findNode } from './tree.js';

/** @import { Canvas } from './canvas.js' */
/** @import { Editor } from './editor.js' */
/** @import { Mark } from './marks.js' */

const TEXTS = new Set(['text', 'longtext', 'markdown']);

/**
 * Edits the text of a node where it stands.
 *
 * @param {Editor} editor @param {Canvas} canvas @param {Mark} mark @param {Node | null} [at] what was pointed at
 * @param {() => void} [ended]
 * @returns {boolean} false: none of its settings stands on the page as it is
 */
export function editText(editor, canvas, mark, at = null, ended = () => {}) {
  const found = textIn(editor, mark, at);
  if (!found) return false;
  const { element, setting, value } = found;
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
    const changed = isKept && typed !== value.trim();
    if (!changed) element.textContent = value;
    else
      editor.change(setSettings(editor.draft, mark.id, { [setting]: typed || undefined }), {
        label: editor.text('type'),
      });
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
  return true;
}

/**
 * The setting whose value stands on the page word for word, and the element that shows nothing else.
 *
 * @param {Editor} editor @param {Mark} mark @param {Node | null} at
 * @returns {{ element: HTMLElement, setting: string, value: string } | null}
 */
function textIn(editor, mark, at) {
  const node = findNode(editor.draft, mark.id)?.node;
  const settings = editor.elements.get(node?.type ?? '')?.settings.filter(({ type }) => TEXTS.has(type)) ?? [];
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
