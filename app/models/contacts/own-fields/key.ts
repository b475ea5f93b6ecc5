import { STANDARD_VARIABLES } from '~/models/contacts/variables'
import { normalize } from '~/normalize'

/** The most characters of a name, and of a key. */
export const MAX_NAME = 100

/** The key that a name becomes, in snake case: "Größe (cm)" becomes `grosse_cm`. Empty if it has no letters and digits of ASCII. */
export function toFieldKey(text: string): string {
  const key = normalize(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MAX_NAME)
  return /^\d/.test(key) ? `_${key}` : key
}

/** Why no field can have this key, as a sentence; null if one can. */
export function refuseKey(key: string): string | null {
  if (key === '') return 'The name needs a letter or a digit from a to z and 0 to 9, for its variable'
  return STANDARD_VARIABLES.includes(key)
    ? `Every contact has {{ ${key} }} already: choose another name`
    : null
}
