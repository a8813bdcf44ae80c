import { availableMemoryMb, memoryEnvironment } from '@plinth/data/memory';

/**
 * Where memory is short, starts this process once more with a C library that returns what is free: it reads its settings
 * only when a process starts. The process keeps its id, its folder and its streams. Does nothing where it can't (Windows;
 * macOS, whose C library has no such settings) or need not, because whoever started us has made the settings.
 *
 * @param {NodeJS.ProcessEnv} env @param {number} [memoryMb]
 */
export function keepMemoryLow(env, memoryMb = availableMemoryMb()) {
  const missing = Object.entries(memoryEnvironment(memoryMb)).filter(([name]) => env[name] === undefined);
  // A channel to a parent would not survive.
  if (missing.length === 0 || process.platform !== 'linux' || !process.execve || process.channel) return;
  const wanted = Object.fromEntries(missing);
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...env,
    ...wanted,
  });
}
