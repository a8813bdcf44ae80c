/**
 * A selector of the cells below a heading of a list. Their own labels stand only where phones show them.
 *
 * @param {string} heading
 */
export function cellUnder(heading) {
  const head = `ancestor::table[1]/thead/tr/th[@data-name="${heading}"]`;
  return `xpath=.//td[${head} and count(preceding-sibling::*) = count(${head}/preceding-sibling::*)]`;
}
