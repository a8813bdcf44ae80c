import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeBlocks } from './code-blocks.js';

/*
 * Follows docs/self-hosting.md to the letter, as root in a mount namespace with folders of its own: real users, files and
 * packages, and scripts in the place of systemd. It needs the package registry or npm's cache.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const blocks = codeBlocks(new URL('../../docs/self-hosting.md', import.meta.url));
const FOLLOWED = ['Install it', 'Run it as a service', 'Several workers', 'Backups', 'Upgrade'];
const steps = blocks.filter(({ heading, language }) => FOLLOWED.includes(heading) && ['sh', 'ini'].includes(language));
/** npm and Node of the host, and our systemctl before any other. */
const path = [
  fileURLToPath(new URL('./machine', import.meta.url)),
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules')),
  '/usr/sbin',
].join(delimiter);
const host = spawnSync('sh', ['-c', 'command -v node'], { encoding: 'utf8', env: { PATH: path } }).stdout.trim();
const folder = mkdtempSync(join(tmpdir(), 'plinth-hosting-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const MACHINE = `
mount --make-rprivate /
cp --archive /etc ${folder}/etc && mount --bind ${folder}/etc /etc
for own in /opt /mnt /run /var/lib; do mkdir -p ${folder}$own && mount --bind ${folder}$own $own; done
userdel plinth 2> /dev/null || true
mkdir -p /etc/systemd/system /mnt/backup
`;
/** What must hold once the service runs. */
const SERVES = `
url=$(sed -n 's/^Plinth runs at //p' /run/plinth.log)
[ -n "$url" ]
[ -z "$(find /var/lib/plinth ! -user plinth)" ]
[ ! -e /opt/plinth/var ]
`;

/** A step as it is run: with the address of the repository, and without somebody who could be asked. @param {typeof steps[number]} step */
function asScript({ code, file }) {
  const literal = code
    .replace('<this repository>', root)
    .replaceAll(/\bPROCESS\b/g, '"$PROCESS"')
    .replaceAll(/^(npx plinth restore [^#\n]+)/gm, '$1 --yes ');
  return file ? `cat > ${file} <<'END_OF_FILE'\n${literal.replace('/usr/bin/node', host)}END_OF_FILE` : literal;
}

/** The service with two workers, and the process that `plinth info` names. */
const WORKERS = `
sed -i 's/^RuntimeDirectory=/Environment=WORKERS=2\\n&/' /etc/systemd/system/plinth.service
systemctl restart plinth
PROCESS=$(npx plinth info | sed -n 's/^Workers .*2 of 2, of process \\([0-9]*\\):.*/\\1/p')
[ -n "$PROCESS" ]
`;
/** All workers are others than before, and the service still serves. */
const EXCHANGED = `
for i in $(seq 300); do grep -q 'all workers were restarted' /run/plinth.log && break; sleep 0.2; done
grep -q 'all workers were restarted' /run/plinth.log
npx plinth info | grep -q '2 of 2'
`;

/** @param {string} script */
const isNewMachine = (script) => script.includes('--data /var/lib/plinth');

function wholeScript() {
  const parts = [MACHINE];
  for (const step of steps) {
    const script = asScript(step);
    if (script.includes('passphrase.txt')) parts.push('echo a long passphrase of words > passphrase.txt');
    if (script.includes('restore site.tar.gz --replace')) parts.push('cp /mnt/backup/site.tar.gz site.tar.gz');
    if (isNewMachine(script))
      parts.push(
        'systemctl stop plinth && rm -rf /var/lib/plinth',
        'install --directory --owner=plinth --group=plinth --mode=0700 /var/lib/plinth',
      );
    const isAboutWorkers = step.heading === 'Several workers';
    if (isAboutWorkers) parts.push(WORKERS);
    parts.push(script);
    if (isAboutWorkers) parts.push(EXCHANGED);
    if (/systemctl|npx plinth/.test(script)) parts.push(SERVES);
  }
  return [...parts, 'systemctl stop plinth', 'echo FOLLOWED'].join('\n');
}

describe('docs/self-hosting.md', () => {
  it('has commands that a shell can read', () => {
    assert.deepEqual([...new Set(steps.map(({ heading }) => heading))], FOLLOWED);
    const { status, stderr } = spawnSync('bash', ['-n', '-c', wholeScript()], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  // A user, mounts and services are root's to make.
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/sbin/useradd')) return;

  it(
    'leads from an empty machine to a service with backups, a restore, a new machine and an upgrade',
    { timeout: 900_000 },
    () => {
      const args = ['--mount', '--pid', '--fork', '--mount-proc', '--kill-child', 'bash', '-eu', '-c', wholeScript()];
      const env = {
        ...process.env,
        PATH: path,
        PLINTH_DATA: '',
        DATABASE_URL: '',
        PLINTH_SITES: '',
        NODE_COMPILE_CACHE: '',
      };
      const { status, stdout, stderr } = spawnSync('unshare', args, {
        encoding: 'utf8',
        env,
        cwd: '/',
        maxBuffer: 2 ** 26,
      });
      assert.equal(status, 0, `${stdout}\n${stderr}`);
      assert.match(stdout, /FOLLOWED\n$/);
      assert.match(stdout, /restored for a test and compared/);
    },
  );
});
