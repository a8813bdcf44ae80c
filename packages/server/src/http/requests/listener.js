/** @import { Values } from '@plinth/plugin' */
/** @import { Log, Request, Response } from '../../types.d.ts' */
import { createServer as createHttpServer } from 'node:http';
import { Server } from 'node:net';
import { AppError, phrase } from '@plinth/plugin';
import { isLingering } from './linger.js';
import { PlinthRequest } from './request.js';
import { PlinthResponse } from './response.js';

const GRACE = 30_000;
/** The keep-alive timeout announced to clients, in ms. */
const KEEP_ALIVE = 5_000;
/**
 * Extra time before an idle connection is closed, in ms: a busy client may reuse it at the last moment, and would see a
 * reset if a busy server closed it before reading the request.
 */
const KEEP_ALIVE_BUFFER = 10_000;
/** Time to wait for clients that reuse a connection at the last moment, in ms. */
const FAREWELL = KEEP_ALIVE + 1_000;

/**
 * How a process shares a port: the system distributes connections, or the process continues with the socket of another
 * one.
 *
 * @typedef {{ reusePort?: boolean, socket?: object }} Sharing
 */

/**
 * The listening socket, with timeouts for slow clients. The request handler can be replaced while it listens.
 *
 * @param {{ log: Log, maxConnections?: number, silence?: number, headersTimeout?: number }} options
 *   silence: ms without a byte, either way; headersTimeout: ms for all headers; maxConnections: more than the limit of change streams (realtime/stream-slots.js), so that these leave room for other requests
 */
export function createListener({ log, maxConnections = 12_000, silence = 120_000, headersTimeout = 15_000 }) {
  /** @type {(req: Request, res: Response) => unknown} */
  let handle = (_req, res) => {
    res.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' });
    // The page reloads itself until the server is ready.
    res.end('<!doctype html><meta http-equiv="refresh" content="1"><title>Plinth</title><p>Plinth is starting …</p>');
  };
  let leaving = false;
  const server = createHttpServer(
    {
      IncomingMessage: PlinthRequest,
      ServerResponse: PlinthResponse,
      headersTimeout,
      // Bodies have their own limits: see request.js and body/multipart.js.
      requestTimeout: 60 * 60 * 1000,
      keepAliveTimeout: KEEP_ALIVE,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: headersTimeout / 3,
    },
    (req, res) => {
      if (isLingering(req.socket)) return req.socket.destroy();
      if (leaving) res.setHeader('connection', 'close');
      handle(/** @type {any} */ (req), /** @type {any} */ (res));
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(silence, (socket) => {
    if (isWorking(/** @type {Values} */ (socket)._httpMessage)) socket.setTimeout(silence);
    else socket.destroy();
  });
  server.on('clientError', (error, socket) => refuseClient(log, error, socket));

  return {
    server,
    /** @param {(req: Request, res: Response) => unknown} next */
    use(next) {
      handle = next;
    },
    /**
     * @param {number} port @param {string} host
     * @param {Sharing} [sharing]
     * @returns {Promise<{ port: number }>}
     */
    listen(port, host, { reusePort = false, socket } = {}) {
      return new Promise((resolve, reject) => {
        server.once('error', (error) => reject(listenFailed(error, port, host)));
        server.listen(socket ? { _handle: socket } : { port, host, reusePort }, () => {
          server.removeAllListeners('error');
          server.on('error', (error) => log.error('listener failed', { error }));
          resolve({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
        });
      });
    },
    /** The listening socket, for another process to continue with. */
    socket: () => /** @type {Values} */ (server)._handle,
    /** @param {{ gently?: boolean }} [how] @returns {Promise<void>} */
    close(how = {}) {
      leaving = true;
      return closeServer(/** @type {any} */ (server), how);
    },
  };
}

/**
 * Stops accepting connections and finishes requests in progress. `gently`: no connection is cut; idle ones are kept
 * until their announced timeout has passed, and further requests on them are answered with "connection: close".
 *
 * @param {import('node:http').Server} server @param {{ gently?: boolean }} options @returns {Promise<void>}
 */
function closeServer(server, { gently = false }) {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE);
    const sweepNow = () => server.closeIdleConnections();
    // Browsers keep connections open after a response.
    let sweep = gently ? setTimeout(() => (sweep = setInterval(sweepNow, 50)), FAREWELL) : setInterval(sweepNow, 50);
    const closed = () => {
      clearTimeout(cut);
      clearTimeout(sweep);
      resolve();
    };
    // The close() of http closes idle connections at once, that of net does not.
    if (gently) Server.prototype.close.call(server, closed);
    else server.close(closed);
  });
}

/**
 * Closes a silent connection, whether the body stops arriving or the response is not read, but not while we are
 * computing the response: a large import takes its time.
 *
 * @param {import('node:http').ServerResponse | null | undefined} res
 */
function isWorking(res) {
  return res?.req.complete === true && !res.headersSent && !res.writableEnded;
}

/** @param {Log} log @param {Error & { code?: string }} error @param {import('node:stream').Duplex} socket */
function refuseClient(log, error, socket) {
  log.debug('bad request', { code: error.code });
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** @param {Error & { code?: string }} error @param {number} port @param {string} host */
export function listenFailed(error, port, host) {
  if (error.code === 'EADDRINUSE') {
    return new AppError('PORT_IN_USE', phrase`Port ${port} on ${host} is in use by another program`, {
      hint: 'Stop the other program, or start with another port: PORT=3001 npm start',
      cause: error,
    });
  }
  // An address that isn't ours, an unknown host name, an unsupported address family.
  if (error.code) {
    return new AppError('LISTEN_REFUSED', phrase`Listening on ${host}:${port} is not possible (${error.code})`, {
      hint: error.code === 'EACCES' ? 'Ports below 1024 need extra rights: choose a higher PORT' : 'Check HOST',
      cause: error,
    });
  }
  return error;
}
