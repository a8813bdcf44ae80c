import { openDatabase } from '../open-database.js';

/*
 * Opens the database of a data folder as another user and says what came of it: DATA_FOLDER UID. With root's rights only.
 */

const [dataDir, uid] = process.argv.slice(2);
process.setgid?.(Number(uid));
process.setuid?.(Number(uid));
const log = { debug() {}, info() {}, warn() {}, error() {} };
try {
  const database = await openDatabase({ config: { dataDir }, purpose: 'serve', log });
  await database.close();
  console.log(JSON.stringify({ opened: true }));
} catch (error) {
  const { code, message, hint } = /** @type {any} */ (error);
  console.log(JSON.stringify({ code, message, hint }));
}
