import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LIMITS } from '@plinth/data';
import { phrase } from '@plinth/plugin';
import { readArchive, refused } from './read-archive.js';

const unzip = promisify(gunzip);

/**
 * Reads and checks a complete npm tarball, and only then writes it into a new folder.
 *
 * @param {string} tarball
 * @returns {Promise<{ manifest: unknown, integrity: string, write(folder: string): Promise<void> }>}
 * @throws {import('@plinth/plugin').AppError} ARCHIVE_REFUSED
 */
export async function openArchive(tarball) {
  const { size } = await stat(tarball);
  if (size > LIMITS.pluginBytes) throw refused(phrase`it is larger than ${LIMITS.pluginBytes / 1024 ** 2} MB`);
  const packed = await readFile(tarball);
  // Limit the actual size, whatever the archive declares.
  const tar = await unzip(packed, { maxOutputLength: LIMITS.pluginUnpackedBytes }).catch((error) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE'
      ? refused(phrase`it is larger than ${LIMITS.pluginUnpackedBytes / 1024 ** 2} MB unpacked`)
      : refused(phrase`it is not a gzip file`);
  });
  const files = await readArchive(tar);
  const manifest = readManifestOf(files);
  return {
    manifest,
    integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
    async write(folder) {
      const draft = path.join(path.dirname(folder), `.${randomUUID()}.part`);
      try {
        for (const { name, bytes } of files) {
          const target = path.join(draft, ...name.split('/'));
          await mkdir(path.dirname(target), { recursive: true });
          await writeFile(target, bytes, { flag: 'wx', mode: 0o644 });
        }
        await rm(folder, { recursive: true, force: true });
        await rename(draft, folder);
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

/** @param {{ name: string, bytes: Buffer }[]} files */
function readManifestOf(files) {
  const file = files.find(({ name }) => name === 'package.json');
  if (!file) throw refused(phrase`it has no package.json`);
  if (file.bytes.length > LIMITS.pluginManifestBytes)
    throw refused(phrase`its package.json is larger than ${LIMITS.pluginManifestBytes / 1024 ** 2} MB`);
  const manifest = parse(file.bytes.toString('utf8'));
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw refused(phrase`its package.json is not valid`);
  }
  return manifest;
}

/** @param {string} text @returns {unknown} undefined if it is not valid JSON */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
