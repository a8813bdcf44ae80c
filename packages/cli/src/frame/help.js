import { SETTINGS, SETTING_NAMES } from '@plinth/server/operations';

/** @import { Command } from '../types.d.ts' */

/** @param {readonly Command[]} commands */
export function overview(commands) {
  const lines = commands.map((command) => [command.name, command.summary]);
  return [
    'Plinth: an app builder for the browser, on PostgreSQL.',
    '',
    'Usage: plinth COMMAND [OPTIONS]',
    '',
    columns(lines),
    '',
    'For details, run plinth COMMAND --help. Settings are environment variables:',
    '',
    columns(SETTING_NAMES.map((name) => [name, `${SETTINGS[name].meaning} (default: ${SETTINGS[name].missing})`])),
    '',
  ].join('\n');
}

/** @param {Command} command */
export function usage(command) {
  return ['Usage: plinth', command.name, ...(command.arguments ?? []), command.usage].filter(Boolean).join(' ');
}

/** @param {Command} command */
export async function help(command) {
  const details = typeof command.details === 'function' ? await command.details() : command.details;
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    `--${name}${option.value ? ` ${option.value}` : ''}${option.short ? `, -${option.short}` : ''}`,
    option.summary,
  ]);
  if (command.json) options.push(['--json', 'print data as JSON']);
  options.push(['--data FOLDER', 'the data folder of the site (default: PLINTH_DATA, or the site of this machine)']);
  options.push(['--help, -h', 'show this help']);
  return [usage(command), '', command.summary, ...(details ? ['', details] : []), '', columns(options), ''].join('\n');
}

/** @param {string[][]} lines */
function columns(lines) {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
