/** What became of a mail, in the words of the log. */
export const LOG_OUTCOMES = ['Reply', 'Open', 'Not Open'] as const
