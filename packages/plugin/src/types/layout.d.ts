// Layout trees.

import type { Node } from './pages.d.ts';
import type { Values } from './rows.d.ts';

/** A new node id: 8 characters; the chance of a collision is 2^-40. */
export function nodeId(): string;
/** node('heading', { text: 'x' }, [children]) for defaults and documents. */
export function node(type: string, settings?: Values, children?: Node[]): Node;
/** Every node of a layout, parents first. */
export function walkLayout(root: Node, visit: (node: Node, parent: Node | null) => void): void;
