/** @import { Routes } from '../types.d.ts' */
import express from 'express';

/**
 * A router as all of Plinth uses it: /Admin is not /admin, and a slash at the end is not the same path, so that what a
 * rule is written for is what is matched.
 *
 * @returns {Routes}
 */
export function createRouter() {
  return express.Router({ caseSensitive: true, strict: true });
}
