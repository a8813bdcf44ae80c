const SYSTEM = 'var(--pl-font-system)';

/** Of what Plinth ships: the file, and what the reader's system has until it is there. */
const SHIPPED = /** @type {Record<string, { family: string, file: string, weight: string, rest: string }>} */ ({
  figtree: { family: 'Figtree', file: 'figtree-latin.woff2', weight: '300 900', rest: SYSTEM },
  lora: { family: 'Lora', file: 'lora-latin.woff2', weight: '400 700', rest: 'Georgia, serif' },
});

const INTER = 'inter-latin.woff2';

/** Of readers' systems. */
const STACKS = /** @type {Record<string, string>} */ ({
  system: SYSTEM,
  serif: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, Georgia, serif",
  rounded: `ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT Bold', ${SYSTEM}`,
  mono: 'var(--pl-mono)',
});

/**
 * The rules for a font other than Inter. A shipped font has Latin letters only, so languages with more of them keep the
 * system's font, as with Inter (base.css); a stack holds for all languages.
 *
 * @param {string | undefined} font of LOOK_FONTS @param {(path: string) => string} assetUrl
 * @returns {string[]}
 */
export function fontCss(font, assetUrl) {
  const shipped = SHIPPED[font ?? ''];
  if (shipped) {
    const { family, file, weight, rest } = shipped;
    const url = assetUrl(`core-views/vendor/${file}`);
    return [
      `@font-face { font-family: ${family}; src: url('${url}'); font-weight: ${weight}; font-display: swap; }`,
      `:root { --pl-font: ${family}, ${rest}; }`,
    ];
  }
  const stack = STACKS[font ?? ''];
  return stack ? [`:root:root { --pl-font: ${stack}; }`] : [];
}

/**
 * The file that a page's text needs, which a browser would otherwise find only once it has read the stylesheets.
 *
 * @param {string | undefined} font of LOOK_FONTS
 * @returns {string | null} path of an asset; null: readers have the font
 */
export function fontFile(font) {
  if (font && STACKS[font]) return null;
  return `core-views/vendor/${SHIPPED[font ?? '']?.file ?? INTER}`;
}
