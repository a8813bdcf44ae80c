// Dialogs that scripts open: a title, content, buttons.

const body = document.body;
let dialogs = 0;

/** A text of the page for its scripts. @param {string} name */
export const text = (name) => body.dataset[`t${name}`] ?? '';

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [className] @param {string} [content]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className, content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (content) element.textContent = content;
  return element;
}

/**
 * What to ask before the forms of a dialog are thrown away: the form's module handles pl:leave.
 *
 * @param {HTMLDialogElement} box @returns {string | null} null: nothing was typed
 */
export function questionOf(box) {
  const detail = { question: '' };
  const isFree = box.dispatchEvent(new CustomEvent('pl:leave', { bubbles: true, cancelable: true, detail }));
  return isFree ? null : detail.question;
}

/** A click outside the dialog must not discard input. @param {HTMLDialogElement} box */
async function leave(box) {
  const question = questionOf(box);
  if (question === null || (await ask(question))) box.close();
}

/** @param {{ title: string, content: Node, buttons?: HTMLElement[], className?: string }} options */
export function dialog({ title, content, buttons, className = 'modal' }) {
  const box = make('dialog', className);
  const head = make('div', 'modal-header');
  const heading = make('h2', 'modal-title', title);
  const close = make('button', 'btn-close');
  heading.id = `pl-dialog-title-${(dialogs += 1)}`;
  close.type = 'button';
  close.setAttribute('aria-label', text('Close'));
  close.addEventListener('click', () => leave(box));
  head.append(heading, close);
  const inner = make('div', 'modal-body');
  inner.append(content);
  box.append(head, inner);
  if (buttons) {
    const foot = make('div', 'modal-footer');
    foot.append(...buttons);
    box.append(foot);
  }
  box.setAttribute('aria-labelledby', heading.id);
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => {
    if (event.target === box) leave(box);
  });
  box.addEventListener('cancel', (event) => {
    // File inputs fire "cancel" too, when no file is chosen.
    if (event.target !== box) return;
    event.preventDefault();
    leave(box);
  });
  body.append(box);
  box.showModal();
  return box;
}

/**
 * @param {string} question
 * @param {{ title?: string, yes?: string | null, danger?: boolean, lines?: readonly string[] }} [options] yes: the button's
 *   text; null: there is none; lines: instead of the question
 * @returns {Promise<boolean>}
 */
export function ask(
  question,
  { title = text('Sure'), yes = text('Confirm'), danger = false, lines = [question] } = {},
) {
  return new Promise((resolve) => {
    const no = make('button', 'btn', text(yes === null ? 'Close' : 'Cancel'));
    const button = yes === null ? null : make('button', danger ? 'btn btn-danger' : 'btn btn-primary', yes);
    const content = make('div', 'modal-lines');
    content.append(...lines.filter(Boolean).map((line) => make('p', '', line)));
    for (const one of [no, button]) if (one) one.type = 'button';
    const box = dialog({ title, content, buttons: button ? [no, button] : [no], className: 'modal modal-sm' });
    if (content.childElementCount > 0) {
      content.id = `pl-dialog-text-${dialogs}`;
      box.setAttribute('aria-describedby', content.id);
    } else content.parentElement?.remove();
    let answer = false;
    no.addEventListener('click', () => box.close());
    button?.addEventListener('click', () => {
      answer = true;
      box.close();
    });
    box.addEventListener('close', () => resolve(answer));
    (danger ? no : (button ?? no)).focus();
  });
}
