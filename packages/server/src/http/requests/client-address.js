import { isIP } from 'node:net';

/**
 * The client's IP address. Headers are trusted only for the configured number of proxies: each proxy appends the
 * address it saw, so the entry of our outermost proxy is `hops` from the right.
 *
 * @param {{ socket: { remoteAddress?: string }, headers: Record<string, string | string[] | undefined> }} req
 * @param {number} hops number of proxies in front of us (TRUST_PROXY)
 */
export function clientAddress(req, hops) {
  const direct = normalise(req.socket.remoteAddress ?? '');
  const header = req.headers['x-forwarded-for'];
  if (hops === 0 || header === undefined) return direct;
  const list = String(header)
    .split(',')
    .map((entry) => normalise(entry.trim()));
  const seen = list.at(-hops) ?? list[0];
  return isIP(seen) ? seen : direct;
}

/** IPv4-mapped IPv6 becomes plain IPv4; a zone is dropped. @param {string} address */
function normalise(address) {
  if (!address.includes(':') && !address.includes('%')) return address;
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  return mapped ? mapped[1] : bare;
}

/** Whether an address is this machine's own. @param {string} address */
export function isLoopback(address) {
  const plain = normalise(address);
  return plain === '::1' || plain.startsWith('127.');
}
