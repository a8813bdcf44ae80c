import { BlockList, isIP } from 'node:net';

/** Networks that are not public: of this machine, its network, or reserved (RFC 6890 and its successors). */
const BLOCKED = blockList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/96', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]);
/** IPv6 addresses that carry an IPv4 address: where it starts, in groups of 16 bits. */
const CARRIERS = /** @type {const} */ ([
  ['::ffff:0:0/96', 6],
  ['::ffff:0:0:0/96', 6],
  ['64:ff9b::/96', 6],
  ['64:ff9b:1::/48', 6],
  ['2002::/16', 1],
]).map(([network, start]) => ({ network: blockList([network]), start }));

/**
 * Whether requests for others must not go to this address: it is not a public one.
 *
 * @param {string} address IPv4 or IPv6
 * @returns {boolean}
 */
export function isBlocked(address) {
  const family = isIP(address);
  if (family === 0) return true;
  if (family === 4) return BLOCKED.check(address, 'ipv4');
  const plain = address.split('%')[0];
  const carrier = CARRIERS.find(({ network }) => network.check(plain, 'ipv6'));
  return carrier ? isBlocked(carriedIn(plain, carrier.start)) : BLOCKED.check(plain, 'ipv6');
}

/** @param {string} address @param {number} start */
function carriedIn(address, start) {
  const [high, low] = groupsOf(address).slice(start, start + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address; its last two may be written as IPv4. @param {string} address @returns {number[]} */
function groupsOf(address) {
  const [, last] = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const [a, b, c, d] = (last ?? '0.0.0.0').split('.').map(Number);
  const text = last ? address.replace(last, `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`) : address;
  const [head, tail] = text
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((one) => parseInt(one, 16))));
  if (!tail) return head;
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
}

/** @param {readonly string[]} networks */
function blockList(networks) {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
