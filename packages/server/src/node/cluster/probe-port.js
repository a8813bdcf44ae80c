import { createServer } from 'node:net';
import { listenFailed } from '../../http/requests/listener.js';

/**
 * Checks that the port is free. Sockets that share a port would hide another program on it, so it is tried once without
 * sharing.
 *
 * @param {number} port @param {string} host
 * @returns {Promise<void>}
 * @throws {import('@plinth/plugin').AppError} PORT_IN_USE, LISTEN_REFUSED
 */
export function probePort(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFailed(error, port, host)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
