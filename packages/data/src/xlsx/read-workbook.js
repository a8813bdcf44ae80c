/** @import { Readable } from 'node:stream' */
/** @import { Entry, ZipFile } from 'yauzl' */
/** @import { SheetRow } from './read-sheet.js' */
import { readSharedStrings, readSheetList, readStyles, readTargets } from './read-parts.js';
import { readSheet } from './read-sheet.js';

/** The limit for parts that are held in memory, unpacked; sheets are streamed and may be larger. */
const MOST_PART_BYTES = 128 * 1024 ** 2;
const MOST_SHEET_BYTES = 4 * 1024 ** 3;
/** A sheet with a higher compression ratio than this was made to exhaust memory. */
const MOST_RATIO = 400;
const MOST_ENTRIES = 10_000;

/** The file is not a workbook, or exceeds the limits. */
export class WorkbookError extends Error {
  /** @param {'broken' | 'too-large' | 'encrypted'} reason @param {unknown} [cause] */
  constructor(reason, cause) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * Opens an Excel workbook (.xlsx) for reading.
 *
 * @param {string} path @param {{ mostColumns: number }} limits
 * @returns {Promise<{ sheets: { name: string, isHidden: boolean }[], rows: (sheet: number) => AsyncGenerator<SheetRow[]>,
 *   close: () => void }>} `rows`: a new generator for each call
 * @throws {WorkbookError}
 */
export async function openWorkbook(path, { mostColumns }) {
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const read = async (/** @type {string} */ name, most = MOST_PART_BYTES) => {
      const entry = entries.get(name);
      return entry ? openEntry(zip, entry, most) : null;
    };
    const list = await read('xl/workbook.xml');
    const links = await read('xl/_rels/workbook.xml.rels');
    if (!list || !links) throw new WorkbookError('broken');
    const { sheets, system } = await readSheetList(list);
    const targets = await readTargets(links);
    const styles = await read('xl/styles.xml').then((part) => (part ? readStyles(part) : []));
    const strings = await read('xl/sharedStrings.xml').then((part) => (part ? readSharedStrings(part) : []));
    return {
      sheets,
      async *rows(at) {
        const part = await read(targets.get(sheets[at]?.id ?? '') ?? '', MOST_SHEET_BYTES);
        if (!part) throw new WorkbookError('broken');
        try {
          yield* readSheet(part, { strings, styles, system, mostColumns });
        } catch (error) {
          throw failure(error);
        } finally {
          part.destroy();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw failure(error);
  }
}

/** @param {string} path @returns {Promise<ZipFile>} */
async function openZip(path) {
  const { openPromise } = await import('yauzl');
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true });
  } catch (error) {
    throw new WorkbookError('broken', error);
  }
}

/** @param {ZipFile} zip @returns {Promise<Map<string, Entry>>} */
async function entriesOf(zip) {
  if (zip.entryCount > MOST_ENTRIES) throw new WorkbookError('too-large');
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

/**
 * The declared size of an entry is checked while it is read. @param {ZipFile} zip @param {Entry} entry @param {number}
 * most
 */
async function openEntry(zip, entry, most) {
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > most || uncompressedSize > 1024 ** 2 + compressedSize * MOST_RATIO)
    throw new WorkbookError('too-large');
  return /** @type {Promise<Readable>} */ (zip.openReadStreamPromise(entry));
}

/** @param {unknown} error */
function failure(error) {
  if (error instanceof WorkbookError) return error;
  return new WorkbookError(error instanceof RangeError ? 'too-large' : 'broken', error);
}
