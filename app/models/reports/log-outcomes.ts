/** The outcomes shown in the sending log. */
export const LOG_OUTCOMES = ['Reply', 'Open', 'Not Open'] as const
