import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';

/**
 * The last release written in JavaScript, which browsers can run. It is no dependency: npm would put its `tsc` in the
 * place of the one that checks this repository.
 */
const PACKAGE = 'typescript@5.9.3';
const INTEGRITY = 'jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==';

/** Of the language itself: functions run without a page and without Node.js. */
const LIBRARY = /^lib\.(es.*|decorators.*)\.d\.ts$/;
const HEADER = /^\/\*![\s\S]*?\*\/\s*/;
/** What only Node.js has is taken away, so that the module is the same everywhere. */
const NODE = ['fs', 'path', 'os', 'inspector', 'crypto', 'perf_hooks', 'source-map-support'];
const BARE = { process: 'undefined', require: 'undefined' };

/**
 * TypeScript's compiler and the types of JavaScript's own objects as one module, `{ ts, libs }`, minified. It is stored
 * compressed, since nobody reads it and the server sends it as it is.
 *
 * @param {string} target folder
 */
export async function vendorTypescript(target) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-typescript-'));
  try {
    await vendorFrom(await unpacked(folder), target);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What npm has of the package. @param {string} folder @throws {Error} if it is not what we know */
async function unpacked(folder) {
  const run = promisify(execFile);
  await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder]);
  const [archive] = await readdir(folder);
  const hash = createHash('sha512').update(await readFile(join(folder, archive)));
  if (hash.digest('base64') !== INTEGRITY) throw new Error(`${PACKAGE} has another content than expected`);
  await run('tar', ['-xzf', archive], { cwd: folder });
  return join(folder, 'package');
}

/** @param {string} source the package @param {string} target folder */
async function vendorFrom(source, target) {
  const libs = await librariesOf(join(source, 'lib'));
  const contents = `import ts from ${JSON.stringify(join(source, 'lib/typescript.js'))};\nexport { ts };\nexport const libs = ${JSON.stringify(libs)};`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: NODE,
    define: BARE,
    legalComments: 'none',
    logLevel: 'error',
  });
  const bytes = Buffer.from(outputFiles[0].contents);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'typescript.js.br'), await promisify(brotliCompress)(bytes, { params }));
  await copyFile(join(source, 'LICENSE.txt'), join(target, 'typescript.LICENSE'));
  await copyFile(join(source, 'ThirdPartyNoticeText.txt'), join(target, 'typescript.NOTICE'));
}

/** @param {string} folder @returns {Promise<Record<string, string>>} text by file name */
async function librariesOf(folder) {
  const names = (await readdir(folder)).filter((name) => LIBRARY.test(name) && !name.includes('.full.'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, i) => [name, texts[i].replace(HEADER, '')]));
}
