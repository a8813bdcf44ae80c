import { AppError } from '@plinth/plugin';
import { readFacts, readMachineFacts } from '@plinth/server/operations';
import { configOf, logOf } from '../frame/configuration.js';
import { backupChecks, contentChecks, databaseChecks, machineChecks } from '../doctor/checks.js';

/** @import { Command } from '../types.d.ts' */
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

/** @param {import('../types.d.ts').CommandContext} ctx @returns {Promise<Finding[]>} */
async function examine(ctx) {
  try {
    const config = configOf(ctx);
    const findings = machineChecks(readMachineFacts(config));
    // If the folder can't be used, the database's own error would only repeat it.
    if (findings.some((finding) => finding.name === 'data folder' && finding.state === 'fail')) return findings;
    const database = await readFacts(config, logOf(ctx)).then(
      (facts) => [...databaseChecks(facts.database), ...contentChecks(facts), ...backupChecks(facts.lastBackup)],
      failed('database'),
    );
    return [...findings, ...database];
  } catch (error) {
    return failed('configuration')(error);
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
