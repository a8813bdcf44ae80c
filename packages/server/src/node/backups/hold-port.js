import { createServer } from 'node:http';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3"><title>Plinth</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:30rem;padding:0 1.5rem;color-scheme:light dark}</style>
<h1>A backup is being restored</h1><p>This page opens again when it is done.</p></html>`;

/**
 * Answers 503 on the server's address while the server is stopped, so that nobody takes the site for gone.
 *
 * @param {{ port: number, host: string }} address
 * @returns {Promise<() => Promise<void>>} ends it; where the port can't be had, there is nothing to end
 */
export async function holdPort({ port, host }) {
  const server = createServer((_req, res) => {
    res.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
      connection: 'close',
    });
    res.end(PAGE);
  });
  const isOpen = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => resolve(true));
  });
  return async () => {
    if (!isOpen) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}
