import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceName } from './device-name.js';

for (const [userAgent, name, icon = 'device-desktop'] of [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    'Chrome · Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0 Safari/537.36',
    'Chrome · Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 'Safari · macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
    'Safari · iPhone',
    'device-mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Chrome · Android',
    'device-mobile',
  ],
  ['backup script of the office', 'backup script of the office'],
  ['x'.repeat(300), 'x'.repeat(60)],
  ['', ''],
  [null, ''],
]) {
  it(`calls ${String(userAgent).slice(0, 50)} ${String(name).slice(0, 30)}`, () => {
    assert.deepEqual(deviceName(userAgent), { name, icon });
  });
}
