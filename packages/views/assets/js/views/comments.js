// Comments and activity of a row: loads the part from the server, sends its forms, and asks again when the comments change.
import { bodyOf, newest, request } from '@plinth/plugin/browser/request';
import { morph } from '@plinth/plugin/browser/morph';
import { offerPeople } from './mentions.js';

/** Changes close together are combined. In ms. */
const GATHER = 150;
/** Waiting for the connection to come back. In ms. */
const RETRY = 5000;

/** Those that are there already; a panel brings others later. @type {WeakSet<Element>} */
const started = new WeakSet();

function loadStyle() {
  const { href } = new URL('../../css/timeline.css', import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return;
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = href;
  document.head.append(style);
}

/** @param {HTMLElement} section */
function start(section) {
  const place = /** @type {HTMLElement} */ (section.querySelector('[data-pl-part]'));
  let url = section.dataset.plComments ?? '';
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Of the last answer: what was asked for before it is old. */
  let turn = 0;
  const newer = newest();

  /** @param {string} text of the part */
  function put(text) {
    turn++;
    const next = place.cloneNode(false);
    const page = new DOMParser().parseFromString(text, 'text/html');
    /** @type {HTMLElement} */ (next).append(...page.body.childNodes);
    if (place.querySelector('[data-pl-timeline]')) morph(place, /** @type {HTMLElement} */ (next));
    else place.replaceChildren(...next.childNodes);
    globalThis.htmx?.process(place);
  }

  async function refresh() {
    const own = turn;
    const reply = await newer(withPart(url), { accept: 'html' });
    if (reply?.ok && own === turn) put(reply.text);
  }

  function connect() {
    source?.close();
    source = null;
    if (document.hidden || !section.isConnected) return;
    source = new EventSource(`/api/v1/changes?comments=${encodeURIComponent(section.dataset.row ?? '')}`);
    // What happened before the stream began is in the next answer.
    for (const kind of ['ready', 'changed', 'reset', 'end'])
      source.addEventListener(kind, () => {
        clearTimeout(timer);
        timer = setTimeout(refresh, GATHER);
      });
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) setTimeout(connect, RETRY * (1 + Math.random()));
    });
  }

  place.addEventListener('submit', async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    event.preventDefault();
    await send(form, event.submitter, url, put);
  });
  place.addEventListener('click', (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (
      /** @type {Element} */ (event.target).closest('a[data-pl-earlier]')
    );
    if (!link) return;
    event.preventDefault();
    url = link.getAttribute('href') ?? url;
    refresh();
  });
  place.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(target instanceof HTMLTextAreaElement)) return;
    target.form?.requestSubmit();
  });
  document.addEventListener('visibilitychange', connect);
  addEventListener('pagehide', () => source?.close());
  addEventListener('pageshow', ({ persisted }) => persisted && connect());
  // Of a panel, which takes the section with it.
  document.addEventListener('close', () => setTimeout(() => !section.isConnected && source?.close()), true);
  refresh().then(connect);
}

/** @param {string} url */
const withPart = (url) => `${url}${url.includes('?') ? '&' : '?'}part=1`;

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {string} url @param {(text: string) => void} put */
async function send(form, submitter, url, put) {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const body = bodyOf(form, submitter);
  const { status, type, redirected, text, reason } = await request(withPart(form.action + query), { body, once: true });
  form.ariaBusy = 'false';
  if (redirected || !type.startsWith('text/html')) {
    const detail = { text: redirected ? document.body.dataset.tFailed : reason, kind: 'danger' };
    return void document.dispatchEvent(new CustomEvent('pl:toast', { detail }));
  }
  // Stored: what was typed goes; refused: it stays.
  if (status < 400) {
    form.reset();
    for (const picked of form.querySelectorAll('input[name=picked]')) picked.remove();
    form.closest('details')?.removeAttribute('open');
  }
  put(text);
}

function startAll() {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-pl-comments]'));
  const sections = [...all].filter((section) => !started.has(section));
  if (sections.length > 0) loadStyle();
  for (const section of sections) {
    started.add(section);
    start(section);
    offerPeople(/** @type {HTMLElement} */ (section.querySelector('[data-pl-part]')));
  }
}

document.addEventListener('htmx:after:swap', startAll);
startAll();
