import { parseCookies } from '../http/identity/cookies.js';
import { readForms } from './read-forms.js';

/**
 * @typedef {ReturnType<typeof createClient>} Client
 * @typedef {{ status: number, headers: Headers, text: string, location: string | null, json(): any }} Answer
 */

/**
 * A visitor without a browser: keeps cookies, sends what a browser sends of where a request comes from, and follows no
 * redirect unless asked to.
 *
 * @param {string} url @param {{ cookies?: Record<string, string>, user?: any }} [options]
 */
export function createClient(url, { cookies = {}, user = null } = {}) {
  const jar = new Map(Object.entries(cookies));

  /** @param {string} path @param {RequestInit} [init] @returns {Promise<Answer>} */
  async function request(path, init = {}) {
    const headers = new Headers(init.headers);
    if (jar.size > 0)
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '));
    if (!headers.has('accept')) headers.set('accept', 'text/html');
    // To compress what is read at once takes longer than many pages do; tests of encodings ask for one.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
      json: () => JSON.parse(text),
    };
  }

  /** @param {string} line of Set-Cookie */
  function keep(line) {
    const [[name, value]] = Object.entries(parseCookies(line.split(';')[0]));
    if (/max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }

  /**
   * @param {string} path @param {Record<string, string | string[] | Blob> | URLSearchParams | FormData} [values]
   *   with a Blob among them it is sent as multipart
   * @param {Record<string, string>} [headers]
   */
  function post(path, values = {}, headers = {}) {
    return request(path, {
      method: 'POST',
      body: bodyOf(values),
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  return {
    user,
    cookies: jar,
    request,
    post,
    /** @param {string} path @param {Record<string, string>} [headers] */
    get: (path, headers) => request(path, { headers }),
    /** @param {string} path @param {any} value */
    postJson: (path, value) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(value),
        headers: { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      }),
    /** Follows redirects to a page. @param {string} path */
    async follow(path) {
      let answer = await request(path);
      for (let i = 0; i < 5 && answer.location; i++) answer = await request(answer.location);
      return answer;
    },
    /**
     * Opens a page, fills in a form on it and posts that: with all that the form carries by itself.
     *
     * @param {string} path @param {Record<string, string | string[] | Blob>} values
     * @param {{ action?: string }} [which] part of the form's address; default: the first form that posts, but the one
     *   to log out
     */
    async submit(path, values, { action = '' } = {}) {
      const { text } = await request(path);
      const form = readForms(text).find((found) => isWanted(found, action));
      if (!form) throw new Error(`No form that posts to "${action}" at ${path}:\n${text.slice(0, 2000)}`);
      return post(form.action || path, { ...form.values, ...values });
    },
  };
}

/** @param {{ action: string, method: string }} form @param {string} action */
function isWanted(form, action) {
  if (form.method !== 'post') return false;
  return action ? form.action.includes(action) : form.action !== '/auth/logout';
}

/** @param {Record<string, string | string[] | Blob> | URLSearchParams | FormData} values */
function bodyOf(values) {
  if (values instanceof URLSearchParams || values instanceof FormData) return values;
  const entries = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((entry) => /** @type {[string, any]} */ ([name, entry])),
  );
  const isMultipart = entries.some(([, value]) => value instanceof Blob);
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}
