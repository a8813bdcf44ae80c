import { isIP } from 'node:net';

const LOCAL_NAME = /^([a-z0-9-]+|[a-z0-9.-]+\.(local|localhost|lan|home|internal|test|home\.arpa))$/i;

/**
 * Whether a request came by a name that only its own network or the operator gives to this machine. A public name that
 * nobody configured is how a foreign page gets its visitor's browser to talk to a server at home (DNS rebinding).
 *
 * @param {string | undefined} host the Host header @param {string} baseUrl
 */
export function isExpectedHost(host, baseUrl) {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === new URL(baseUrl).hostname) return true;
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(hostname);
}
