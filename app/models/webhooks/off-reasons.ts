import type { OffReason } from './webhook'

/** Why a webhook was switched off, in the words of the screens and the notification. */
export const OFF_WORDS: Record<OffReason, string> = {
  failing:
    'Coldframe switched this webhook off: the server accepted no event for three days. Pending events are kept for 30 days; new events are not recorded until you switch it on.',
  key_ended:
    'Coldframe switched this webhook off: the API key that made it was revoked or has expired. Switch it on to keep it without the key.',
  gone: 'Coldframe switched this webhook off: the server responded with 410 (no more events wanted).',
}
