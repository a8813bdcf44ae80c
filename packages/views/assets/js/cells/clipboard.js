export class Clipboard {
  /** @param {any} on */
  constructor(on) {
    this.on = on;
  }
}
