/** A stored file that a PDF mentions. */
export interface PdfFile {
  id: string;
  name: string;
  mime?: string;
  /** In bytes. */
  size?: number;
}

/** Files of a row: pictures where they are images that the reader may open, otherwise names. */
export interface PdfFiles {
  files: readonly PdfFile[];
  size: import('@plinth/plugin').PictureSize;
}

export type PdfCell = string | PdfFiles;

/** A picture as a data URL, and its size in pixels. */
export interface PdfPicture {
  url: string;
  width: number;
  height: number;
}

/** What a PDF says: texts and stored files only, so that nothing of a value is interpreted or loaded. */
export interface PdfDocument {
  title: string;
  /** Name of the site, on top of each page. */
  site: string;
  /** The site's logo, a file's id, in place of its name. */
  logo?: string | null;
  /** Colour as #rrggbb. */
  accent: string;
  date: string;
  /** "Page {page} of {pages}". */
  pageOf: string;
  lang: string;
  /** A line below the title. */
  note?: string;
  /** The note where some pictures are too many or too large. */
  leftOut?: string;
  blocks: (
    | { heading: string }
    | { heads: readonly string[]; rows: readonly (readonly PdfCell[])[]; right?: readonly boolean[] }
    | { values: readonly { label: string; value: PdfCell }[] }
  )[];
}

/** A document with what it shows of its files. */
export type LoadedPdf = PdfDocument & {
  /** By the file's id; files without one are shown by their names. */
  pictures: Record<string, PdfPicture>;
  /** Whether some were left out because of the limits. */
  isCut: boolean;
};
