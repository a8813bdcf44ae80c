/** @import { Log } from '../types.d.ts' */
/** @import { PluginRecord } from './load-plugins.js' */

/**
 * What a plugin throws from a timer or leaves rejected would end the process. When the trace leads into the folder of
 * an added plugin, that plugin is switched off with its message instead, and the server runs on. Anything else ends
 * the process as it would without us: its state can't be trusted.
 *
 * @param {{ culprit: (trace: string) => PluginRecord | null, switchOff: (record: PluginRecord, error: Error) => Promise<void>, log: Log,
 *   fatal?: (error: unknown) => void }} parts
 * @returns {() => void} takes the guard away
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
