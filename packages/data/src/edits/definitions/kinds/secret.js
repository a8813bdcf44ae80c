/** @import { Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { defineKind, inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { checkName } from '../base/check-object.js';
import { description } from '../base/kind-settings.js';
import { paragraph } from '../base/texts.js';

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/;

/** What a secret is called; its value is set apart, so that no revision and no document holds it. */
export const secret = defineKind({
  name: 'secret',
  plural: 'secrets',
  label: 'secret',
  icon: 'key',
  order: 90,
  schema: [description, { name: 'hosts', type: 'json', default: [] }],
  title: 'name',
  isOfSite: true,
  check: checkSecret,
  references: (body) => body,
  edits: {
    add: { about: 'Adds a secret; its value is entered in the settings' },
    change: { about: 'Changes the name, description or hosts of a secret' },
    // For good: undoing this brings back a secret without a value.
    remove: { about: 'Removes a secret and its value' },
  },
  admin: { area: 'settings/secrets' },
});

/**
 * A secret in stored form. Its value is not metadata: see `secrets/`.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the secret as it is
 * @returns {{ name: string, body: { description: string, hosts: string[] } }}
 */
function checkSecret(input, scope, self) {
  const name = checkName(secret, input, scope, self);
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
