import { AppError, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { jsonExcess } from '../../catalog/schema/json-excess.js';

/**
 * The document in an app file. What would take too much memory or time is refused before it is parsed: small values need far
 * more memory than their bytes.
 *
 * @param {AsyncIterable<Buffer | Uint8Array>} bytes
 * @returns {Promise<unknown>}
 * @throws {AppError} APP_FILE_INVALID, APP_FILE_TOO_LARGE
 */
export async function readAppFile(bytes) {
  const parts = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    // Leaving the loop ends the stream.
    if (size > LIMITS.appFileBytes)
      throw tooLarge(phrase`An app file may have at most ${LIMITS.appFileBytes / 1024 / 1024} MB`);
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  const excess = jsonExcess(text, { levels: LIMITS.documentLevels + 1, values: LIMITS.appFileValues });
  if (excess === 'values') throw tooLarge(phrase`An app file may have at most ${LIMITS.appFileValues} values`);
  if (excess === 'levels')
    throw invalid(phrase`This is not an app file: it is nested more than ${LIMITS.documentLevels} levels deep`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid('This is not an app file: it is not valid JSON', error);
  }
}

/** @param {import('@plinth/plugin').Message} message @param {unknown} [cause] */
const invalid = (message, cause) =>
  new AppError('APP_FILE_INVALID', message, {
    status: 422,
    hint: 'Choose a file that was created with an app\'s "Export"',
    cause,
  });

/** @param {import('@plinth/plugin').Message} message */
const tooLarge = (message) =>
  new AppError('APP_FILE_TOO_LARGE', message, {
    status: 413,
    hint: 'Export the app without its rows, and import these as CSV',
  });
