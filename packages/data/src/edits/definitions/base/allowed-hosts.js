/** Hosts of the own network, as a text. @param {string | null | undefined} text @returns {string[]} `host:port` */
export const allowedHosts = (text) =>
  (text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((host) => host.replace(/^\[([^\]]*)\]/, '$1'));

/** A host, or an address in brackets or without, with its port. */
const HOST = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[?[0-9a-f:.]{2,45}\]?):\d{1,5}$/;

/** What is not `host:port`. @param {string | null | undefined} text */
export const wrongHost = (text) => allowedHosts(text).find((host) => !HOST.test(host));
