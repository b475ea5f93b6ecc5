import type { Contact } from './contact'
import type { Stop } from './lift'

/** A stop of a contact and its explanation. `final` means that it cannot be lifted. */
export interface ContactStop {
  stop: Stop
  why: string
  final: boolean
}

/** Lists the stops of a contact. @param reasons the stored reasons for its address */
export function stopsOf(
  { suppressed, unsubscribed, hardBounced, tags }: Contact,
  reasons: readonly string[],
): ContactStop[] {
  const erased = reasons.includes('erased')
  const bounced = hardBounced || tags.includes('blacklist')
  return [
    ...(suppressed ? [{ stop: 'suppression' as const, why: whySuppressed(reasons), final: erased }] : []),
    ...(unsubscribed
      ? [{ stop: 'unsubscription' as const, why: 'They asked not to be emailed again.', final: false }]
      : []),
    ...(bounced
      ? [{ stop: 'bounce' as const, why: 'An email bounced: the address does not exist.', final: false }]
      : []),
  ]
}

function whySuppressed(reasons: readonly string[]): string {
  if (reasons.includes('erased'))
    return 'A person with this address was erased and must not be emailed again.'
  if (reasons.includes('complaint')) return 'They reported an email as spam.'
  return 'They are suppressed: they did not open too many emails in a row, or you suppressed them.'
}
