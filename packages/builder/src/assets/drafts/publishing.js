// What becomes of the draft: published, discarded, shown to colleagues.
import { request } from '@plinth/plugin/browser/request';
import { choose } from '../../model/choose.js';
import { askWhose } from './conflicts-dialog.js';
import { make } from './make-element.js';
import { post } from '../../kit/requests.js';

/** @import { Editor } from './editor.js' */

const one = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-bld-${name}]`));
const texts = () => one('texts').dataset;
/** After the reload that follows discarding a draft: offers to undo it. */
const DISCARDED = '#discarded';

/** @param {Editor} editor @param {(node: string) => void} reveal shows an element, or with '' the settings of the whole */
export function startPublishing(editor, reveal) {
  const { url } = editor.state;
  const publishButton = /** @type {HTMLButtonElement} */ (one('publish'));

  const show = createEnabling(editor);

  /** @param {{ choices?: Record<string, 'mine' | 'theirs'>, anyway?: boolean }} [how] */
  async function publish(how = {}) {
    publishButton.disabled = true;
    // The typed text may equal the published one.
    if (!(await saved(editor)) || editor.version <= 0) return show();
    const sent = { version: editor.version, ...how };
    const { status, answer } = await editor.end(() => post(`${url}/publish`, sent));
    show();
    if (status === 200) return location.assign(answer.url);
    if (answer.code === 'LOGIN_TOO_OLD') return confirmLogin();
    if (answer.code === 'PUBLISH_CONFLICT')
      return askWhose(answer.conflicts, { then: (choices) => publish({ ...how, choices }) });
    if (answer.code === 'DRAFT_INCOMPLETE') {
      say(
        `${texts().incomplete} ${answer.problems.map((/** @type {any} */ wrong) => wrong.message).join('. ')}`,
        'danger',
      );
      return reveal(answer.problems[0].node);
    }
    if (answer.code === 'DRAFT_BROKEN')
      return askAnyway(answer.problems, { reveal, then: () => publish({ ...how, anyway: true }) });
    refused(editor, answer);
  }

  async function discard() {
    if (!(await saved(editor)) || editor.version <= 0) return show();
    const sent = { version: editor.version };
    const { status, answer } = await editor.end(() => post(`${url}/discard`, sent));
    if (status !== 200) return refused(editor, answer);
    location.hash = DISCARDED;
    location.reload();
  }

  // A piece changes wherever it is used: that is shown first.
  const uses = /** @type {HTMLDialogElement | null} */ (document.querySelector('[data-bld-uses]'));
  uses?.addEventListener('submit', () => void publish());
  publishButton.addEventListener('click', async () => {
    if (!uses) return publish();
    publishButton.disabled = true;
    // As of now: drafts of others come and go.
    const html = (await saved(editor)) ? await usesNow(url) : null;
    show();
    if (html === null) return;
    if (html === '') return publish();
    uses.innerHTML = html;
    uses.showModal();
  });
  one('discard').addEventListener('click', () => void discard());
  startLink(editor);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-bld-close]') : null;
    button?.closest('dialog')?.close();
  });
  one('more').addEventListener('click', ({ target }) => {
    if (/** @type {Element} */ (target).closest('.dropdown-item')) one('more').removeAttribute('open');
  });
  for (const event of ['painted', 'saving', 'merged']) editor.addEventListener(event, show);
  editor.addEventListener('merged', (event) => void review(editor, /** @type {CustomEvent} */ (event).detail));
  addEventListener('pageshow', ({ persisted }) => persisted && editor.revive());
  show();
  if (location.hash === DISCARDED) offerBack(url);
}

/**
 * Enables the buttons as soon as there is something to publish.
 *
 * @param {Editor} editor @returns {() => void} shows the present state
 */
function createEnabling(editor) {
  /** Whether something is typed that is sent once its control is left: by the click on a button at the latest. */
  let isTyped = false;
  const show = () => {
    const isNew = editor.version > 0 || isTyped || !editor.isSaved;
    for (const name of ['publish', 'link', 'discard']) /** @type {HTMLButtonElement} */ (one(name)).disabled = !isNew;
  };
  for (const event of ['input', 'change', 'focusout'])
    one('props').addEventListener(event, ({ target }) => {
      if ('bldSearch' in /** @type {HTMLElement} */ (target).dataset) return;
      isTyped = event === 'input';
      show();
    });
  return show;
}

/** Where the piece is used, as HTML. @param {string} url @returns {Promise<string | null>} null: the connection is lost */
async function usesNow(url) {
  const { ok, json } = await request(`${url}/uses`);
  if (ok) return json.html;
  say(texts().failed ?? '', 'danger');
  return null;
}

/**
 * Asks whose change to keep of elements that were changed here offline and published by somebody else meanwhile; at first, the
 * one made here.
 *
 * @param {Editor} editor @param {import('./store.js').Merged} merged
 */
async function review(editor, { conflicts: ids, isPublished, sides }) {
  if (!isPublished || ids.length === 0) return;
  const { status, answer } = await post(`${editor.state.url}/conflicts`, { ...sides, ids });
  if (status !== 200 || answer.conflicts.length === 0) return;
  askWhose(answer.conflicts, {
    isReview: true,
    then: (choices) => editor.change(choose(sides, editor.draft, choices), { label: editor.text('choose') }),
  });
}

/**
 * Until everything typed so far is with the server.
 *
 * @param {Editor} editor @returns {Promise<boolean>} false: it can't be saved now
 */
function saved(editor) {
  if (editor.isSaved) return Promise.resolve(true);
  return new Promise((resolve) => {
    /** @param {Event} event */
    const check = (event) => {
      const state = event.type === 'saving' && /** @type {CustomEvent} */ (event).detail.state;
      const isStuck = state === 'refused' || state === 'kept';
      if (!editor.isSaved && !isStuck) return;
      for (const name of ['painted', 'saving']) editor.removeEventListener(name, check);
      if (isStuck) say(texts().failed ?? '', 'danger');
      resolve(!isStuck);
    };
    for (const name of ['painted', 'saving']) editor.addEventListener(name, check);
  });
}

/** @param {Editor} editor @param {any} answer */
function refused(editor, answer) {
  say([answer.title ?? answer.message, answer.hint].filter(Boolean).join('. ') || texts().failed || '', 'danger');
  // Somebody else was faster: the next picture brings their changes.
  if (answer.code === 'DRAFT_CHANGED') editor.repaint();
}

/** @param {Editor} editor */
function startLink(editor) {
  const { url } = editor.state;
  const box = /** @type {HTMLDialogElement} */ (one('link-dialog'));
  const field = /** @type {HTMLInputElement} */ (one('link-url'));
  one('link').addEventListener('click', async () => {
    if (!(await saved(editor))) return;
    const { status, answer } = await post(`${url}/preview-link`, {});
    if (status !== 200) return refused(editor, answer);
    field.value = answer.url;
    box.showModal();
    field.select();
  });
  one('copy').addEventListener('click', async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value);
    box.close();
    say(texts().copied ?? '');
  });
  one('withdraw').addEventListener('click', async () => {
    const { status, answer } = await post(`${url}/withdraw-links`, {});
    box.close();
    if (status !== 200) return refused(editor, answer);
    say(texts().withdrawn ?? '');
  });
}

/**
 * What would not work once it is published, each with a way to it.
 *
 * @param {{ node: string, message: string }[]} problems @param {{ reveal: (node: string) => void, then: () => void }} parts
 */
function askAnyway(problems, { reveal, then }) {
  const box = /** @type {HTMLDialogElement} */ (one('broken'));
  one('broken-list').replaceChildren(
    ...problems.map(({ node, message }) => {
      const line = make('li');
      const button = Object.assign(make('button', 'bld-to-problem', message), { type: 'button' });
      button.addEventListener('click', () => {
        box.close();
        reveal(node);
      });
      line.append(button);
      return line;
    }),
  );
  /** @type {HTMLFormElement} */ (box.querySelector('form')).onsubmit = then;
  box.showModal();
}

/** @param {string} url */
function offerBack(url) {
  history.replaceState(null, '', location.pathname + location.search);
  const box = say(texts().discarded ?? '');
  const back = make('button', 'btn btn-sm', texts().undo);
  back.addEventListener('click', async () => {
    await post(`${url}/restore`, {});
    location.reload();
  });
  box?.querySelector('.toast-text')?.after(back);
}

/** @param {string} text @param {string} [kind] @returns {Element | null} */
function say(text, kind = 'success') {
  document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind } }));
  return document.querySelector('.pl-toasts > .toast:last-child');
}

const confirmLogin = () =>
  location.assign(`/auth/confirm?next=${encodeURIComponent(location.pathname + location.search)}`);
