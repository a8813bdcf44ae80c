import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The part of an address that one customer has: all of IPv4, the first half of IPv6. @param {string} address */
export function network(address) {
  if (!isIPv6(address)) return address;
  const [head, tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':');
}

/** A hash has a bounded length and reveals no address. @param {string} text */
export function digest(text) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
