import type { Handler, Routes } from '../../types.d.ts';

type ErrorHandler = (error: unknown, req: any, res: any, next: (error?: unknown) => void) => unknown;
export interface Express {
  (req: unknown, res: unknown, next?: (error?: unknown) => void): void;
  request: object;
  response: object;
  use(...handlers: (string | Handler | Routes | ErrorHandler)[]): Express;
  get(name: string): any;
  get(path: string, ...handlers: (Handler | Routes)[]): Express;
  all(path: string, ...handlers: (Handler | Routes)[]): Express;
  set(name: string, value: unknown): Express;
  enable(name: string): Express;
  disable(name: string): Express;
}
interface ExpressModule {
  (): Express;
  Router(options?: { caseSensitive?: boolean; strict?: boolean; mergeParams?: boolean }): any;
  json(options?: object): Handler;
  urlencoded(options?: object): Handler;
  request: object;
  response: object;
}
declare const express: ExpressModule;
export default express;
