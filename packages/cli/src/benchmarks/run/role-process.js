/* A role of a benchmark, in a process of its own, until the measuring process is gone: see roles.js. */
const [, , url, name] = process.argv;
const leave = () => process.exit(1);

// Ctrl-C reaches both processes; this one stops once the measuring process is gone.
process.on('SIGINT', () => {}).once('disconnect', leave);
const { roles } = await import(url);
const { answer, close = async () => {} } = await roles[name]();
process.off('disconnect', leave).once('disconnect', () => void close().then(() => process.exit()));
process.on('message', async (message) => {
  const said = await answer(message);
  if (process.connected) process.send?.(said);
});
if (!process.connected) await close().then(() => process.exit());
