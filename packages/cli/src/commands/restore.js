import { resolve } from 'node:path';
import { isConfirmed } from '../frame/confirm.js';
import { logOf, siteConfigOf } from '../frame/configuration.js';
import { UsageError } from '../frame/errors.js';
import { passphraseOption, readPassphrase } from '../frame/read-passphrase.js';

/** @import { Command, CommandContext } from '../types.d.ts' */

const RESTORED = 'Restored. Start the server now; everybody has to log in again';
const HELD =
  '\nAutomation and outgoing messages are off. An admin turns them on in the banner of the admin, or restore with --live';

/** @type {Command} */
export const command = {
  name: 'restore',
  summary: 'restore a backup, after checking all of it',
  arguments: ['FILE'],
  usage: '[--replace] [--live] [--yes] [--passphrase-stdin]',
  details:
    'Stop the server first. Shows what is in the backup (accounts, admins, plugins) and asks before it changes anything. ' +
    'Until the last moment everything stays as it was. Everybody has to log in again afterwards. Automation, ' +
    'e-mail and requests to other systems stay off until an admin turns them on, unless --live is given.',
  json: true,
  options: {
    replace: { type: 'boolean', summary: 'replace what is there now, accounts included' },
    live: { type: 'boolean', summary: 'act and send at once: it takes the place of the original, which is gone' },
    yes: { type: 'boolean', summary: 'do not ask' },
    'passphrase-stdin': passphraseOption,
  },
  async run(ctx, { values, positionals: [name] }) {
    const { readBackup, restoreInto } = await import('@plinth/server/backups');
    if (!values.yes && (!ctx.stdin.isTTY || values['passphrase-stdin']))
      throw new UsageError('Nobody can be asked here', 'Add --yes to restore without a question');
    // An empty place is what a backup is restored into, if it was said which.
    const isSaid = Boolean(ctx.env.PLINTH_DATA?.trim() || ctx.env.DATABASE_URL?.trim());
    const [config, log] = [await siteConfigOf(ctx, { mayBeNew: isSaid }), logOf(ctx)];
    const passphrase = (await readPassphrase(ctx, values['passphrase-stdin'])) ?? undefined;
    const file = resolve(ctx.cwd, name);
    const live = values.live === true;
    const check = ctx.progress('Checking (bytes)');
    const checked = await readBackup({ file, passphrase, told: (bytes) => check.advance(bytes) });
    check.done();
    const facts = factsOf(checked);
    if (!ctx.json) ctx.note(describe(facts));
    if (!values.yes && !(await isAskedFor(ctx, values.replace === true))) {
      ctx.note('Nothing was changed');
      return 1;
    }
    const progress = ctx.progress('Restoring', checked.bytes);
    const told = (/** @type {number} */ bytes) => progress.advance(bytes);
    await restoreInto({ config, log, file, passphrase, replace: values.replace === true, live, checked, told });
    progress.done();
    ctx.print({ restored: true, live, ...facts }, () => RESTORED + (live ? '' : HELD));
  },
};

/** @param {Awaited<ReturnType<typeof import('@plinth/server/backups').readBackup>>} checked */
function factsOf({ head, manifest }) {
  const { at, plinth, site, users, admins, plugins } = head;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const tables = head.tables.filter(({ schema }) => schema === 'app').length;
  return { at, plinth, site, users, admins, plugins, tables, rows, files: manifest.files };
}

/** @param {ReturnType<typeof factsOf>} facts */
const describe = ({ at, plinth, site, users, admins, plugins, tables, rows, files }) =>
  [
    `Backup of   ${site || 'a site'}, made ${at} by Plinth ${plinth}`,
    `Contents    ${tables} tables, ${rows} rows in all, ${files} files, ${users} accounts`,
    `Admins      ${admins.join(', ') || 'none'}`,
    `Code        ${plugins.length > 0 ? `these plugins will run: ${plugins.join(', ')}` : 'no plugins'}`,
  ].join('\n');

/** @param {CommandContext} ctx @param {boolean} replace */
const isAskedFor = (ctx, replace) =>
  replace ? isConfirmed(ctx, 'replace', 'Everything that is there now will be deleted. ') : isConfirmed(ctx, 'restore');
