/** @import { Values } from '@plinth/plugin' */
/** @import { IncomingMessage } from 'node:http' */
/** @import { Outgoing, OutsideRequest } from './read-request.js' */
import { lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import { AppError, phrase } from '@plinth/plugin';
import { siteHeld } from '../holding/held.js';
import { isBlocked } from './blocked-addresses.js';
import { readRequest, readUrl, redirected } from './read-request.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/** @typedef {{ status: number, ok: boolean, url: string, headers: Record<string, string>, body: string }} OutsideResponse */
/** @typedef {ReturnType<typeof createOutbound>} Outbound */

const MOST_TIME = 10_000;

/**
 * The one way out: HTTP requests to addresses that users or builders choose. They reach public addresses only. That is
 * checked when the connection is made, so neither a name that resolves to something else nor a redirect leads inside.
 *
 * @param {{ allow?: () => readonly string[], mostBytes?: number, mostTime?: number, held?: () => Promise<boolean> }} [options] allow: `host:port` in the
 *   own network that may be reached all the same; held: whether the site sends nothing yet; mostTime: for everything together, in ms
 */
export function createOutbound({
  allow = () => [],
  mostBytes = LIMITS.responseBytes,
  mostTime = MOST_TIME,
  held = async () => false,
} = {}) {
  return {
    /**
     * @param {OutsideRequest} request
     * @returns {Promise<OutsideResponse>}
     * @throws {AppError} OUTBOUND_INVALID, OUTBOUND_BLOCKED, OUTBOUND_FAILED, OUTBOUND_TOO_LARGE, SITE_HELD
     */
    async fetch(request) {
      const time = AbortSignal.timeout(request.timeout ?? mostTime);
      const signal = AbortSignal.any([time, ...(request.signal ? [request.signal] : [])]);
      let outgoing = readRequest(request);
      if (await held()) throw siteHeld();
      for (let redirects = 0; ; redirects++) {
        const { url } = outgoing;
        try {
          const response = await send(outgoing, isAllowed(outgoing.url), signal);
          const { statusCode: status = 0, headers } = response;
          const asked = redirected(outgoing, status, headers.location);
          const next = asked && request.stays && asked.url.origin !== url.origin ? null : asked;
          if (!next) {
            const body = await read(response, url, request.mostBytes ?? mostBytes);
            return { status, ok: status >= 200 && status < 300, url: url.href, headers: plain(headers), body };
          }
          response.destroy();
          if (redirects >= LIMITS.redirects) throw tooManyRedirects(url);
          outgoing = next;
        } catch (error) {
          if (error instanceof AppError) throw error;
          throw time.aborted ? tooSlow(url, error) : unreachable(url, error);
        }
      }
    },

    /** Checks an address without a request, for forms. @param {string} url @throws {AppError} OUTBOUND_INVALID */
    check: (url) => void readUrl(url),

    isAllowed,

    /**
     * The address of a server for protocols other than HTTP: a public one, unless an admin allows it. Connect to this address,
     * not to the name, which another lookup may resolve differently.
     *
     * @param {string} host @param {number} port
     * @returns {Promise<string>}
     * @throws {AppError} OUTBOUND_BLOCKED, OUTBOUND_FAILED
     */
    async addressOf(host, port) {
      const url = new URL(`tcp://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
      if (await held()) throw siteHeld();
      if (allow().includes(`${host}:${port}`)) return host;
      const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookedUp(url, host, mostTime);
      const open = found.filter(({ address }) => !isBlocked(address)).sort((a, b) => a.family - b.family);
      if (open.length === 0) throw blocked(url);
      return open[0].address;
    },
  };

  /** Whether an admin allows this address of the own network. @param {URL} url */
  function isAllowed({ hostname, port, protocol }) {
    const host = hostname.replace(/^\[|\]$/g, '');
    return allow().includes(`${host}:${port || (protocol === 'https:' ? 443 : 80)}`);
  }
}

/** @param {Outgoing} outgoing @param {boolean} isFree @param {AbortSignal} signal @returns {Promise<IncomingMessage>} */
async function send({ url, method, headers, body }, isFree, signal) {
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not looked up.
  if (!isFree && isIP(host) !== 0 && isBlocked(host)) throw blocked(url);
  return new Promise((done, fail) => {
    const guard = isFree ? {} : { lookup: publicOnly(url) };
    const sent = request(url, { method, headers, signal, agent: false, ...guard });
    sent.once('response', done).once('error', fail);
    // An upgraded connection would have none of these limits.
    sent.once('upgrade', (_response, socket) => {
      socket.destroy();
      fail(unreachable(url));
    });
    sent.end(body);
  });
}

/** @param {URL} url @param {number} most */
function tooLarge(url, most) {
  const size = most >= 1024 ** 2 ? `${most / 1024 ** 2} MB` : `${most} bytes`;
  return new AppError('OUTBOUND_TOO_LARGE', phrase`The response from ${url.host} is larger than ${size}`, {
    status: 502,
    hint: 'Ask for less at once',
  });
}

/** @param {IncomingMessage} response @param {URL} url @param {number} mostBytes @returns {Promise<string>} */
async function read(response, url, mostBytes) {
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > mostBytes) {
      response.destroy();
      throw tooLarge(url, mostBytes);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A look-up that finds public addresses only. @param {URL} url @returns {any} */
function publicOnly(url) {
  return (/** @type {string} */ host, /** @type {Values} */ options, /** @type {any} */ done) =>
    resolve(host, { ...options, all: true }, (error, /** @type {any} */ all) => {
      if (error) return done(error);
      const open = all.filter((/** @type {{ address: string }} */ { address }) => !isBlocked(address));
      if (open.length === 0) return done(blocked(url));
      return options.all ? done(null, open) : done(null, open[0].address, open[0].family);
    });
}

/** @param {URL} url @param {string} host @param {number} ms @returns {Promise<import('node:dns').LookupAddress[]>} */
function lookedUp(url, host, ms) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(tooSlow(url)), ms);
    resolve(host, { all: true }, (error, all) => {
      clearTimeout(timer);
      if (error) fail(unreachable(url, error));
      else done(all);
    });
  });
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
const plain = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

/** @param {URL} url */
function blocked(url) {
  return new AppError('OUTBOUND_BLOCKED', phrase`${url.host} is not a public address`, {
    status: 422,
    hint: 'Requests don’t reach this server and its own network, except what an admin allows under Outgoing requests',
  });
}

/** @param {URL} url @param {any} [cause] */
function unreachable(url, cause) {
  const hint = whyNot(String(cause?.code ?? ''));
  return new AppError('OUTBOUND_FAILED', phrase`${url.host} can't be reached`, { status: 502, hint, cause });
}

/** @param {string} code of Node.js @returns {string | undefined} */
function whyNot(code) {
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'No address was found for this name: check its spelling';
  if (code === 'ECONNREFUSED') return 'Nothing answers on this port: check the address and whether the server runs';
  if (/CERT|UNABLE_TO_VERIFY|^ERR_TLS/.test(code)) return 'Its certificate is not valid for this address';
  return undefined;
}

/** @param {URL} url @param {unknown} [cause] */
function tooSlow(url, cause) {
  return new AppError('OUTBOUND_FAILED', phrase`${url.host} did not answer in time`, { status: 502, cause });
}

/** @param {URL} url */
function tooManyRedirects(url) {
  return new AppError('OUTBOUND_FAILED', phrase`${url.host} redirects more than ${LIMITS.redirects} times`, {
    status: 502,
    hint: 'Use the address that they lead to',
  });
}
