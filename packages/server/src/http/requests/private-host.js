import { isIP } from 'node:net';

const LOCAL_NAME = /^([a-z0-9-]+|[a-z0-9.-]+\.(local|localhost|lan|home|internal|test|home\.arpa))$/i;

/**
 * Whether a request uses a host name that is private or configured. A public name that nobody configured is a sign of
 * DNS rebinding, by which a page on another site reaches a server in the user's own network.
 *
 * @param {string | undefined} host the Host header @param {string} baseUrl
 */
export function isExpectedHost(host, baseUrl) {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === new URL(baseUrl).hostname) return true;
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(hostname);
}
