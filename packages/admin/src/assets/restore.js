// Waits on the page of a restore until the server is back. While it restores it answers 503, or nothing at all.
import { request } from '@plinth/plugin/browser/request';

const PAUSE = 1500;
const place = /** @type {HTMLElement | null} */ (document.querySelector('[data-adm-restore]'));
if (place) void wait(place);

/** @param {HTMLElement} place */
async function wait({ dataset: { admRestore = '', done = '' } }) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const reply = await request(admRestore, { waits: false });
    // After a restore, everybody is logged out.
    const isOut = reply.redirected || [401, 403].includes(reply.status);
    if (isOut || ['failed', 'done'].includes(reply.json?.state)) return location.replace(done);
  }
}
