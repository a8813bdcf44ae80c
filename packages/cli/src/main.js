import { keepMemoryLow } from '@plinth/server/memory';
import { runCli } from './frame/run-cli.js';

if (process.argv[2] === 'serve') keepMemoryLow(process.env);

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
