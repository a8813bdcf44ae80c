// Apps, roles, plugins and settings of the site as metadata.

import type { Values } from './rows.d.ts';

export interface App {
  id: string;
  name: string;
  label: string;
  description: string;
  icon: string;
  /**
   * Tables outside of the app that its system code may read and change too: ids, and names of Plinth's own tables. Null:
   * all, as in apps that were made here.
   */
  reach: readonly string[] | null;
  /** What its installation took of the site, to be put back when it is removed. */
  taken?: {
    settings: Record<string, { before: unknown; after: unknown }>;
    home: Record<string, { before: string | null; after: string }>;
  };
}
export interface Role {
  id: string;
  name: string;
  label: string;
  /** Every right of that role is this role's too. admin > staff > user > public. */
  inherits: string | null;
  builtIn: boolean;
  home: string | null; // page name
}
export interface SiteSettings {
  id: string;
  siteName: string;
  logo: string | null; // file id
  theme: string;
  themeColour: string; // #rrggbb
  mode: 'auto' | 'light' | 'dark';
  locale: string; // default language: en, de, ...
  timeZone: string; // IANA name
  /** ISO 4217; of new money fields. */
  currency?: string;
  /** Of the week: 1 is Monday, 7 Sunday. */
  firstDay?: number;
  signUp: boolean;
  /** Whether visitors may search (Ctrl+K) what they may read. Absent: no. */
  visitorSearch?: boolean;
  /** What may be stored, in MB; 0 is no limit. Visitors: by one address in 24 hours. */
  uploadsTotal: number;
  uploadsPerPerson: number;
  uploadsPerVisitor: number;
  /** Origins whose pages may use the API with a token, separated by spaces; * means all. Absent: none. */
  apiOrigins?: string;
  /** API requests per minute and user, or per address without login; 0 or absent: no limit. */
  apiPerMinute?: number;
  /** Hosts of the own network that requests may reach, as host:port. */
  outboundAllow?: string;
  themeSettings: Values;
  /** Font, density and colours where they differ from the usual look. Absent: the usual one. */
  look?: Look;
  /** The logo on dark backgrounds; a file id. Absent or null: `logo`. */
  logoDark?: string | null;
}
/** How the site looks with any theme. Colours are #rrggbb; the names are those of LOOK_COLOURS. */
export interface Look {
  font?: string;
  density?: string;
  light?: Record<string, string>;
  /** `accent` too; in light it is the site's `themeColour`. */
  dark?: Record<string, string>;
}
export interface PluginState {
  id: string;
  name: string;
  enabled: boolean;
  version: string | null;
  /** Hash of the downloaded archive. */
  integrity: string | null;
  /** Hash of its files as they were installed; null: installed before hashes were stored. */
  contents: string | null;
  config: Values;
}
