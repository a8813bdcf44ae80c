/**
 * Property tests use the same values in each run, so that a result depends on the code alone; `SEED=...` tries others.
 */
export const SEED = Number(process.env.SEED) || 20_261_121;
