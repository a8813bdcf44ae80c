import { createApps } from './apps/index.js';
import { createPeople } from './people/index.js';

/** @param {any} context @returns {Promise<{ face: any, close(): Promise<void>, maintenance(): Promise<void> }>} */
export async function createParts(context) {
  const people = createPeople(context);
  await people.start();
  const face = { people, ...(await optional('./rows/index.js', 'createRows', context)) };
  const apps = createApps({ ...context, ...face });
  return { face: { ...face, apps }, maintenance: async () => void (await people.maintenance()), close: async () => void (await people.close()) };
}

/** @param {string} file @param {string} name @param {any} context */
async function optional(file, name, context) {
  try {
    return (await import(file))[name](context);
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return {};
  }
}
