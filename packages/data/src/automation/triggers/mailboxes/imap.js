/** @import { ImapFlow } from 'imapflow' */
import { isIP } from 'node:net';
import { AppError, phrase } from '@plinth/plugin';
import { createRedact } from '../../secrets/redact.js';

/**
 * @typedef {{ connect: number, quiet: number, total: number, mostBytes: number, mostMails: number, lease: number }} Limits
 *   in ms; quiet: how long a server may say nothing; mostMails: in one look
 * @typedef {{ server: string, port: number, tls: 'tls' | 'starttls' | 'none', username: string, folder: string }} Account
 */

/** A server may answer with a little more than the mail. */
const SPARE_BYTES = 65_536;
const MOST_ANSWER = 300;

/**
 * Works with an open folder, and always closes the connection, whatever the server does.
 *
 * @template T
 * @param {{ account: Account, password: string, address: string, limits: Limits, signal: AbortSignal }} given
 *   address: of the server, checked; signal: ends everything
 * @param {(client: ImapFlow) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {AppError} MAILBOX_LOGIN_REFUSED, MAILBOX_FOLDER_NOT_FOUND, MAILBOX_TIMEOUT, MAILBOX_UNREACHABLE
 */
export async function withFolder({ account, password, address, limits, signal }, work) {
  const { ImapFlow: Client } = await import('imapflow');
  const { server, port, tls, username } = account;
  const client = new Client({
    host: address,
    port,
    secure: tls === 'tls',
    doSTARTTLS: tls === 'starttls',
    ...(isIP(server) === 0 && { servername: server, tls: { servername: server } }),
    auth: { user: username, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: limits.quiet,
    maxLiteralSize: limits.mostBytes + SPARE_BYTES,
    maxResponseSize: limits.mostBytes + 2 * SPARE_BYTES,
    clientInfo: { name: 'Plinth' },
  });
  /** @type {unknown} Of the connection; commands then say only that there is none. */
  let lost = null;
  client.on('error', (error) => void (lost ??= error));
  /** @type {() => void} */
  let stop = () => {};
  const stopped = new Promise((_, fail) => {
    stop = () => fail(signal.reason);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  const all = async () => {
    await client.connect();
    const result = await work(client);
    await client.logout().catch(() => {});
    return result;
  };
  try {
    return /** @type {T} */ (await Promise.race([all(), stopped]));
  } catch (error) {
    throw error instanceof AppError ? error : plain(lost ?? error, account, createRedact([password]));
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

/** @param {ImapFlow} client @param {Account} account */
export async function openFolder(client, { server, folder }) {
  try {
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(folder);
    return { uidValidity: String(uidValidity), uidNext: uidNext ?? 1, exists };
  } catch (/** @type {any} */ error) {
    if (!error.responseStatus) throw error;
    throw new AppError('MAILBOX_FOLDER_NOT_FOUND', phrase`${server} can’t open the folder “${folder}”`, {
      status: 422,
      hint: 'Use its name on the server, such as INBOX or INBOX/Invoices',
      cause: error,
    });
  }
}

/** Failures that an admin can mend. @param {any} error @param {Account} account @param {(text: string) => string} redact */
function plain(error, { server, port }, redact) {
  const answer = redact(String(error?.responseText || error?.reason || '')).slice(0, MOST_ANSWER);
  const host = `${server}:${port}`;
  if (error?.authenticationFailed)
    return new AppError(
      'MAILBOX_LOGIN_REFUSED',
      answer
        ? phrase`${host} refuses the username or password: ${answer}`
        : phrase`${host} refuses the username or password`,
      { status: 422, hint: 'Enter the password of the secret again; many providers want an app password' },
    );
  const isTime = error?.name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/i.test(String(error?.code));
  if (isTime)
    return new AppError('MAILBOX_TIMEOUT', phrase`${host} did not answer in time`, {
      status: 502,
      hint: 'Check server, port and encryption; it is tried again',
    });
  const why = answer || redact(String(error?.code ?? error?.message ?? '')).slice(0, MOST_ANSWER);
  return new AppError('MAILBOX_UNREACHABLE', phrase`Mails can’t be read from ${host}: ${why}`, {
    status: 502,
    hint: 'Check server, port and encryption; it is tried again',
  });
}
