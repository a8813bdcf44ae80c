const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** @param {number} bytes @returns {string} such as 1.5 GB */
export function formatBytes(bytes) {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value.toFixed(value < 10 && step > 0 ? 1 : 0)} ${UNITS[step]}`;
}
