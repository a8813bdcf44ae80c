import { networkInterfaces } from 'node:os';

/** @import { Config } from '../../types.d.ts' */

const EVERY = new Set(['0.0.0.0', '::', '[::]']);

/** Whether a URL leads back to the machine on which it is opened. @param {string} url */
export function isLoopback(url) {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\./.test(hostname) || hostname === '[::1]';
}

/**
 * The URLs at which other machines of the network reach this server. IPv6 addresses are left out where there are IPv4
 * ones: they are hard to type.
 *
 * @param {Pick<Config, 'host' | 'port'>} config
 * @param {ReturnType<typeof networkInterfaces>} [interfaces] of this machine
 * @returns {string[]} empty: the server only accepts connections from its own machine
 */
export function networkAddresses({ host, port }, interfaces = networkInterfaces()) {
  const url = (/** @type {string} */ name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  if (!EVERY.has(host)) {
    const own = url(host.replace(/^\[|\]$/g, ''));
    return isLoopback(own) ? [] : [own];
  }
  const found = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  const v4 = found.filter(({ family }) => family === 'IPv4');
  return (v4.length > 0 ? v4 : found).map(({ address }) => url(address));
}
