import type { MessageSigns } from '#drizzle/schema'

const CALENDAR: Record<NonNullable<MessageSigns['calendar']>, string> = {
  invitation: 'Sent an invitation',
  accepted: 'Accepted an invitation',
  declined: 'Declined an invitation',
  tentative: 'May come to a meeting',
  counter: 'Proposed another time',
  cancelled: 'Cancelled a meeting',
}

/** What a message with a calendar entry does, in words. */
export const calendarWords = (calendar: MessageSigns['calendar']): string =>
  CALENDAR[calendar ?? 'invitation']

/** A message that says nothing in words: what its sender did. Null if it does. */
export function gestureWords({ calendar, reaction }: MessageSigns): string | null {
  if (reaction) return `Reacted with ${reaction}`
  return calendar && calendar !== 'counter' ? calendarWords(calendar) : null
}
