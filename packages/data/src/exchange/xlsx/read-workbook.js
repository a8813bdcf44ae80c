/** @import { Readable } from 'node:stream' */
/** @import { Entry, ZipFile } from 'yauzl' */
/** @import { Limits } from '../../catalog/limits/limits.js' */
/** @import { Hold } from './held.js' */
/** @import { SheetRow } from './read-sheet.js' */
import { posix } from 'node:path';
import { createHold } from './held.js';
import { readSharedStrings, readSheetList, readStyles } from './read-parts.js';
import { readSheet } from './read-sheet.js';
import { partKey, readMainPart, readRelations, relationsPath } from './relations.js';
import { WorkbookError } from './workbook-error.js';

/** The limits of parts that are held in memory, and of sheets, which are read piece by piece. */
/** @type {Readonly<{ bytes: 'workbookPartBytes' | 'sheetBytes', ratio: 'workbookPartRatio' | 'workbookRatio' }>} */
const PART = Object.freeze({ bytes: 'workbookPartBytes', ratio: 'workbookPartRatio' });
/** @type {typeof PART} */
const SHEET = Object.freeze({ bytes: 'sheetBytes', ratio: 'workbookRatio' });

/** @typedef {(path: string, most?: typeof PART) => Promise<Readable | null>} ReadPart */

/**
 * Opens an Excel workbook (.xlsx) for reading. Its parts are found by their relations, as other programs than Excel put
 * them where they like.
 *
 * @param {string} path @param {Limits} limits
 * @returns {Promise<{ sheets: { name: string, isHidden: boolean }[], rows: (sheet: number) => AsyncGenerator<SheetRow[]>,
 *   close: () => void }>} `rows`: a new generator for each call
 * @throws {WorkbookError}
 */
export async function openWorkbook(path, limits) {
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip, limits);
    const hold = createHold(limits.workbookHeldBytes);
    /** @type {ReadPart} */
    const read = async (name, most = PART) => {
      const entry = entries.get(partKey(name));
      return entry ? openEntry(zip, entry, most, limits) : null;
    };
    const main = await mainPart(read, hold);
    const list = await read(main);
    if (!list) throw new WorkbookError('broken');
    const { sheets, system } = await readSheetList(list, hold);
    const relations = await relationsOf(read, main, hold);
    const paths = new Map(relations.map((one) => [one.id, one]));
    const part = (/** @type {string} */ type, /** @type {string} */ usual) =>
      read(relations.find((one) => one.type === type)?.path ?? posix.join(posix.dirname(main), usual));
    const styles = await part('styles', 'styles.xml').then((found) => (found ? readStyles(found, hold) : []));
    const strings = await part('sharedStrings', 'sharedStrings.xml').then((found) =>
      found ? readSharedStrings(found, hold) : [],
    );
    // Charts and macros have sheets of their own, without cells.
    const tables = sheets.filter(({ id }) => ['worksheet', '', undefined].includes(paths.get(id)?.type));
    return {
      sheets: tables,
      async *rows(at) {
        const found = await read(paths.get(tables[at]?.id)?.path ?? '', SHEET).catch((error) => {
          throw failure(error);
        });
        if (!found) throw new WorkbookError('broken');
        try {
          yield* readSheet(found, { strings, styles, system, mostColumns: limits.importColumns });
        } catch (error) {
          throw failure(error);
        } finally {
          found.destroy();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw failure(error);
  }
}

/** @param {ReadPart} read @param {Hold} hold @returns {Promise<string>} path of the workbook part */
async function mainPart(read, hold) {
  const relations = await relationsOf(read, '', hold);
  const found = relations.find(({ type }) => type === 'officeDocument')?.path;
  if (found && (await exists(read, found))) return found;
  const types = await read('[Content_Types].xml');
  return (types && (await readMainPart(types))) ?? 'xl/workbook.xml';
}

/** @param {ReadPart} read @param {string} path */
async function exists(read, path) {
  const part = await read(path);
  part?.destroy();
  return part !== null;
}

/** @param {ReadPart} read @param {string} part @param {Hold} hold */
async function relationsOf(read, part, hold) {
  const stream = await read(relationsPath(part));
  return stream ? readRelations(stream, part, hold) : [];
}

/** @param {string} path @returns {Promise<ZipFile>} */
async function openZip(path) {
  const { openPromise } = await import('yauzl');
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true });
  } catch (error) {
    throw new WorkbookError('broken', { cause: error });
  }
}

/** @param {ZipFile} zip @param {Limits} limits @returns {Promise<Map<string, Entry>>} */
async function entriesOf(zip, { workbookParts }) {
  if (zip.entryCount > workbookParts) throw new WorkbookError('too-large', { limit: 'workbookParts' });
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new WorkbookError('protected');
    entries.set(partKey(entry.fileName), entry);
  }
  return entries;
}

/**
 * The declared size of an entry is checked while it is read.
 *
 * @param {ZipFile} zip @param {Entry} entry @param {typeof PART} most @param {Limits} limits
 */
async function openEntry(zip, entry, { bytes, ratio }, limits) {
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > limits[bytes]) throw new WorkbookError('too-large', { limit: bytes });
  if (uncompressedSize > limits.workbookFreeBytes + compressedSize * limits[ratio])
    throw new WorkbookError('too-large', { limit: ratio });
  return /** @type {Promise<Readable>} */ (zip.openReadStreamPromise(entry));
}

/** @param {unknown} error */
function failure(error) {
  if (error instanceof WorkbookError) return error;
  return new WorkbookError(error instanceof RangeError ? 'too-large' : 'broken', { cause: error });
}
