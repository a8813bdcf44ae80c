import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * The browser's program, unpacked once for this user. The package itself unpacks to /tmp/chromium, which only the first
 * user of a machine may run, and which others find half written while he does.
 *
 * @returns {Promise<string>}
 */
export async function unpackChromium() {
  const packed = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(path.join(packed, '../../package.json'), 'utf8'));
  const user = process.getuid?.() ?? 'me';
  // A test run has a folder for temporary files that goes with it.
  const folder = path.join(process.env.PLINTH_TEST_PROGRAMS ?? tmpdir(), `plinth-chromium-${version}-${user}`);
  const program = path.join(folder, 'chromium');
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory() && (user === 'me' || found.uid === user)) return program;

  const draft = await mkdtemp(`${folder}-`);
  // In a process of its own: it goes by the environment where it unpacks to.
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: path.dirname(fileURLToPath(import.meta.url)),
    env: { ...process.env, TMPDIR: draft },
  });
  try {
    await rename(draft, folder);
    return program;
  } catch {
    // Another process of this user was faster; what belongs to somebody else is not run.
    const made = await lstat(folder);
    if (made.uid !== user) return path.join(draft, 'chromium');
    await rm(draft, { recursive: true });
    return program;
  }
}
