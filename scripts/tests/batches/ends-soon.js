/** In ms: longer than any busy machine needs to close a server and a browser. */
const PATIENCE = Number(process.env.PLINTH_TEST_PATIENCE ?? 120_000);

/**
 * To be called when the last test of a process has ended. A file whose setup failed half-way may keep a server or a browser
 * open, which would keep the process alive: it ends then, failed, and says what was open.
 */
export function endsSoon() {
  setTimeout(() => {
    console.error(`All tests have ended, but these are still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, PATIENCE).unref();
}
