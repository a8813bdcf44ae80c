// What the browser keeps of each view or page being built: changes that are not saved yet, and the steps for undo.

const DATABASE = 'plinth-builder';

/**
 * @typedef {{ get: (key: string) => Promise<any>, put: (key: string, value: any) => Promise<void>,
 *   remove: (key: string) => Promise<void> }} Kept
 */

/**
 * Kept in IndexedDB; in memory alone where the browser forbids that.
 *
 * @returns {Promise<Kept>}
 */
export async function openKept() {
  try {
    return inDatabase(await opened());
  } catch {
    return inMemory();
  }
}

/** @returns {Kept} */
export function inMemory() {
  const values = new Map();
  return {
    get: async (key) => structuredClone(values.get(key)),
    put: async (key, value) => void values.set(key, structuredClone(value)),
    remove: async (key) => void values.delete(key),
  };
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('kept'));
  return answerOf(request);
}

/** @param {IDBDatabase} database @returns {Kept} */
function inDatabase(database) {
  const store = (/** @type {IDBTransactionMode} */ mode) => database.transaction('kept', mode).objectStore('kept');
  return {
    get: (key) => answerOf(store('readonly').get(key)),
    put: async (key, value) => void (await answerOf(store('readwrite').put(value, key))),
    remove: async (key) => void (await answerOf(store('readwrite').delete(key))),
  };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
