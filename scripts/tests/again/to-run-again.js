const OF_BROWSER = /^packages\/server\/test\/browser\/[^/]+\.test\.js$/;
/** If more fail, it is not by chance. */
const MOST = 2;

/**
 * What is to be run once more, by itself: tests in a browser, whose timing depends on whatever else the machine does. Nothing
 * if another test has failed too, or many have.
 *
 * @param {string} failed from `failed-files.js` @returns {string[]} paths from the root
 */
export function toRunAgain(failed) {
  const files = failed.trimEnd().split('\n');
  return files.length <= MOST && files.every((file) => OF_BROWSER.test(file)) ? files : [];
}
