// Modules that are loaded when they are first needed.

/**
 * Chrome remembers that a module could not be had until the page is loaded again. It is therefore asked for once more under
 * another address.
 *
 * @param {URL} address @param {(address: string) => Promise<any>} [get]
 * @returns {Promise<any>} the module
 */
export async function load(address, get = (href) => import(href)) {
  try {
    return await get(address.href);
  } catch (error) {
    // What is wrong in the module itself stays wrong.
    if (!(error instanceof TypeError)) throw error;
    const again = new URL(address);
    again.searchParams.set('again', String(Date.now()));
    return get(again.href);
  }
}
