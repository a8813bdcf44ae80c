/**
 * Properties are tried on the same values in each run, so that a run says something of the code alone; `SEED=...` tries
 * others.
 */
export const SEED = Number(process.env.SEED) || 20_261_121;
