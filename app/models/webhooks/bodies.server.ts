import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import type { EventType } from './event-types'
import { type FindObjects, finderOf, kindOf } from './objects.server'

/** An event without a body. */
export interface EventWithoutBody {
  id: string
  userId: string
  type: EventType
  objectId: string
  facts: Record<string, unknown>
  at: Date
}

const BODY_TYPES = { id: 'uuid', facts: 'jsonb', body: 'text' } as const

/**
 * Renders and stores the bodies of events: the object as `/api` shows it now, or what the event remembers if it is gone. A body that another
 * worker stored first wins, so every attempt sends the same bytes. If the person was erased meanwhile, which clears the facts, nothing is
 * stored: the body may still name the person.
 * @returns the bodies by the event's id, without events that are gone or whose person was erased meanwhile
 */
export async function renderBodies(db: Db, events: EventWithoutBody[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map()
  const groups = new Map<string, { find: FindObjects; events: EventWithoutBody[] }>()
  for (const event of events) {
    const kind = kindOf(event.type)
    const key = `${event.userId} ${kind}`
    const group = groups.get(key) ?? { find: finderOf(kind), events: [] }
    groups.set(key, group)
    group.events.push(event)
  }
  const rendered: Record<keyof typeof BODY_TYPES, unknown>[] = []
  for (const { find, events: own } of groups.values()) {
    const ids = [...new Set(own.map((event) => event.objectId))]
    const objects = await find(db, own[0]!.userId, ids)
    for (const event of own) {
      const { id, facts } = event
      rendered.push({ id, facts, body: bodyOf(event, objects.get(event.objectId)) })
    }
  }
  const stored = await db.execute<{ id: string; body: string }>(sql`
      update webhook_events e set body = coalesce(e.body, v.body)
      from ${rowArrays('v', BODY_TYPES, rendered)} where e.id = v.id and e.facts = v.facts returning e.id, e.body`)
  return new Map(stored.map(({ id, body }) => [id, body]))
}

const bodyOf = (event: EventWithoutBody, found: object | undefined): string =>
  JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: dataOf(event, found) })

/** Events about emails name the send: the id of an entry of the sending log is another one. One that is held may not have a send yet. */
function dataOf({ type, objectId, facts }: EventWithoutBody, found: object | undefined): object {
  if (type === 'webhook.test') return facts
  if (type === 'email.held') return { ...(found ?? { id: objectId }), ...facts }
  return {
    ...(found ?? { id: objectId, ...facts }),
    ...(type.startsWith('email.') ? { emailId: objectId } : {}),
  }
}
