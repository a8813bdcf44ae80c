/** Types of static files that we serve, and whether compressing them pays. */
const TYPES = /** @type {Record<string, [string, boolean]>} */ ({
  '.css': ['text/css; charset=utf-8', true],
  '.js': ['text/javascript; charset=utf-8', true],
  '.mjs': ['text/javascript; charset=utf-8', true],
  '.json': ['application/json; charset=utf-8', true],
  '.svg': ['image/svg+xml', true],
  '.txt': ['text/plain; charset=utf-8', true],
  '.map': ['application/json; charset=utf-8', true],
  '.webmanifest': ['application/manifest+json', true],
  '.png': ['image/png', false],
  '.jpg': ['image/jpeg', false],
  '.jpeg': ['image/jpeg', false],
  '.webp': ['image/webp', false],
  '.avif': ['image/avif', false],
  '.gif': ['image/gif', false],
  '.ico': ['image/x-icon', false],
  '.woff2': ['font/woff2', false],
  '.wasm': ['application/wasm', true],
});

/** @param {string} extension with its dot, in lower case */
export function mediaType(extension) {
  const known = TYPES[extension];
  return known ? { type: known[0], compressible: known[1] } : null;
}
