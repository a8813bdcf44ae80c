// TypeScript beside the editor, in a thread of its own: it never makes typing wait.
import { createTypeService } from './service.js';

/** @type {ReturnType<typeof createTypeService> | undefined} */
let service;

/** Loaded from our own origin. */
const compiler = import(new URL('../../../core-views/vendor/typescript/typescript.js', import.meta.url).href);

addEventListener('message', async ({ data: { id, op, args } }) => {
  try {
    postMessage({ id, value: await answer(op, args) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});

/** @param {string} op @param {any[]} args */
async function answer(op, args) {
  if (op === 'open') {
    service = createTypeService(await compiler, args[0]);
    // The first time it reads the types of the language.
    service.check({ code: '', input: 'any' });
    return true;
  }
  return /** @type {any} */ (service)[op](...args);
}
