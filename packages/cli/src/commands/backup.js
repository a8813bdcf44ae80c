import { resolve } from 'node:path';
import { openDatabase } from '@plinth/server/operations';
import { formatBytes } from '../frame/bytes.js';
import { logOf, siteConfigOf } from '../frame/configuration.js';
import { passphraseOption, readPassphrase } from '../frame/read-passphrase.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'backup',
  summary: 'back up everything to one file: tables, accounts, files, plugins, settings',
  arguments: ['[FILE]'],
  usage: '[--passphrase-stdin] [--no-test] [--gentle]',
  details:
    'Without FILE, it goes to BACKUP_FOLDER. The server may be running. The file holds all data, password hashes and secrets: ' +
    'encrypt it, or keep it where nobody else can read it. It is restored into a temporary database and compared.',
  json: true,
  options: {
    'passphrase-stdin': passphraseOption,
    'no-test': { type: 'boolean', summary: 'do not restore it for a test' },
    gentle: { type: 'boolean', summary: 'work at less than half speed, to leave the machine to a busy server' },
  },
  async run(ctx, { values, positionals: [file] }) {
    const { makeBackup } = await import('@plinth/server/backups');
    const { OPERATOR } = await import('@plinth/server/app');
    const [config, log] = [await siteConfigOf(ctx), logOf(ctx)];
    const passphrase = await readPassphrase(ctx, values['passphrase-stdin']);
    const database = await openDatabase({ config, purpose: 'command', log });
    const progress = ctx.progress('Written (bytes)');
    try {
      const { connection } = database;
      const place = file === undefined ? undefined : resolve(ctx.cwd, file);
      const waits = () => ctx.note('Waiting until an import or another backup of this machine has ended');
      const how = { waits, file: place, passphrase, test: !values['no-test'], hurry: !values.gentle };
      const job = { config, connection, reason: /** @type {const} */ ('command'), actor: OPERATOR, ...how };
      const made = await makeBackup(job, log, (bytes) => progress.advance(bytes));
      progress.done();
      for (const what of made.leftOut) ctx.note(`Not included, since Plinth did not make it: ${what}`);
      if (made.missing > 0) ctx.note(`${made.missing} files have no contents in ${config.dataDir}/files`);
      if (made.untested) ctx.note(`Not tested: ${made.untested}`);
      ctx.print(made, describe);
    } finally {
      await database.close();
    }
  },
};

/** @param {{ file: string, bytes: number, encrypted: boolean, tested: boolean }} made */
const describe = ({ file, bytes, encrypted, tested }) =>
  `Wrote ${file} (${formatBytes(bytes)}${encrypted ? ', encrypted' : ''}${tested ? ', restored for a test and compared' : ''})`;
