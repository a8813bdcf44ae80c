/** @import { App, Response } from '../../types.d.ts' */
import { LEASE_KEPT_MS } from '@plinth/data';

/** Larger answers are not kept; whoever sends the same again runs it again. */
const MOST_BYTES = 256 * 1024;
const HEADERS = ['location', 'content-type', 'content-encoding', 'vary'];
/** Messages for the next page. A session is never given away with an answer. */
const COOKIES = /^plinth_flash=/;

/**
 * A press that was claimed and runs. Keeps what it is answered for a second copy of the request. What was refused or failed is
 * forgotten, so that it can be sent again, and so is a file, which a second press asks for anew.
 */
export class RunningPress {
  /** Whether the answer is sent in pieces, which are not kept. */
  isStream = false;
  #key;
  #app;
  #timer;

  /** @param {App} app @param {Buffer} key */
  constructor(app, key) {
    this.#app = app;
    this.#key = key;
    this.#timer = setInterval(
      () => void app.data.presses.keep(key).catch((/** @type {unknown} */ error) => this.#failed(error)),
      LEASE_KEPT_MS,
    );
    this.#timer.unref();
  }

  /** @param {Response} res whose head is complete @param {unknown} chunk all of its body */
  end(res, chunk) {
    clearInterval(this.#timer);
    const { presses } = this.#app.data;
    const kept = this.isStream ? null : answerOf(res, chunk);
    (kept ? presses.finish(this.#key, kept) : presses.release(this.#key)).catch((/** @type {unknown} */ error) =>
      this.#failed(error),
    );
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#app.log.warn('answer not kept', { error: String(error) });
  }
}

/** @param {Response} res @param {unknown} chunk */
function answerOf(res, chunk) {
  const status = res.statusCode;
  const body = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.isBuffer(chunk) ? chunk : null;
  if (status >= 400 || status === 204 || res.hasHeader('content-disposition')) return null;
  if (body && body.length > MOST_BYTES) return null;
  const known = HEADERS.flatMap((name) => (res.hasHeader(name) ? [[name, String(res.getHeader(name))]] : []));
  const lines = [res.getHeader('set-cookie') ?? []].flat().map(String);
  const cookies = lines.filter((line) => COOKIES.test(line));
  return { answer: { status, headers: Object.fromEntries(known), cookies }, body };
}
