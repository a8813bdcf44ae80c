declare module 'router' {
  import type { Routes } from './types.d.ts';
  export default function Router(options?: { caseSensitive?: boolean; strict?: boolean; mergeParams?: boolean }): any;
}
