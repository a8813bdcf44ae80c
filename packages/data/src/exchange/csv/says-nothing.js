const NO_VALUE =
  /^(?:n\.?\s?\/?\s?a\.?|#n\/a|#ref!|#value!|#div\/0!|#name\?|null|nil|none|nan|unknown|tbd|tba|k\.?\s?a\.?|unbekannt|keine angabe|keine?|s\/d|inconnu|-+|–|—|\?+|\.+)$/i;

/** A text that stands for no value, such as "n/a". @param {string} text */
export const saysNothing = (text) => NO_VALUE.test(text.trim());
