/** @import { Log } from '../../types.d.ts' */
/** @import { PluginRecord } from './load-plugins.js' */

/**
 * An uncaught error or rejection of a plugin would end the process. If the stack trace leads into the folder of an
 * installed plugin, that plugin is disabled with the error message instead. Any other error ends the process, since its
 * state can't be trusted.
 *
 * @param {{ culprit: (trace: string) => PluginRecord | null, switchOff: (record: PluginRecord, error: Error) => Promise<void>, log: Log,
 *   fatal?: (error: unknown) => void }} parts
 * @returns {() => void} removes the guard
 */
export function guardAgainstPlugins({ culprit, switchOff, log, fatal = rethrow }) {
  /** @param {unknown} thrown */
  const onError = (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const record = culprit(error.stack ?? '');
    if (!record) {
      log.error('unforeseen error outside of a request', { error });
      return fatal(thrown);
    }
    log.error('plugin switched off', { plugin: record.name, version: record.version, error });
    record.error = { message: error.message };
    switchOff(record, error).catch((failure) => log.error('plugin not switched off', { error: failure }));
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  return () => {
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
  };
}

/** @param {unknown} error */
function rethrow(error) {
  process.removeAllListeners('uncaughtException');
  process.removeAllListeners('unhandledRejection');
  setImmediate(() => {
    throw error;
  });
}
