/** @import { Peer } from '@plinth/cli/benchmarks' */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRunFolder, keptHeaders, startListening } from '@plinth/cli/benchmarks';

const script = fileURLToPath(new URL('../parts/bare-server.js', import.meta.url));

/** The ceiling: what Node.js itself needs for the answer. @type {Peer} */
export const peer = {
  system: 'node:http',
  async start(answer, { workers, cores }) {
    const { folder, remove } = createRunFolder();
    const file = path.join(folder, 'answer.json');
    const headers = [...keptHeaders(answer), ['content-length', String(answer.bytes.length)]];
    writeFileSync(
      file,
      JSON.stringify({ workers, status: answer.status, headers, body: answer.bytes.toString('base64') }),
    );
    const server = await startListening([...(cores ? ['taskset', '-c', cores] : []), process.execPath, script, file]);
    await remove();
    return server;
  },
};
