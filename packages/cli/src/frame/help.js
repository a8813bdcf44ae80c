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
    'For details, run plinth COMMAND --help. Settings are environment variables: PORT, HOST, DATABASE_URL,',
    'PLINTH_DATA, BASE_URL, WORKERS, TRUST_PROXY, VISITOR_LIMIT, LOG_LEVEL, METRICS_TOKEN, ROW_SECURITY, PAGE_CACHE.',
    '',
  ].join('\n');
}

/** @param {Command} command */
export function usage(command) {
  return ['Usage: plinth', command.name, ...(command.arguments ?? []), command.usage].filter(Boolean).join(' ');
}

/** @param {Command} command */
export function help(command) {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    `--${name}${option.value ? ` ${option.value}` : ''}${option.short ? `, -${option.short}` : ''}`,
    option.summary,
  ]);
  if (command.json) options.push(['--json', 'print data as JSON']);
  options.push(['--help, -h', 'show this help']);
  return [
    usage(command),
    '',
    command.summary,
    ...(command.details ? ['', command.details] : []),
    '',
    columns(options),
    '',
  ].join('\n');
}

/** @param {string[][]} lines */
function columns(lines) {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
