/** @import { Log, Request, Response } from '../types.d.ts' */
import { createServer as createHttpServer } from 'node:http';
import { Server } from 'node:net';
import { AppError, phrase } from '@plinth/plugin';
import { isLingering } from './linger.js';
import { PlinthRequest } from './request.js';
import { PlinthResponse } from './response.js';

const GRACE = 30_000;
/** Clients are told that a quiet connection is kept for so long, in ms. */
const KEEP_ALIVE = 5_000;
/**
 * It is kept for so much longer, in ms: a client that was busy takes it for usable at the last moment, and sees a reset
 * where a process that was busy as well closes it before it reads what came.
 */
const KEEP_ALIVE_BUFFER = 10_000;
/** Until a client that took its connection for usable at the last moment has been heard, in ms. */
const FAREWELL = KEEP_ALIVE + 1_000;

/**
 * How a process listens beside others: the system shares out what comes to the port, or it goes on with the socket of
 * another process.
 *
 * @typedef {{ reusePort?: boolean, socket?: object }} Sharing
 */

/**
 * The listening socket, with limits that cut off who is too slow. What handles requests can be exchanged while it
 * listens.
 *
 * @param {{ log: Log, maxConnections?: number, silence?: number, headersTimeout?: number }} options
 *   silence: ms without a byte, either way; headersTimeout: ms for all headers, however many bytes come meanwhile;
 *   maxConnections: more than there may be streams of changes (realtime/places.js), so that these leave room
 */
export function createListener({ log, maxConnections = 12_000, silence = 120_000, headersTimeout = 15_000 }) {
  /** @type {(req: Request, res: Response) => unknown} */
  let handle = (_req, res) => {
    res.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' });
    // The page asks again by itself until there is something to show.
    res.end('<!doctype html><meta http-equiv="refresh" content="1"><title>Plinth</title><p>Plinth is starting …</p>');
  };
  let leaving = false;
  const server = createHttpServer(
    {
      IncomingMessage: PlinthRequest,
      ServerResponse: PlinthResponse,
      headersTimeout,
      // Bodies have their own limits: see handler.js and body/multipart.js.
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
    if (isWorking(/** @type {any} */ (socket)._httpMessage)) socket.setTimeout(silence);
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
    /** The listening socket itself, for another process to go on with. */
    socket: () => /** @type {any} */ (server)._handle,
    /** @param {{ gently?: boolean }} [how] @returns {Promise<void>} */
    close(how = {}) {
      leaving = true;
      return closeServer(/** @type {any} */ (server), how);
    },
  };
}

/**
 * Stops accepting and lets requests under way finish. `gently`: nobody's connection breaks; a quiet one is kept until its
 * client knows it to be over, and whoever asks once more is answered and told that it was the last time.
 *
 * @param {import('node:http').Server} server @param {{ gently?: boolean }} options @returns {Promise<void>}
 */
function closeServer(server, { gently = false }) {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE);
    const sweepNow = () => server.closeIdleConnections();
    // Browsers keep connections open after their answer came.
    let sweep = gently ? setTimeout(() => (sweep = setInterval(sweepNow, 50)), FAREWELL) : setInterval(sweepNow, 50);
    const closed = () => {
      clearTimeout(cut);
      clearTimeout(sweep);
      resolve();
    };
    // The close() of http ends quiet connections at once, that of net does not.
    if (gently) Server.prototype.close.call(server, closed);
    else server.close(closed);
  });
}

/**
 * A quiet connection is cut, be it that a body does not come or that an answer is not fetched. But not while we are at
 * work on the answer: a large import takes its time.
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
  // No such address here, a host name that nobody knows, a kind of network that this machine has not.
  if (error.code) {
    return new AppError('LISTEN_REFUSED', phrase`Listening on ${host}:${port} is not possible (${error.code})`, {
      hint: error.code === 'EACCES' ? 'Ports below 1024 need extra rights: choose a higher PORT' : 'Check HOST',
      cause: error,
    });
  }
  return error;
}
