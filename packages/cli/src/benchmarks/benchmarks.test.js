import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeResultToken } from '@plinth/server/benchmark-results';
import { pidNamespace, processStartTime } from '@plinth/server/operations';
import { startTestServer, until } from '@plinth/server/testing';
import { runHere } from '../testing/run-here.js';
import { onPath } from './run/load/index.js';

const bin = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plinth-run-'));
// A folder of its own for the lock too: another run on this machine is none of these tests' business.
const env = { PATH: process.env.PATH, PLINTH_DATA: join(folder, 'var'), PORT: '0', TMPDIR: folder };

/** @param {string[]} args @param {Record<string, string>} [more] */
async function plinth(args, more = {}) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...env, ...more } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  child.stdin.end();
  const [exitCode] = await once(child, 'close');
  return { exitCode, out, err };
}

// So do runs in this process.
process.env.TMPDIR = folder;
/**
 * In this process, for what is not about a process of its own: see `run-here.js`.
 *
 * @param {string[]} args @param {Record<string, string>} [more]
 */
const here = (args, more = {}) => runHere(args, { cwd: folder, env: { ...env, ...more } });

/** Those that are on this machine. */
const tools = onPath('wrk') ? ['autocannon', 'wrk'] : ['autocannon'];
const SHORT = ['--duration', '1', '--repeats', '1', '--warmup', '0', '--connections', '5', '--out', 'results'];

/** How many processes serve data that lies in a folder (Linux). @param {string} folder */
function serversIn(folder) {
  if (process.platform !== 'linux') return 0;
  const own = `PLINTH_DATA=${join(folder, 'plinth-bench-')}`;
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(own)).length;
}

/** @param {string} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

after(() => rmSync(folder, { recursive: true, force: true }));

describe('plinth setup-benchmark', () => {
  /** @type {Record<string, string>} */
  let paths;
  before(async () => {
    const { out, err, exitCode } = await plinth(['setup-benchmark', '--json']);
    assert.equal(exitCode, 0, err);
    paths = JSON.parse(out).benchmarks;
  });

  it('prints the path of each benchmark', () => {
    assert.equal(paths.complex_page, '/page/bench_complex');
    assert.match(paths.static_file, /^\/assets\/.+\.css$/);
    assert.match(paths.stored_file, /^\/files\/.+\.txt$/);
    for (const path of Object.values(paths)) assert.match(path, /^\//);
  });

  it('may be called again, and changes nothing', async () => {
    const again = await here(['setup-benchmark', '--json']);
    assert.equal(again.exitCode, 0, again.err);
    assert.deepEqual(JSON.parse(again.out).benchmarks, paths);
    assert.match(again.err, /already installed/);
  });
});

describe('plinth run-benchmark', () => {
  it('measures a page on a server of its own, and reports it', async () => {
    const { exitCode, out, err } = await plinth([
      'run-benchmark',
      'simple_page',
      ...SHORT,
      '--cache',
      'off',
      '--workers',
      '2',
      ...(onPath('taskset') ? ['--cores', '1'] : []),
      '--report',
      '--json',
    ]);
    assert.equal(exitCode, 0, err);
    const { measurements, machine, files } = JSON.parse(out);
    assert.deepEqual(
      measurements.map((/** @type {any} */ { system }) => system),
      ['plinth', 'node:http'],
    );
    const [one, bare] = measurements;
    assert.deepEqual(
      [one.benchmark, one.workers, one.cache, one.as, one.errors],
      ['simple_page', 2, 'off', 'public', 0],
    );
    // How fast this machine is at the moment is not what is tested.
    assert.ok(one.requestsPerSecond.median > 0, JSON.stringify(one));
    assert.ok(one.latency.p99 >= one.latency.p50 && one.latency.p50 > 0);
    assert.ok(one.ceiling > 0 && one.ceiling === bare.requestsPerSecond.median, 'a bare server was measured beside it');
    assert.equal(bare.bytesPerRequest > 0 && bare.errors, 0);
    assert.equal(one.cores, onPath('taskset') ? 1 : null);
    if (onPath('taskset')) assert.match(machine.pinned, /^server 0, load \d/);
    assert.equal(one.statements, 0, 'nothing on this page asks the database');
    assert.ok(machine.cores > 0 && machine.commit);
    if (process.platform === 'linux')
      assert.ok(one.memoryMb > 30 && one.cpuMsPerRequest > 0 && bare.cpuMsPerRequest > 0);
    const page = readFileSync(
      files.find((/** @type {string} */ file) => file.endsWith('.html')),
      'utf8',
    );
    assert.match(page, /<h3>simple_page<[\s\S]*class="bar/);
    assert.doesNotMatch(page, /(src|href)="https?:|@import|<script/, 'it needs nothing from anywhere');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('plinth-b')),
      [],
      'its own data is gone',
    );
  });

  it('stores results in this server’s dashboard and publishes them, or reports in advance that it can’t', async () => {
    const run = ['run-benchmark', 'simple_page', ...SHORT, '--cache', 'on', '--no-ceiling'];
    const other = await startTestServer();
    try {
      const none = await here([...run, '--store']);
      assert.equal(none.exitCode, 1);
      assert.match(none.err, /BENCHMARK_DASHBOARD_MISSING/);
      assert.equal(none.out, '');
      assert.equal((await here(['install-app', 'benchmark-dashboard', '--no-rows'])).exitCode, 0);

      const apps = other.data.registry.all('starterApp');
      const document = apps.find((/** @type {any} */ { app }) => app.name === 'benchmark-dashboard');
      await other.data.apps.install(other.system, document, { rows: false });
      const token = await makeResultToken(other.data, other.system);
      const wrong = await here([...run, '--publish', other.url, '--token', 'guessed']);
      assert.equal(wrong.exitCode, 1);
      assert.match(wrong.err, /token.*BENCHMARK_NOT_PUBLISHED/);
      assert.equal(wrong.out, '');
      const right = await plinth([...run, '--store', '--publish', other.url, '--token', token]);
      assert.equal(right.exitCode, 0, right.err);
      assert.match(right.err, /Stored here: runs 1, results 1/);
      assert.equal(await other.data.rows.count(other.system, 'benchmark_results'), 1);
      assert.ok(!right.out.includes(token) && !right.err.includes(token), 'the token is told to nobody');
    } finally {
      await other.close();
    }
  });

  it('counts answers that are errors, and ends with 1', async () => {
    let asked = 0;
    const broken = createServer((_req, res) => {
      asked++;
      res.writeHead(asked > 1 ? 500 : 200).end('x');
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (broken.address());
    writeFileSync(join(folder, 'paths.json'), JSON.stringify({ benchmarks: { simple_page: '/x' } }));
    const target = ['--url', `http://127.0.0.1:${port}`, '--paths', 'paths.json', '--no-ceiling'];
    const { exitCode, out } = await here(['run-benchmark', 'simple_page', ...SHORT, ...target]);
    broken.close();
    assert.equal(exitCode, 1);
    assert.match(out, /With errors, so no results:\n.*simple_page.*status 500/);
  });

  it('says that a server was not set up, or does not answer', async () => {
    const other = createServer((_req, res) => res.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const empty = await here(['run-benchmark', '--url', `http://127.0.0.1:${port}`]);
    other.close();
    assert.equal(empty.exitCode, 1);
    assert.match(empty.err, /BENCHMARK_NOT_SET_UP.*\n.*setup-benchmark/);
    writeFileSync(join(folder, 'taken'), '');
    const nowhere = await here(['run-benchmark', '--url', `http://127.0.0.1:${port}`, '--out', 'taken/x']);
    assert.equal(nowhere.exitCode, 1);
    assert.match(nowhere.err, /FILE_NOT_WRITABLE/, 'said before the long part');
    const silent = await here(['run-benchmark', '--url', `http://127.0.0.1:${port}`]);
    assert.equal(silent.exitCode, 1);
    assert.match(silent.err, /BENCHMARK_UNREACHABLE/);
  });

  it('refuses a second run beside the first', async () => {
    const started = processStartTime(process.pid) ?? '';
    const birth = createHash('sha1').update(started).digest('hex').slice(0, 8);
    const held = join(folder, `plinth-bench-${pidNamespace().replace(/\D/g, '')}-${process.pid}-${birth}-held`);
    mkdirSync(held);
    const second = await plinth(['run-benchmark', 'simple_page', ...SHORT]);
    assert.equal(second.exitCode, 1);
    assert.match(second.err, new RegExp(`process ${process.pid}.*BENCHMARK_RUNNING`));
    rmSync(held, { recursive: true });
  });

  it('takes its server and its data with it when it is stopped in the middle', async () => {
    const args = [
      'run-benchmark',
      'simple_page',
      '--duration',
      '60',
      '--cache',
      'on',
      '--no-ceiling',
      '--out',
      'results',
    ];
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    // Where processes can't be looked at, this would show nothing.
    if (process.platform === 'linux') await until(() => serversIn(folder) > 0);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 130, said);
    await until(() => serversIn(folder) === 0);
    await until(() => !readdirSync(folder).some((name) => name.startsWith('plinth-bench-')));
  });

  it('leaves no server when it is killed, and the next run removes its folders', async () => {
    const child = spawn(process.execPath, [bin, 'run-benchmark', 'simple_page', '--duration', '60'], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
    if (process.platform === 'linux') await until(() => serversIn(folder) > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => serversIn(folder) === 0);
    const left = () => readdirSync(folder).filter((name) => name.startsWith('plinth-bench-'));
    assert.equal(left().length > 0, true);
    // Whose numbers are those of another container's processes, or of nobody, is not ours to take away.
    mkdirSync(join(folder, 'plinth-bench-1-1-00000000-a'));
    mkdirSync(join(folder, 'plinth-bench-old'));
    const next = await here(['run-benchmark', '--url', 'http://127.0.0.1:1']);
    assert.match(next.err, /Removed .*plinth-bench-.*killed/);
    assert.deepEqual(left().sort(), ['plinth-bench-1-1-00000000-a', 'plinth-bench-old']);
    for (const name of left()) rmSync(join(folder, name), { recursive: true });
  });

  it('keeps what was measured before a server went away', async () => {
    let asked = 0;
    const dying = createServer((_req, res) => {
      res.writeHead(200).end('x');
      if (++asked > 100) dying.close().closeAllConnections();
    }).listen(0, '127.0.0.1');
    await once(dying, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (dying.address());
    writeFileSync(
      join(folder, 'paths.json'),
      JSON.stringify({ benchmarks: { public_insert: '/w', simple_page: '/x', complex_page: '/y' } }),
    );
    const target = ['--url', `http://127.0.0.1:${port}`, '--paths', 'paths.json', '--no-ceiling', '--json'];
    for (const tool of tools) {
      const names = ['complex_page', 'simple_page'];
      const { exitCode, out, err } = await here(['run-benchmark', ...names, ...SHORT, ...target, '--tool', tool]);
      assert.equal(exitCode, 1, err);
      const { measurements } = JSON.parse(out);
      assert.deepEqual(
        measurements.map((/** @type {any} */ { benchmark }) => benchmark),
        names,
      );
      for (const { errors, problems } of measurements) assert.ok(errors > 0 && problems.length > 0);
      assert.match(measurements[1].problems[0], /does not answer/);
    }
  });

  it('keeps each result as it comes: a run that is stopped says where, and a later one is compared with it', async () => {
    const server = createServer((_req, res) => res.end('x')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const paths = Object.fromEntries(['simple_page', 'complex_page', 'form_view'].map((name) => [name, '/x']));
    writeFileSync(join(folder, 'paths.json'), JSON.stringify({ benchmarks: paths }));
    const target = ['--url', `http://127.0.0.1:${port}`, '--paths', 'paths.json', '--no-ceiling'];
    const once1 = [...SHORT.slice(0, -2), '--out', 'stopped'];
    const slow = [...once1.slice(2), '--duration', '60'];
    const child = spawn(process.execPath, [bin, 'run-benchmark', 'form_view', ...target, ...slow, '--warmup', '1'], {
      cwd: folder,
      env,
    });
    child.kill('SIGTERM');
    await once(child, 'exit');
    assert.ok(!existsSync(join(folder, 'stopped')) || readdirSync(join(folder, 'stopped')).length === 0);

    const kept = () => readdirSync(join(folder, 'stopped')).filter((name) => name.endsWith('.json'));
    const read = () => JSON.parse(readFileSync(join(folder, 'stopped', kept()[0]), 'utf8'));
    const names = ['complex_page', 'form_view', 'simple_page'];
    const long = spawn(process.execPath, [bin, 'run-benchmark', ...names, ...target, ...once1, '--repeats', '3'], {
      cwd: folder,
      env,
    });
    let said = '';
    long.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    await until(() => existsSync(join(folder, 'stopped')) && kept().length > 0 && read().measurements.length > 0);
    assert.equal(read().state, 'running');
    long.kill('SIGTERM');
    assert.deepEqual((await once(long, 'exit'))[0], 130);
    const { state, measurements } = read();
    assert.equal(state, 'stopped');
    assert.ok(measurements.length > 0 && measurements[0].rounds.length === 3);
    assert.match(said, new RegExp(`Stopped: ${measurements.length} results until then are in .*${kept()[0]}`));

    const file = join('stopped', kept()[0]);
    const next = await plinth(['run-benchmark', 'complex_page', ...target, ...SHORT, '--compare', file]);
    server.close();
    assert.equal(next.exitCode, 0, next.err);
    assert.match(next.out, /Compared with stopped\/.*a run that did not finish.*:\n.*ratio.*\ncomplex_page .*\d ×/);
  });

  it('refuses a file to compare with that is none, and a commit that does not exist', async () => {
    writeFileSync(join(folder, 'other.json'), '{ "benchmarks": {} }');
    for (const [args, code] of /** @type {[string[], RegExp][]} */ ([
      [['--compare', 'nowhere.json'], /nowhere\.json.*FILE_NOT_READABLE/],
      [['--compare', 'other.json'], /no result of a benchmark.*FILE_NOT_READABLE/],
      [['--baseline', 'nosuchcommit'], /no commit "nosuchcommit".*BENCHMARK_COMMIT_UNKNOWN/],
      [['--baseline=--all'], /BENCHMARK_COMMIT_UNKNOWN/],
    ])) {
      const { exitCode, out, err } = await runHere(['run-benchmark', 'simple_page', ...args], { env, cwd: folder });
      assert.equal(exitCode, 1, args.join(' '));
      assert.match(err, code);
      assert.equal(out, '');
    }
  });

  it('reports what failed, keeps the other results, and stores no password', async () => {
    const secret = 'postgres://anna:secret@127.0.0.1:1/x?password=secret';
    const { exitCode, out, err } = await here(['run-benchmark', 'G', '--quick', '--url', secret, ...SHORT.slice(-2)]);
    assert.equal(exitCode, 1);
    assert.match(err, /db-latency failed: /);
    const file = /^\/.*\.json$/m.exec(out)?.[0] ?? '';
    const kept = readFileSync(file, 'utf8');
    assert.match(JSON.parse(kept).command, /--url postgres:\/\/127\.0\.0\.1:1\/x/);
    for (const text of [out, err, kept]) assert.doesNotMatch(text, /secret/);
  });

  it('names the tool that is missing', async () => {
    const { exitCode, err } = await plinth(['run-benchmark', 'simple_page', '--tool', 'wrk'], { PATH: folder });
    assert.equal(exitCode, 1);
    assert.match(err, /needs wrk.*BENCHMARK_TOOL_MISSING/);
    const peerless = await plinth(['run-benchmark', 'simple_page', '--peers', 'nginx'], { PATH: folder });
    assert.match(peerless.err, /no nginx, which the peer nginx needs.*BENCHMARK_TOOL_MISSING/);
    const pinned = await plinth(['run-benchmark', 'simple_page', '--cores', '1'], { PATH: folder });
    assert.match(pinned.err, /needs taskset.*BENCHMARK_TOOL_MISSING/);
  });

  it('refuses options that make no sense, as wrong usage', async () => {
    const wrong = [
      ['simpel_page'],
      ['--workers', 'many'],
      ['--tool', 'ab'],
      ['--cache', 'maybe'],
      ['--duration', '0'],
      ['--url', 'localhost'],
      ['--url', 'http://localhost:1', '--workers', '2'],
      ['--url', 'http://localhost:1', '--as', 'user'],
      ['--publish', 'http://localhost:1'],
      ['--token', 'x'],
      ['--cookie', 'x'],
      ['--baseline', 'HEAD', '--url', 'http://localhost:1'],
      ['--paths', 'x.json'],
      ['--against-paths', 'x.json'],
      ['--encoding', 'br,gzip'],
      ['--peers', 'apache'],
      ['--peers', 'node-http', '--no-ceiling'],
      ['--cores', '0'],
      ['--cores', '1000'],
      ['--cores', '1', '--url', 'http://localhost:1'],
      ['--size', 'rows'],
      ['change-feed', '--size', 'rows=10'],
      ['change-feed', '--size', 'writes=1,2'],
      ['change-feed', '--size', 'writes=0'],
      ['--tool', 'wrk,ab'],
      ['complex_page', '--url', 'postgres://localhost/x'],
    ];
    for (const args of wrong) {
      const { exitCode, err } = await here(['run-benchmark', ...args]);
      assert.equal(exitCode, 2, `${args.join(' ')}: ${err}`);
    }
  });
});
