// Edits a formatted text in place on the page.
import { TextSession } from './text-session.js';
import { openTextTools } from './text-tools.js';

/** @import { HtmlOf } from './html-of.js' */
/** @import { Canvas } from '../canvas.js' */
/** @import { Editor } from '../../drafts/editor.js' */

/** Keys of the toolbar's commands. @type {Record<string, string>} */
const KEYS = {
  'ctrl+b': 'bold',
  'ctrl+i': 'italic',
  'ctrl+k': 'link',
  'ctrl+shift+Digit7': 'numbered',
  'ctrl+shift+Digit8': 'list',
};

/**
 * @param {{ editor: Editor, canvas: Canvas, bar: HTMLElement, announce: (text: string, isProblem?: boolean) => void, ended: () => void }} parts
 *   bar: the toolbar
 * @param {HTMLElement} element @param {{ source: string, htmlOf: HtmlOf | null }} text @param {(text: string) => void} apply
 */
export function editRichText({ editor, canvas, bar, announce, ended }, element, text, apply) {
  const session = new TextSession(element, { ...text, label: bar.getAttribute('aria-label') ?? '' });
  const stopping = new AbortController();
  const { signal } = stopping;
  const end = (/** @type {boolean} */ isKept) => {
    if (signal.aborted) return;
    const { isChanged, value } = session;
    stopping.abort();
    session.end(isKept);
    if (isKept && isChanged) apply(value);
    canvas.drawn();
    ended();
  };
  const tools = openTextTools(bar, { session, end, signal });
  listen(session, { tools, end, signal, drawn: () => canvas.drawn() });
  // Moving the focus away ends the editing, except into the toolbar or another window.
  const left = () =>
    setTimeout(() => {
      const isTyping = document.activeElement === canvas.frame && element.contains(canvas.document.activeElement);
      if (document.hasFocus() && !isTyping && !bar.contains(document.activeElement)) end(true);
    });
  element.addEventListener('focusout', left, { signal });
  bar.addEventListener('focusout', left, { signal });
  // Somebody else's change may have replaced the element; the typed text is kept.
  editor.addEventListener('painted', () => element.isConnected || end(true), { signal });
  session.keepReadable(canvas.scale);
  session.focus();
  session.area.select();
  announce(editor.text('text.started'));
  tools.show();
  canvas.drawn();
}

/**
 * @param {TextSession} session
 * @param {{ tools: ReturnType<typeof openTextTools>, end: (isKept: boolean) => void, signal: AbortSignal, drawn: () => void }} parts
 */
function listen(session, { tools, end, signal, drawn }) {
  const { area } = session;
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ hear) =>
    area.addEventListener(name, hear, { signal });
  on('input', () => {
    session.show();
    drawn();
  });
  for (const name of ['input', 'keyup', 'pointerup', 'focus']) on(name, tools.show);
  on('paste', (/** @type {ClipboardEvent} */ event) => {
    event.stopPropagation();
    if (event.clipboardData && session.paste(event.clipboardData)) event.preventDefault();
  });
  on('keydown', (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    const { key, altKey, shiftKey, isComposing } = event;
    if (isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    const chord = [
      isControl && 'ctrl',
      altKey && 'alt',
      shiftKey && 'shift',
      shiftKey ? event.code : key.toLowerCase(),
    ];
    const command = session.isMarkdown ? KEYS[chord.filter(Boolean).join('+')] : undefined;
    if (command) tools.run(command);
    else if (key === 'Escape' || (key === 'Enter' && isControl)) end(key === 'Enter');
    else if (key === 'Tab' && !isControl && !altKey && !shiftKey) tools.focus();
    else if (key !== 'Enter' || shiftKey || !session.enter()) return;
    event.preventDefault();
  });
}
