/** How programs and the languages of the interface write yes and no, in small letters. */
export const TRUE_WORDS = Object.freeze(
  'true yes y on t 1 x ✓ ✔ ☑ ja wahr an j vrai oui verdadero sí si sim verdadeiro 是 نعم'.split(' '),
);
export const FALSE_WORDS = Object.freeze(
  'false no n off f 0 ☐ ✗ ✘ nein falsch aus nee faux non falso não nao 否 لا'.split(' '),
);
