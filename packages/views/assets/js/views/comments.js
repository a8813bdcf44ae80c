// Comments and activity of a row: loads the part from the server, sends its forms, and asks again when the comments change.
import { morph } from '../morph.js';
import { randomKey } from '../once.js';
import { offerPeople } from './mentions.js';

/** Changes close together are combined. In ms. */
const GATHER = 150;
/** Waiting for the connection to come back. In ms. */
const RETRY = 5000;

/** @type {NodeListOf<HTMLElement>} */
const sections = document.querySelectorAll('[data-pl-comments]');

function loadStyle() {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('../../css/timeline.css', import.meta.url).href;
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
  /** Of the last answer that was asked for: an earlier one that comes later is old. */
  let turn = 0;

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
    const own = ++turn;
    const answer = await fetch(withPart(url)).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const text = await answer.text();
    if (own === turn) put(text);
  }

  function connect() {
    source?.close();
    source = null;
    if (document.hidden) return;
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
  offerPeople(place);
  document.addEventListener('visibilitychange', connect);
  addEventListener('pagehide', () => source?.close());
  refresh().then(connect);
}

/** @param {string} url */
const withPart = (url) => `${url}${url.includes('?') ? '&' : '?'}part=1`;

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {string} url @param {(text: string) => void} put */
async function send(form, submitter, url, put) {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  body.set('_once', randomKey());
  try {
    const answer = await fetch(withPart(form.action + query), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body,
    });
    const isPart = answer.headers.get('content-type')?.startsWith('text/html');
    if (answer.redirected || !isPart) {
      const said = isPart ? null : await answer.json().catch(() => null);
      return tell(said?.detail ?? said?.message ?? said?.title);
    }
    const text = await answer.text();
    // Stored: what was typed goes; refused: it stays.
    if (answer.ok) form.reset();
    for (const picked of answer.ok ? form.querySelectorAll('input[name=picked]') : []) picked.remove();
    if (answer.ok) form.closest('details')?.removeAttribute('open');
    put(text);
  } catch {
    tell();
  } finally {
    form.ariaBusy = 'false';
  }
}

/** @param {string} [text] */
function tell(text = document.body.dataset.tFailed ?? '') {
  document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind: 'danger' } }));
}

if (sections.length > 0) loadStyle();
for (const section of sections) start(section);
