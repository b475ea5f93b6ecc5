import { normalize } from '~/normalize'

/** Reduces a text to lower-case letters and digits without accents: "E-Mail" becomes "email", "Prénom" becomes "prenom". */
export const toPlainKey = (text: string): string =>
  normalize(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')
