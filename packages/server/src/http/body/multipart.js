/** @import { Request, UploadedFile, FormLimits } from '../../types.d.ts' */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asStorageFull, createRoom } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import busboy from 'busboy';
import { readable, refuseEncoded, roomFor, tooLarge, tooManyFields } from './read-body.js';

/** Of files, this much is on its way to the disk. */
const PASSING_BYTES = 256 * 1024;
const SPLIT = 'Choose a smaller file, or split it';

/**
 * Reads a multipart form. Files are streamed to a folder of this request, which is removed when the response has ended.
 * Only texts are held in memory.
 *
 * @param {Request} req @param {Required<FormLimits>} limits @param {string} tempFolder
 * @returns {Promise<{ entries: [string, string][], files: UploadedFile[] }>}
 * @throws {AppError} FORM_INVALID (400), BODY_TOO_LARGE (413), STORAGE_FULL (507)
 */
export async function readMultipart(req, limits, tempFolder) {
  refuseEncoded(req);
  const most = limits.fileBytes + limits.textBytes;
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooLarge(most, SPLIT);
  const folder = path.join(tempFolder, `upload-${randomUUID()}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const read = await parse(req, limits, folder);
    onceEnded(req, remove);
    return read;
  } catch (error) {
    await remove();
    const known = error instanceof AppError ? error : asStorageFull(error);
    if (known) throw known;
    throw new AppError('FORM_INVALID', 'The form could not be read completely', { status: 400, cause: error });
  }
}

/**
 * @param {Request} req @param {Required<FormLimits>} limits @param {string} folder
 * @returns {Promise<{ entries: [string, string][], files: UploadedFile[] }>}
 */
function parse(req, limits, folder) {
  /** @type {[string, string][]} */
  const entries = [];
  /** @type {Promise<UploadedFile | null>[]} */
  const writing = [];
  let textBytes = 0;

  return new Promise((resolve, reject) => {
    const parser = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: parserLimits(limits),
    });
    /** @param {unknown} error */
    const fail = (error) => {
      req.unpipe(parser);
      parser.destroy();
      // All writers must have ended before the folder is removed.
      Promise.allSettled(writing).then(() => reject(error));
    };
    // Without a Content-Length, many small files could fill the disk.
    let received = 0;
    const onDisk = { bytes: 0 };
    let isLarge = false;
    const room = createRoom(path.dirname(path.dirname(folder)));
    req.on('data', (chunk) => {
      received += chunk.length;
      if (received > limits.fileBytes + limits.textBytes) fail(tooLarge(limits.fileBytes + limits.textBytes, SPLIT));
      room(chunk.length).catch(fail);
      if (isLarge || received - onDisk.bytes <= PASSING_BYTES) return;
      // Its texts are large, which are kept in memory.
      isLarge = true;
      const waits = roomFor(req, limits.textBytes);
      if (!waits) return;
      req.unpipe(parser);
      waits.then(() => req.pipe(parser), fail);
    });
    parser.on('field', (name, text, info) => {
      textBytes += Buffer.byteLength(text);
      if (info.valueTruncated || info.nameTruncated || textBytes > limits.textBytes)
        fail(tooLarge(limits.textBytes, limits.wayOut));
      else entries.push([name, text]);
    });
    parser.on('file', (field, stream, info) => {
      // The stream may end before its folder exists; the pipeline reports that all the same.
      stream.on('error', () => {});
      const saved = save(stream, {
        onDisk,
        field,
        folder,
        fileBytes: limits.fileBytes,
        name: info.filename,
        mime: info.mimeType,
      });
      saved.catch(fail);
      writing.push(saved);
    });
    parser.on('fieldsLimit', () => fail(tooManyFields(limits.fields)));
    parser.on('partsLimit', () => fail(tooManyFields(limits.fields)));
    parser.on('filesLimit', () => fail(tooManyFiles(limits.files)));
    parser.on('error', fail);
    parser.on('close', () => {
      Promise.all(writing).then((files) => resolve({ entries, files: files.filter((file) => file !== null) }), fail);
    });
    req.on('aborted', () => fail(new AppError('BODY_CUT', 'The upload was interrupted', { status: 400 })));
    req.pipe(parser);
  });
}

/** The parser takes what is as large as its limit for cut off. @param {Required<FormLimits>} limits */
const parserLimits = ({ textBytes, fields, files, fileBytes }) => ({
  fieldNameSize: 200,
  fieldSize: textBytes + 1,
  fields,
  files,
  fileSize: fileBytes + 1,
  parts: fields + files,
  headerPairs: 50,
});

/** @param {number} most */
const tooManyFiles = (most) =>
  new AppError('BODY_TOO_LARGE', phrase`The form has more than ${most} files`, {
    status: 413,
    hint: 'Send the others with the form once more',
  });

/**
 * @param {import('node:stream').Readable & { truncated?: boolean }} stream
 * @param {{ onDisk: { bytes: number }, field: string, folder: string, fileBytes: number, name: string | undefined, mime: string }} info
 *   onDisk: counts what of all files has been written
 * @returns {Promise<UploadedFile | null>} null for an empty file control
 */
async function save(stream, { onDisk, field, folder, fileBytes, name, mime }) {
  if (!name) {
    stream.resume();
    return null;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, randomUUID());
  const out = createWriteStream(target, { mode: 0o600 });
  stream.on('data', (part) => (onDisk.bytes += part.length));
  await pipeline(stream, out);
  if (stream.truncated) {
    throw new AppError('BODY_TOO_LARGE', phrase`"${name}" is larger than ${readable(fileBytes)}`, {
      status: 413,
      hint: SPLIT,
    });
  }
  return { field, name: plainName(name), mime, path: target, size: out.bytesWritten };
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * The last part of a file name, without characters that could end a header line or leave the folder.
 *
 * @param {string} name
 */
function plainName(name) {
  const last = (name.split(/[/\\]/).at(-1) ?? '').replace(CONTROL, '').trim();
  return last.slice(0, 200) || 'file';
}

/** @param {Request} req @param {() => unknown} fn */
function onceEnded(req, fn) {
  const response = req.ctx?.response;
  if (response && !response.writableEnded) response.once('close', fn);
  else req.once('close', fn);
}
