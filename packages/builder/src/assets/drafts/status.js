// The state of saving, the problems and the last step, in words.

/** @import { Editor, Saving } from './editor.js' */

/** How long a note is shown, in ms. */
const NOTE_STAYS = 6_000;
/** What a key has done is seen at once where it was done; this only says it. */
const STEP_STAYS = 2_500;

/**
 * @param {{ editor: Editor, status: HTMLElement, live: HTMLElement, problems: HTMLElement, onProblem: (id: string) => void }} parts
 */
export function createStatus({ editor, status, live, problems, onProblem }) {
  const note = /** @type {HTMLElement} */ (document.querySelector('[data-bld-note]'));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  /** Whether the last thing that was done was done by a key. */
  let isByKey = false;
  document.addEventListener('keydown', () => (isByKey = true), true);
  document.addEventListener('pointerdown', () => (isByKey = false), true);
  const { texts } = editor.state;
  /** @type {Record<Saving['state'], () => string>} */
  const words = {
    saved: () => (editor.version > 0 ? texts.saved : texts.published),
    saving: () => texts.saving,
    kept: () => texts.kept,
    refused: () => texts.notSaved,
  };
  const say = (/** @type {Saving} */ { state, message }) => {
    status.dataset.state = state;
    status.textContent = message || words[state]();
  };
  const announce = (/** @type {string} */ text, isProblem = false) => {
    // The same words twice are said twice.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    if (!isProblem && !isByKey) return;
    note.textContent = text;
    note.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => (note.hidden = true), isProblem ? NOTE_STAYS : STEP_STAYS);
  };
  const showProblems = (/** @type {{ node: string, message: string, url?: string }[]} */ found) => {
    problems.hidden = found.length === 0;
    problems.replaceChildren(
      ...found.map(({ node, message, url }) => {
        if (url) return Object.assign(document.createElement('a'), { href: url, textContent: message });
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: message });
        button.addEventListener('click', () => onProblem(node));
        return button;
      }),
    );
  };
  const showSteps = () => {
    for (const [name, can] of /** @type {const} */ ([
      ['undo', editor.history.canUndo],
      ['redo', editor.history.canRedo],
    ])) {
      const button = /** @type {HTMLButtonElement} */ (document.querySelector(`[data-bld-${name}]`));
      button.disabled = !can;
    }
  };
  editor.addEventListener('saving', (event) => say(/** @type {CustomEvent} */ (event).detail));
  editor.addEventListener('painted', (event) => showProblems(/** @type {CustomEvent} */ (event).detail.problems));
  editor.addEventListener('change', showSteps);
  editor.addEventListener('merged', (event) => {
    const { by, hadOwn } = /** @type {CustomEvent} */ (event).detail;
    announce(by ? editor.text('merged', { name: by }) : texts.mergedSomeone, hadOwn);
  });
  showProblems(editor.state.problems);
  say({ state: 'saved', message: '' });
  showSteps();
  return { announce };
}
