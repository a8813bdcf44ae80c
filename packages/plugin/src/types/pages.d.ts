// Views, pages, layouts, pieces and the menu as metadata.

import type { Values } from './rows.d.ts';

/** A part of a layout that is used in several places and changed in one. */
export interface Piece {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table whose rows it shows; null if it can be placed anywhere. */
  table: string | null;
  /** Settings of its nodes that each use may fill in. Those of one name are filled in together. */
  params: readonly { name: string; label: string; node: string; setting: string }[];
  layout: Node;
}
export interface View {
  id: string;
  name: string; // unique over all views, ^[a-z][a-z0-9_]{0,62}$
  label: string;
  description: string;
  app: string | null;
  template: string; // ViewTemplate's name
  table: string | null;
  roles: string[];
  config: Values; // by the template's settings; layouts are in it (setting type layout)
}
export interface Page {
  id: string;
  name: string;
  title: string;
  description: string;
  app: string | null;
  roles: string[];
  layout: Node;
}
/** One element in a layout tree. The root of a layout is a node of type `stack`. */
export interface Node {
  /** Unique within its layout and stable: actions and the builder refer to nodes by it. */
  id: string;
  type: string; // Element's name
  settings?: Values;
  children?: Node[];
  /** Shown only to these roles (empty: all) and only if this CEL condition over row and user is true. */
  visible?: { roles?: string[]; when?: string };
  /**
   * How it is laid out on phones (below 768 CSS pixels), tablets and desktops (from 992). Hiding is layout, not a right:
   * the content is delivered all the same.
   */
  at?: Partial<Record<LayoutSize, NodeAt>>;
}
export type LayoutSize = 'phone' | 'tablet' | 'desktop';
export interface NodeAt {
  /** In twelfths of its row, 1..12. Absent: the element's own. */
  width?: number;
  /** Among its siblings, -9..9; those without one have 0. */
  order?: number;
  hidden?: boolean;
}
export interface Menu {
  id: string;
  items: MenuItem[];
}
export interface MenuItem {
  id: string;
  kind: 'page' | 'view' | 'link' | 'admin' | 'group';
  label: string;
  icon?: string;
  target?: string; // page or view name, or URL
  roles?: string[];
  items?: MenuItem[];
}
