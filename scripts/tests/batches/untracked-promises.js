import asyncHooks from 'node:async_hooks';

/*
 * node:test follows every promise, to name the test in which one was rejected unheard. That takes a third of the CPU
 * time of most test files, and of their memory. Loaded before node:test is, this spares both: such a rejection fails the
 * run as before, but without the test's name. A file that is run by itself says the name.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
