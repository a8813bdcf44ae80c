/** @import { Scope } from '../../types.d.ts' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { free, onlyKeys, secretName } from './names.js';
import { paragraph } from './texts.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/;

/**
 * A secret in stored form. Its value is not metadata: see `secrets/`.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string }} [self] the secret as it is
 * @returns {{ name: string, body: { description: string, hosts: string[] } }}
 */
export function checkSecret(input, { catalog }, self) {
  onlyKeys('a secret', input, ['name', 'description', 'hosts']);
  const name = free('secret', secretName(input.name), catalog.secrets, self?.id);
  return {
    name,
    body: { description: paragraph('description', input.description), hosts: hostsOf(input.hosts ?? []) },
  };
}

/** @param {unknown} hosts @returns {string[]} */
function hostsOf(hosts) {
  if (!Array.isArray(hosts)) throw inputInvalid({ hosts: 'must be a list' });
  if (hosts.length > LIMITS.secretHosts)
    throw inputInvalid({ hosts: phrase`must have at most ${LIMITS.secretHosts} entries` });
  const names = hosts.map((host) => String(host).trim().toLowerCase());
  const wrong = names.find((host) => !HOST.test(host));
  if (wrong !== undefined)
    throw inputInvalid({ hosts: phrase`"${wrong.slice(0, 60)}" is not a host. Use one such as api.example.com` });
  return [...new Set(names)];
}
