/** The field of a form with a random token that makes two submissions of the same page one. */
export const ONCE = 'once'
