export { JOINED_SCRIPTS, createShell, pageParts } from './shell.js';
export { mailColours } from './mail-colours.js';
export { menuModel } from './menu.js';
export { lookChecks, palenessOf } from './look-checks.js';
export { siteCss, siteCssUrl } from './site-css.js';
export { compactCss } from './compact-css.js';
export { inlineImports } from './inline-imports.js';
export { homePage } from './home.js';
