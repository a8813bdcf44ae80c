/** @import { Catalog } from '@plinth/plugin' */
/** @import { KeptPage } from './kept-page.js' */

/**
 * A page on its way to those who wait for it. `land` is called once or more, the first counts: with the page, or with
 * null where it is for nobody else.
 *
 * @typedef {{ land(page: KeptPage | null): void }} Flight
 * @typedef {{ page: KeptPage | null, flight: Flight | null }} Boarded page: to be answered with; flight: to be made by who
 *   asked; neither: to be made for himself alone
 * @typedef {{ catalog: Catalog, go(boarded: Boarded): void }} Waiting
 */

/**
 * One making of a page for all who want it, where nothing may be answered from memory: without the change stream, a page
 * is right for whoever asked before its making began, and for nobody else. So who asks while it is being made waits for
 * the next one, which is made for all of them.
 */
export function createFlights() {
  /** Who waits for the next making of a page that is being made. @type {Map<string, Waiting[]>} */
  const gates = new Map();
  let shared = 0;

  /** @param {string} key @param {Catalog} catalog @param {readonly Waiting[]} others @returns {Flight} */
  function depart(key, catalog, others) {
    let landed = false;
    gates.set(key, []);
    return {
      land(page) {
        if (landed) return;
        landed = true;
        for (const other of others) {
          const isHis = page !== null && other.catalog === catalog;
          if (isHis) shared++;
          other.go({ page: isHis ? page : null, flight: null });
        }
        next(key);
      },
    };
  }

  /** @param {string} key */
  function next(key) {
    const [first, ...others] = gates.get(key) ?? [];
    gates.delete(key);
    first?.go({ page: null, flight: depart(key, first.catalog, others) });
  }

  return {
    /**
     * @param {string} key of a page, for its audience @param {Catalog} catalog by which it is wanted
     * @returns {Boarded | Promise<Boarded>}
     */
    board(key, catalog) {
      const gate = gates.get(key);
      if (!gate) return { page: null, flight: depart(key, catalog, []) };
      return new Promise((go) => gate.push({ catalog, go }));
    },
    /** How many were answered with a page that was made for another. */
    shared: () => shared,
    /** How many wait for others. */
    waiting: () => [...gates.values()].reduce((sum, gate) => sum + gate.length, 0),
  };
}
