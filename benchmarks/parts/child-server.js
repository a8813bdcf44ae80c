import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Runs a server that says nothing and doesn't know us: prints its port once it listens there, and ends it with this process
 * or when the measuring process is gone.
 *
 * node child-server.js PORT PROGRAM [ARGUMENT...]
 */
const [, , port, program, ...args] = process.argv;
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
const stop = () => child.kill('SIGTERM');
process.on('SIGTERM', stop).stdin.resume().on('end', stop);
child.once('exit', () => process.exit());

const listens = () =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve(socket.destroy()));
    socket.once('error', () => resolve(null));
  });
while (!(await listens())) await sleep(50);
process.stdout.write(`${port}\n`);
