// What a page asks the server for: one way over fetch for all scripts. A reply never throws; it says whether it was done, and
// why not, in the reader's language.

/** How often it waits when the server asks it to, and how long at most, in ms. */
const TRIES = 2;
const LONGEST_WAIT = 10_000;

const ACCEPTS = { json: 'application/json', html: 'text/html' };

/**
 * @typedef {object} Options
 * @property {string} [method] POST if there is a body
 * @property {FormData | URLSearchParams | object | string} [body] any other object is sent as JSON, as is a text
 * @property {keyof typeof ACCEPTS} [accept] json, unless said otherwise; a page in its place, such as a login, is no answer
 * @property {boolean} [once] adds a key, by which the server runs it once, though the browser may send it again
 * @property {string} [lost] the reason where there is no connection, instead of the general one
 * @property {AbortSignal} [signal]
 * @property {boolean} [waits] false: also where the server asks to come back later (Retry-After), its answer counts
 * @property {boolean} [keepalive] goes on when the page is left
 */

export class Reply {
  /** @type {any} */
  #json;
  /** @type {Document | undefined} */
  #page;
  #lost;

  /** @param {Response | null} answer null: there is none @param {string} text @param {{ accept?: string, lost?: string }} [asked] */
  constructor(answer, text, { accept = 'html', lost } = {}) {
    this.status = answer?.status ?? 0;
    this.statusText = answer?.statusText ?? '';
    this.url = answer?.url ?? '';
    this.type = answer?.headers.get('content-type') ?? '';
    this.redirected = answer?.redirected ?? false;
    this.text = text;
    this.#lost = lost;
    this.#json = this.type.includes('json') ? parsed(text) : null;
    const isAsAsked = accept === 'html' || this.#json !== null || this.status === 204;
    /** Whether the server did it: neither an error, nor another page. */
    this.ok = Boolean(answer?.ok && !this.redirected && isAsAsked);
  }

  /** Null where the answer is not JSON. */
  get json() {
    return this.#json;
  }

  /** The answer as a document, whose scripts don't run. */
  get page() {
    return (this.#page ??= new DOMParser().parseFromString(this.text, 'text/html'));
  }

  /** Why it was not done, as a sentence. */
  get reason() {
    const failed = document.body.dataset.tFailed ?? '';
    if (this.status === 0) return this.#lost ?? failed;
    const said = this.#json ? saidIn(this.#json) : this.type.includes('html') ? saidOn(this.page) : [];
    return [...new Set(said.filter(Boolean))].join('. ') || failed;
  }
}

/**
 * @param {string | URL} url @param {Options} [options]
 * @returns {Promise<Reply>} with status 0 if there is no connection, or the signal has ended it
 */
export async function request(url, { accept = 'json', lost, signal, waits = true, ...options } = {}) {
  const init = initOf(ACCEPTS[accept], signal, options);
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url, init).catch(() => null);
    const pause = answer && waits && tries < TRIES ? pauseOf(answer) : null;
    if (pause === null) {
      // A connection may break in the middle of an answer.
      const text = await answer?.text().catch(() => null);
      return text === undefined || text === null
        ? new Reply(null, '', { lost })
        : new Reply(answer, text, { accept, lost });
    }
    await waited(pause, signal);
  }
}

/**
 * For what is asked while somebody types: a newer request ends those before it.
 *
 * @returns {(url: string | URL, options?: Options & { pause?: number }) => Promise<Reply | null>} pause: in ms, before it is
 *   sent; null: a newer one was asked
 */
export function newest() {
  /** @type {AbortController | null} */
  let running = null;
  return async (url, { pause = 0, ...options } = {}) => {
    running?.abort();
    const { signal } = (running = new AbortController());
    if (pause > 0) await waited(pause, signal);
    if (signal.aborted) return null;
    const reply = await request(url, { ...options, signal });
    return signal.aborted ? null : reply;
  };
}

/** What a form sends, in its encoding. @param {HTMLFormElement} form @param {HTMLElement | null} [button] @returns {FormData | URLSearchParams} */
export function bodyOf(form, button = null) {
  const given = new FormData(form, button);
  // Of its attributes, since a field may have the name of a property.
  if (form.getAttribute('enctype') === 'multipart/form-data') return given;
  return new URLSearchParams(/** @type {any} */ (given));
}

/** Browsers make UUIDs only where a page came over HTTPS. */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

/**
 * @param {string} accept @param {AbortSignal | undefined} signal @param {Pick<Options, 'method' | 'body' | 'once' | 'keepalive'>} options
 * @returns {RequestInit}
 */
function initOf(accept, signal, { method, body, once = false, keepalive }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  if (once && isForm && !body.has('_once')) body.set('_once', randomKey());
  if (once && !isForm) headers['Idempotency-Key'] = randomKey();
  if (body && !isForm) headers['Content-Type'] = 'application/json';
  const sent = !body || isForm || typeof body === 'string' ? body : JSON.stringify(body);
  // A browser keeps no page for Back that got an answer which must not be stored; this one stores none anyway.
  return { method: method ?? (body ? 'POST' : 'GET'), headers, body: sent, signal, keepalive, cache: 'no-store' };
}

/** How long the server wants to be left alone, in ms. @param {Response} answer @returns {number | null} null: the answer counts */
function pauseOf({ status, headers }) {
  const seconds = headers.get('retry-after');
  if ((status !== 429 && status !== 503) || !seconds) return null;
  const pause = Number(seconds) * 1000;
  return pause <= LONGEST_WAIT ? pause : null;
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
function waited(ms, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {any} json @returns {string[]} */
function saidIn({ fields, detail, message, title }) {
  const ofFields = /** @type {string[]} */ (Object.values(fields ?? {}));
  return ofFields.length > 0 ? ofFields : [detail || message || title];
}

/** Of a page that says what is wrong. @param {Document} page @returns {string[]} */
function saidOn(page) {
  const found = page.querySelector('main h1') ?? page.querySelector('.pl-error [data-pl-said]');
  return [found?.textContent?.trim() ?? ''];
}
