import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { SCREENS } from './screens.js';
import { openSite } from './site.js';

/**
 * Pictures of the screens of a repository's product, to be compared with those of another state of the code:
 *
 *   node scripts/screens/take.js <folder> [repository] [part of a name]     then: compare.js <before> <after> <differences>
 */
const [, , folder = 'screens', repository = '.', part = ''] = process.argv;

const WIDTHS = /** @type {const} */ ({ wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } });
/** Higher pictures show nothing new. */
const MOST_HEIGHT = 3000;
/** What differs from run to run: times, colours by the ids of people. */
const HIDDEN =
  'time, .avatar, .spinner-border, .spinner-grow { visibility: hidden !important; } * { caret-color: transparent !important; }';

await mkdir(folder, { recursive: true });
const site = await openSite(path.resolve(repository));
let count = 0;
for (const scheme of /** @type {const} */ (['light', 'dark']))
  for (const [width, viewport] of Object.entries(WIDTHS))
    for (const who of /** @type {const} */ (['admin', 'visitor'])) {
      const wanted = SCREENS.filter((one) => (one.as ?? 'admin') === who && (scheme === 'light' || one.isDark));
      const page = await site.page(site.url, site.clients[who], { viewport, colorScheme: scheme, bypassCSP: true });
      for (const screen of wanted.filter(({ name }) => name.includes(part))) {
        await take(page, screen, path.join(folder, `${screen.name.replaceAll(' ', '-')}.${width}.${scheme}.png`));
        count++;
      }
      await page.context().close();
    }
await site.close();
console.log(`${count} pictures of ${SCREENS.length} screens are in ${folder}`);
process.exit();

/** @param {any} page @param {typeof SCREENS[number]} screen @param {string} file */
async function take(page, { name, path: address, open }, file) {
  const answer = await page.goto(address);
  if (answer?.status() !== 200) console.error(`${name}: ${address} answers ${answer?.status()}`);
  await page.addStyleTag({ content: HIDDEN });
  await page.evaluate('document.fonts.ready.then(() => null)');
  if (open) await page.locator(open).locator('visible=true').first().click();
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  const { width, height } = await page.evaluate(
    '({ width: innerWidth, height: document.documentElement.scrollHeight })',
  );
  await page.screenshot({
    path: file,
    animations: 'disabled',
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) },
  });
}
