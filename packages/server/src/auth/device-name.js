/** Some browsers use several names; the specific one comes first. */
const BROWSERS = /** @type {const} */ ([
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]);
const SYSTEMS = /** @type {const} */ ([
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]);

/**
 * A name by which people recognise their device, such as "Firefox · Windows". Unknown user agents are shown as they
 * are, shortened.
 *
 * @param {string | null | undefined} userAgent
 * @returns {{ name: string, icon: 'device-mobile' | 'device-desktop' }} name: empty if unknown
 */
export function deviceName(userAgent) {
  const text = userAgent ?? '';
  const system = nameIn(SYSTEMS, text);
  const name = [nameIn(BROWSERS, text), system].filter(Boolean).join(' · ') || text.slice(0, 60);
  return { name, icon: /iPhone|iPad|Android/.test(system) ? 'device-mobile' : 'device-desktop' };
}

/** @param {readonly (readonly [RegExp, string])[]} known @param {string} text */
const nameIn = (known, text) => known.find(([pattern]) => pattern.test(text))?.[1] ?? '';
