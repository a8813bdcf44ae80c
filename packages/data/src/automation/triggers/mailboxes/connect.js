/** @import { Trigger, Values } from '@plinth/plugin' */
/** @import { Context } from '../../../services.js' */
/** @import { Account, Limits } from './imap.js' */
import { secretNotFor } from '../../http-requests/http-requests.js';
import { withFolder } from './imap.js';

/**
 * Connects to the mailbox of a trigger, if its server may be reached and may be sent the secret.
 *
 * @param {Pick<Context, 'catalog' | 'outbound'> & { limits: Limits, ending: AbortSignal,
 *   secrets: Pick<import('../../secrets/secrets.js').Secrets, 'values'> }} context
 */
export const createConnect =
  ({ catalog, outbound, secrets, limits, ending }) =>
  /** @template T @param {Trigger} trigger @param {(client: import('imapflow').ImapFlow, account: Account) => Promise<T>} work */
  async ({ options }, work) => {
    const account = accountOf(options);
    const { server, port } = account;
    const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.total)]);
    const hosts = catalog().secrets.find(({ name }) => name === options.password)?.hosts ?? [];
    if (hosts.length > 0 && !hosts.includes(server) && !hosts.includes(`${server}:${port}`))
      throw secretNotFor(options.password, server);
    const password = (await secrets.values([options.password])).get(options.password) ?? '';
    const address = await outbound.addressOf(server, port);
    return withFolder({ account, password, address, limits, signal }, (client) => work(client, account));
  };

/** @param {Values} options @returns {Account} */
export const accountOf = ({ server, tls = 'tls', port, username, folder }) => ({
  server: server.toLowerCase(),
  port: port ?? (tls === 'tls' ? 993 : 143),
  tls,
  username,
  folder: folder || 'INBOX',
});
