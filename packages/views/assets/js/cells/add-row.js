export class AddRow {
  /** @param {any} _cell @returns {any} */
  valueOf(_cell) {
    return null;
  }
  /** @param {any} _cell @param {any} _value */
  take(_cell, _value) {
    return false;
  }
}
