import type { Contact } from './contact'
import type { Stop } from './lift'

/** Why a contact gets no mail, in a sentence; `final` when nothing lifts it. */
export interface StopWords {
  stop: Stop
  why: string
  final: boolean
}

/** Every stop of a contact. @param reasons what is remembered of the address */
export function stopsOf(
  { suppressed, unsubscribed, hardBounced, tags }: Contact,
  reasons: readonly string[],
): StopWords[] {
  const erased = reasons.includes('erased')
  const bounced = hardBounced || tags.includes('blacklist')
  return [
    ...(suppressed ? [{ stop: 'suppression' as const, why: whySuppressed(reasons), final: erased }] : []),
    ...(unsubscribed
      ? [{ stop: 'unsubscription' as const, why: 'They asked for no more mail.', final: false }]
      : []),
    ...(bounced
      ? [{ stop: 'bounce' as const, why: 'A mail came back: the address does not exist.', final: false }]
      : []),
  ]
}

function whySuppressed(reasons: readonly string[]): string {
  if (reasons.includes('erased'))
    return 'A person with this address was erased and must not be written to again.'
  if (reasons.includes('complaint')) return 'They reported a mail as spam.'
  return 'They are suppressed: too many mails in a row were not opened, or somebody here said so.'
}
