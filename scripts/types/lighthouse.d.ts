/** What is used of Lighthouse, whose own declarations TypeScript refuses. */
export interface Report {
  finalDisplayedUrl?: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>;
}
/** With settings of `lighthouse/core/config/desktop-config.js`, on a desktop instead of a phone. */
export default function lighthouse(
  url: string,
  flags: { port: number; onlyCategories: readonly string[]; logLevel: 'error' },
  config?: object,
): Promise<{ lhr: Report } | undefined>;
