import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@plinth/plugin';
import { hasDatabase, readFacts, readMachineFacts } from '@plinth/server/operations';
import { logOf, siteConfigOf } from '../frame/configuration.js';
import { backupChecks, contentChecks, databaseChecks, machineChecks } from '../doctor/checks.js';

/** @import { Command, CommandContext } from '../types.d.ts' */
/** @import { Finding } from '../doctor/checks.js' */

const MARKS = { ok: '✔', warn: '!', fail: '✖' };

/** @type {Command} */
export const command = {
  name: 'doctor',
  summary: 'check that this machine and its database are ready for Plinth',
  details: 'Exits with code 1 if a check fails. Warnings don’t count.',
  json: true,
  async run(ctx) {
    const findings = await examine(ctx);
    ctx.print({ findings }, () => findings.map(describe).join('\n'));
    return findings.some((finding) => finding.state === 'fail') ? 1 : 0;
  },
};

/** @param {CommandContext} ctx @returns {Promise<Finding[]>} */
async function examine(ctx) {
  try {
    const config = await siteConfigOf(ctx, { mayBeNew: true });
    const findings = machineChecks(readMachineFacts(config));
    // If the folder can't be used, the database's own error would only repeat it.
    if (findings.some((finding) => finding.name === 'data folder' && finding.state === 'fail')) return findings;
    const database = await examineDatabase(ctx, config).catch(failed('database'));
    return [...findings, ...database];
  } catch (error) {
    return failed('configuration')(error);
  }
}

/**
 * Where there is no site yet, the built-in database is tried in a folder of its own, which goes again.
 *
 * @param {CommandContext} ctx @param {Awaited<ReturnType<typeof siteConfigOf>>} config @returns {Promise<Finding[]>}
 */
async function examineDatabase(ctx, config) {
  if (await hasDatabase(config)) {
    const facts = await readFacts(config, logOf(ctx));
    return [...databaseChecks(facts.database), ...contentChecks(facts), ...backupChecks(facts.lastBackup)];
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-doctor-'));
  try {
    const { database } = await readFacts({ ...config, dataDir }, logOf(ctx));
    const where = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
    /** @type {Finding} */
    const none = {
      name: 'site',
      state: 'warn',
      found: `none in ${where} yet`,
      hint: 'plinth serve or plinth setup makes one. If there is one elsewhere, say where: --data FOLDER, or PLINTH_DATA.',
    };
    return [none, ...databaseChecks(database)];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param {string} name @returns {(error: unknown) => Finding[]} */
const failed = (name) => (error) => {
  if (!(error instanceof AppError)) throw error;
  return [{ name, state: 'fail', found: `${error.message} (${error.code})`, hint: error.hint }];
};

/** @param {Finding} finding */
function describe({ name, state, found, hint }) {
  return `${MARKS[state]} ${name}: ${found}${hint ? `\n    ${hint}` : ''}`;
}
