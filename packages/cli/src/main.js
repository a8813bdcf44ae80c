import { keepMemoryLow } from '@plinth/server/memory';
import { runCli } from './frame/run-cli.js';
import { parentToFollow } from './runtime/watch-parent.js';

if (process.argv[2] === 'serve') keepMemoryLow(process.env);

process.exitCode = await runCli(process.argv.slice(2), {
  // Taken out of the environment first: a server that a command starts has another parent.
  parent: parentToFollow(process.env),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
