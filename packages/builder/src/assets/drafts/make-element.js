/** @param {string} tag @param {string} [className] @param {string} [text] @returns {HTMLElement} */
export function make(tag, className = '', text = '') {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
