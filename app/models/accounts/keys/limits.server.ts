import { and, eq, sql } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Key } from './key'

/** The call that tells what a key may do: every key allows it. */
const ABOUT_THE_KEY = '/api/me'

interface Call {
  /** The HTTP method, in capitals. */
  method: string
  path: string
  /** The parameters of the path. */
  params: Readonly<Record<string, string | undefined>>
  body: unknown
  /** Whether it deletes something. */
  deletes: boolean
  /** Whether it sends emails or triggers sending. */
  sends(): boolean | Promise<boolean>
}

type Limits = Pick<Key, 'scope' | 'sequenceIds' | 'personaIds' | 'maySend' | 'mayDelete'>

/** A sequence or email list that a call names. */
interface Named {
  kind: 'sequence' | 'persona'
  id: string
}

/**
 * Why a key does not allow a call, as a sentence; null if it does. A key that is limited to some sequences and email lists allows only
 * calls to one of them that name no other one, and only contacts that are in them.
 */
export async function whyNotAllowed(
  db: Db,
  userId: string,
  { scope, sequenceIds, personaIds, maySend, mayDelete }: Limits,
  { method, path, params, body, deletes, sends }: Call,
): Promise<string | null> {
  if (scope === 'read' && method !== 'GET') return 'This API key may only read'
  if (!mayDelete && deletes) return 'This API key may not delete'
  if (!maySend && (await sends())) return 'This API key may not send emails or trigger sending'
  if ((!sequenceIds && !personaIds) || path === ABOUT_THE_KEY) return null
  const target = await targetOf(db, userId, path, params.id)
  const allowed = { sequence: sequenceIds ?? [], persona: personaIds ?? [] }
  const isAllowed =
    target &&
    [target, ...namedIn(params), ...namedIn(body)].every(({ kind, id }) => allowed[kind].includes(id))
  if (!isAllowed) return 'This API key may only use the sequences and email lists that it is limited to'
  const contactIds = [...contactsIn(params), ...contactsIn(body)]
  return (await areMembers(db, userId, contactIds, allowed))
    ? null
    : 'This API key may only use contacts that are in its sequences and email lists already'
}

/** Whether all of these contacts are in one of the sequences or lists. */
async function areMembers(
  db: Db,
  userId: string,
  contactIds: string[],
  { sequence, persona }: Record<Named['kind'], string[]>,
): Promise<boolean> {
  const wanted = [...new Set(contactIds)]
  if (wanted.length === 0) return true
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from contacts c
    where c.user_id = ${userId}::uuid and c.id::text = any(${sql.param(wanted)}::text[]) and (
      exists (select from sequence_contacts e where e.contact_id = c.id and e.sequence_id = any(${sql.param(sequence)}::uuid[]))
      or exists (select from persona_contacts p where p.contact_id = c.id and p.persona_id = any(${sql.param(persona)}::uuid[])))`)
  return row!.n === wanted.length
}

/**
 * Whether a key allows calls of a path at all, for some ids.
 * @param path as a request has it, or with the names of its parameters
 * @param required the fields that such a call must have
 */
export function mayEverAllow(
  { sequenceIds, personaIds }: Pick<Limits, 'sequenceIds' | 'personaIds'>,
  path: string,
  required: string[],
): boolean {
  if ((!sequenceIds && !personaIds) || path === ABOUT_THE_KEY) return true
  const area = areaOf(path)
  const kinds = required.flatMap((field) => kindOf(field) ?? [])
  const allowed = { sequence: sequenceIds, persona: personaIds }
  return area !== null && [KINDS[area], ...kinds].every((kind) => allowed[kind] !== null)
}

/** What the areas of paths are about. A step belongs to a sequence. */
const KINDS = { sequences: 'sequence', steps: 'sequence', personas: 'persona' } as const

/** The area of a path to one of its objects; null for any other path. */
const areaOf = (path: string): keyof typeof KINDS | null =>
  (/^\/api\/(sequences|personas|steps)\//.exec(path)?.[1] as keyof typeof KINDS | undefined) ?? null

/** The sequence or list that a path is about: its own, or the sequence of a step. */
async function targetOf(db: Db, userId: string, path: string, id = ''): Promise<Named | null> {
  const area = areaOf(path)
  if (area === null) return null
  if (area !== 'steps') return { kind: KINDS[area], id: id.toLowerCase() }
  const [row] = await db
    .select({ id: sequences.id })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .where(and(eq(steps.id, id), eq(sequences.userId, userId)))
  return row ? { kind: 'sequence', id: row.id } : null
}

/** The sequences and lists that parameters or a body name, at any depth. */
function namedIn(body: unknown): Named[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const kind = kindOf(name)
    const ids = kind ? [value].flat().filter((id) => typeof id === 'string') : []
    return kind ? ids.map((id) => ({ kind, id: id.toLowerCase() })) : namedIn(value)
  })
}

/** The contacts that parameters or a body name, at any depth: `contactId`, `contactIds`. */
function contactsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    /contactids?$/i.test(name)
      ? [value].flat().flatMap((id) => (typeof id === 'string' ? [id.toLowerCase()] : []))
      : contactsIn(value),
  )
}

/** What a field's ids name, by its name: `personaId`, `targetPersonaId`, `sequenceIds` … */
function kindOf(field: string): Named['kind'] | null {
  const [, noun] = /(sequence|persona|emaillist)ids?$/.exec(field.toLowerCase()) ?? []
  return noun ? (noun === 'sequence' ? 'sequence' : 'persona') : null
}
