// Themes: the frame around pages.

import type { Translate } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';

/** The frame around pages. */
export interface Theme {
  name: string;
  label: string;
  settings: SettingsSchema;
  /** Asset paths, own plugin's: "theme-default/theme.css". */
  styles: readonly string[];
  scripts: readonly string[];
  page(m: ShellModel): Html;
}
export interface ShellModel {
  title: string;
  description: string;
  /** Where the page is, its title as `h1`, and its main action: for the bar on top. Empty if the body has its own title. */
  head: Html;
  body: Html;
  site: { name: string; logoUrl: string | null; themeColour: string; mode: 'auto' | 'light' | 'dark' };
  menu: ShellMenuItem[];
  /**
   * Which of the following to offer. A script fills in the user's name from a cookie, so that pages can be cached by
   * role.
   */
  account: { signedIn: boolean; canSignUp: boolean; isAdmin: boolean };
  /** Whether to offer the search (Ctrl+K): a link to /search with data-pl-search. */
  canSearch: boolean;
  locale: string;
  dir: 'ltr' | 'rtl';
  styles: string[]; // URLs
  scripts: string[]; // URLs of ES modules
  settings: Values;
  t: Translate;
  icon(name: string): Html;
  /** The address without the query. */
  path: string;
  /** The whole address. A theme that shows it is asked again for each query: ask for `path` where that is enough. */
  here: string;
  /** Plain pages such as login and errors have no menu and a narrow body. */
  bare: boolean;
  width: 'normal' | 'wide' | 'narrow';
}
export interface ShellMenuItem {
  label: string;
  icon: string | null;
  url: string | null;
  active: boolean;
  /** The page belongs to this entry but is not it, such as a detail view to the list of its table. */
  isParent?: boolean;
  items: ShellMenuItem[];
  /** The entries of one app, grouped if a site has several; 'open': initially expanded. */
  section?: 'open' | 'closed';
}
