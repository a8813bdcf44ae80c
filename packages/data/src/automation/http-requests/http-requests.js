/** @import { ActionHttp, Catalog, HttpRequest } from '@plinth/plugin' */
/** @import { FilledRequest } from './fill-request.js' */
import { AppError, phrase } from '@plinth/plugin';
import { createRedact, redactAll } from '../secrets/redact.js';
import { fillRequest } from './fill-request.js';

/** Bytes of an answer, and seconds of a request. */
const MOST_BYTES = 1_000_000;
const MOST_SECONDS = 30;
const USUAL_SECONDS = 10;

/** @typedef {{ evaluate(sources: readonly string[]): Promise<unknown[]> }} Values of expressions, for an actor and a row */

/**
 * HTTP requests of actions, through the one guarded way out. Secrets are removed from the answers.
 *
 * @param {{ catalog: () => Catalog, outbound: import('../outbound/outbound.js').Outbound, clock?: () => Date,
 *   secrets: Pick<import('../secrets/secrets.js').Secrets, 'values'> }} context
 */
export function createHttpRequests({ catalog, outbound, secrets, clock = () => new Date() }) {
  /** @param {HttpRequest} request @param {Values} values */
  async function prepare(request, { evaluate }) {
    const filled = await fillRequest(request, { evaluate, secrets, clock });
    if (filled.outgoing.url === '') throw noAddress();
    outbound.check(filled.outgoing.url);
    checkHost(filled);
    return filled;
  }

  /** Secrets go only to addresses that a builder wrote, never to one from a row. @param {FilledRequest} filled */
  function checkHost({ outgoing, sent, isFixed }) {
    if (sent.length === 0) return;
    const url = new URL(outgoing.url);
    for (const name of sent) {
      const hosts = catalog().secrets.find((one) => one.name === name)?.hosts ?? [];
      if (hosts.length > 0 ? !hosts.includes(url.host) && !hosts.includes(url.hostname) : !isFixed)
        throw secretNotFor(name, url.host);
    }
    if (url.protocol === 'http:' && !outbound.isAllowed(url)) throw notEncrypted(url.host);
  }

  return {
    /** @param {Values} values @returns {ActionHttp} */
    for: (values) => ({
      async send(request) {
        const { outgoing, sent, hidden } = await prepare(request, values);
        const redact = createRedact(hidden);
        const seconds = Math.min(request.seconds ?? USUAL_SECONDS, MOST_SECONDS);
        try {
          const { status, headers, body, url } = await outbound.fetch({
            ...outgoing,
            timeout: seconds * 1000,
            mostBytes: MOST_BYTES,
            stays: sent.length > 0,
          });
          const text = redact(body);
          return { status, url: redact(url), headers: redactAll(headers, redact), body: text, json: parsed(text) };
        } catch (error) {
          throw error instanceof AppError ? redacted(error, redact) : error;
        }
      },
    }),

    /** What would be sent, with secrets hidden. @param {HttpRequest} request @param {Values} values */
    async preview(request, values) {
      const { outgoing, hidden } = await prepare(request, values);
      return redactAll(outgoing, createRedact(hidden));
    },
  };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {AppError} error @param {(text: string) => string} redact */
function redacted(error, redact) {
  const { message } = error.phrases;
  const safe = redact(String(message));
  if (safe === String(message)) return error;
  return new AppError(error.code, phrase`${safe}`, { status: error.status, hint: error.phrases.hint });
}

/** @param {string} name @param {string} host */
export const secretNotFor = (name, host) =>
  new AppError('HTTP_SECRET_HOST', phrase`The secret "${name}" may not be sent to ${host}`, {
    status: 422,
    hint: 'Write the host into the address of the request, or add it to the hosts of the secret',
  });

/** @param {string} host */
const notEncrypted = (host) =>
  new AppError('HTTP_SECRET_HOST', phrase`Secrets are sent to ${host} with https only`, {
    status: 422,
    hint: 'Use an address that starts with https://',
  });

const noAddress = () =>
  new AppError('OUTBOUND_INVALID', 'There is no address to call', {
    status: 422,
    hint: 'Enter an address first',
    details: { skipped: 'Skipped: no address' },
  });
