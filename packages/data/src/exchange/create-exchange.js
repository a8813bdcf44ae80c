/** @import { Context } from '../services.js' */
/** @import { createGate } from '../gate/create-gate.js' */
import { withPlace } from '../postgres/heavy/allowance.js';
import { createBackups } from './backup/record.js';
import { createCsv } from './csv/index.js';
import { createDetails } from './details/index.js';
import { createPdfs } from './pdf/create-pdfs.js';

/**
 * Files in and out.
 *
 * @param {Context & Pick<ReturnType<typeof createGate>, 'select' | 'files'>} context
 */
export function createExchange(context) {
  const { db, files, log, memory } = context;
  const pdfs = createPdfs({
    files,
    heavy: (work, options) => db.apart((client) => withPlace(client, work, { ...options, places: memory.heavyJobs })),
    fairness: db.fairness,
  });
  const csv = createCsv({ ...context, pdfs });
  return {
    pdfs,
    csv,
    details: createDetails({ ...context, pdfs }),
    backups: createBackups(context),
    /** Takes back the imports that a process which is gone left half done. */
    takeBackUnfinished: () =>
      csv.removeUnfinished().catch((error) => log.warn('import.take-back', { error: String(error) })),
    sweep: () => csv.sweep(),
  };
}
