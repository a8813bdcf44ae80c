/** @import { Catalog, Formats } from '@plinth/plugin' */
/** @import { PdfDocument } from './types.d.ts' */
import { hasOtherScripts } from './create-pdfs.js';

const ACCENT = '#2a5bd7';

/**
 * What every PDF has around its content: title, name or logo of the site, colour, time, number of pages.
 *
 * @param {{ catalog: () => Catalog, clock?: () => Date }} context
 * @param {{ title: string, formats: Formats }} look @param {PdfDocument['blocks']} blocks
 * @returns {PdfDocument}
 */
export function pdfFrame({ catalog, clock = () => new Date() }, { title, formats }, blocks) {
  const { t } = formats;
  const { siteName = '', themeColour = '', logo = null } = catalog().settings;
  return {
    title,
    site: siteName,
    logo,
    accent: /^#[0-9a-f]{6}$/i.test(themeColour) ? themeColour : ACCENT,
    date: formats.dateTime(clock().toISOString()),
    pageOf: t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
    lang: formats.locale,
    ...(hasOtherScripts(JSON.stringify(blocks) + title) && {
      note: t('Some letters are missing: a PDF has Latin, Cyrillic and Greek ones.'),
    }),
    leftOut: t('Some pictures are left out because there are too many or they are too large.'),
    blocks,
  };
}
