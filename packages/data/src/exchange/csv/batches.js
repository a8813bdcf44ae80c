/** @import { CsvRecord } from './records.js' */

/** Rows that are written by one statement. */
const MOST_ROWS = 1000;
/**
 * A batch is sent as one text and is in memory a few times. A workbook of 3 KB may repeat a text of a MB in each row.
 */
const MOST_CHARACTERS = 4_000_000;

/** @param {AsyncIterable<CsvRecord[]>} records @returns {AsyncGenerator<CsvRecord[]>} */
export async function* batchesOf(records) {
  /** @type {CsvRecord[]} */
  let batch = [];
  let characters = 0;
  for await (const some of records) {
    for (const record of some) {
      batch.push(record);
      characters += record.text.length;
      if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
      yield batch;
      [batch, characters] = [[], 0];
    }
  }
  if (batch.length) yield batch;
}
