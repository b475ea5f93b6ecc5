import { createHash } from 'node:crypto'
import type { Db } from '~/db.server'
import {
  choiceField,
  type EditParts,
  type EditResponse,
  type EditValues,
  type ElsewherePart,
  LOADED,
  type LoadedEdit,
  partsOf,
} from '~/models/shared/forms/edits'
import type { PageCall } from '../page.server'

/** How a form's object is compared with what the form was loaded with. */
export interface EditOptions {
  parts: EditParts | ((db: Db, call: PageCall) => Promise<EditParts>)
  /** Reads the stored values of the form's fields. */
  read(db: Db, call: PageCall): Promise<EditValues>
  /** Locks the object until the end of the transaction. @throws AppError NOT_FOUND */
  lock(tx: Db, call: PageCall): Promise<unknown>
}

/** What the form of a stored object is loaded with. @param isKnown false if the form shows other values, which are older */
export const loadedEdit = (parts: EditParts, values: EditValues, isKnown = true): LoadedEdit => ({
  values,
  loaded: isKnown ? packMarks(marksOf(parts, values)) : '',
})

/** The hash of a part's values, and whether the user was asked about it. */
interface Mark {
  hash: string
  isAsked: boolean
}

/** Enough to tell two values of one field apart; the form carries one for each part. */
const HASH_LENGTH = 10

/** Values as a browser sends them: it trims nothing, but changes line ends. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()

function hashOf(values: EditValues, fields: readonly string[]): string {
  const texts = fields.map((field) => {
    const value = values[field]
    if (Array.isArray(value)) return value.map(plain).toSorted()
    return typeof value === 'string' ? plain(value) : value === true
  })
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, HASH_LENGTH)
}

const marksOf = (parts: EditParts, values: EditValues): Map<string, Mark> =>
  new Map(
    partsOf(parts, values).map(({ name, fields }) => [
      name,
      { hash: hashOf(values, fields), isAsked: false },
    ]),
  )

const packMarks = (marks: ReadonlyMap<string, Mark>): string =>
  [...marks].map(([name, { hash, isAsked }]) => `${name}.${hash}${isAsked ? '!' : ''}`).join('~')

/** Longer than any of ours: a contact has up to 100 own fields. */
const MAX_LENGTH = 8_000
const MARK = /^(\w+)\.([\w-]{10})(!?)$/

/** Reads the field LOADED. A malformed mark is an unknown one: its part is compared with the stored value. */
function readMarks(form: FormData): Map<string, Mark> {
  const text = form.get(LOADED)
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return new Map()
  return new Map(
    text.split('~').flatMap((part): [string, Mark][] => {
      const [, name, hash, asked] = MARK.exec(part) ?? []
      return name && hash ? [[name, { hash, isAsked: asked === '!' }]] : []
    }),
  )
}

/** The values of a part in a form, or null if the form does not have it. An absent box is one that is not ticked. */
function typedIn(form: FormData, fields: readonly string[], stored: EditValues): EditValues | null {
  if (fields.every((field) => typeof stored[field] === 'string' && !form.has(field))) return null
  return Object.fromEntries(
    fields.map((field) => {
      const texts = form.getAll(field).filter((text) => typeof text === 'string')
      const kind = stored[field]
      if (Array.isArray(kind)) return [field, texts]
      return [field, typeof kind === 'string' ? (texts.at(-1) ?? '') : texts.length > 0]
    }),
  )
}

function take(form: FormData, fields: readonly string[], stored: EditValues): void {
  for (const field of fields) {
    form.delete(field)
    const value = stored[field]
    if (Array.isArray(value)) for (const item of value) form.append(field, item)
    else if (value !== false) form.set(field, value === true ? 'on' : String(value))
  }
}

export interface MergedEdit {
  /** The form with the values to save. */
  form: FormData
  /** Whether the user must choose first. */
  isConflict: boolean
  answer: EditResponse
}

/**
 * Compares a form with what it was loaded with and with what is stored now, part by part. What only the form changed is saved, what only others
 * changed is kept, and what both changed to different values is asked. So is a part of which the form does not say how it was loaded.
 * @param stored the values that are stored now
 */
export function mergeEdit(parts: EditParts, given: FormData, stored: EditValues): MergedEdit {
  const form = new FormData()
  for (const [name, value] of given) form.append(name, value)
  const marks = readMarks(given)
  const asked: EditResponse['asked'] = []
  const kept: ElsewherePart[] = []
  let isConflict = false
  for (const { name, label, fields } of partsOf(parts, stored)) {
    const now = hashOf(stored, fields)
    const typed = typedIn(given, fields, stored)
    const mine = typed && hashOf(typed, fields)
    const was = marks.get(name)
    const part = {
      name,
      label,
      theirs: Object.fromEntries(fields.map((field) => [field, stored[field]!])),
    }
    const isMine = mine !== null && mine !== was?.hash
    if (mine === now) {
      marks.set(name, { hash: now, isAsked: false })
    } else if (!isMine) {
      if (!was || was.hash === now) continue
      take(form, fields, stored)
      kept.push(part)
    } else if (was?.hash !== now) {
      isConflict = true
      marks.set(name, { hash: now, isAsked: true })
      asked.push({ ...part, chosen: null })
    } else if (was.isAsked) {
      const choice = given.get(choiceField(name))
      const chosen = choice === 'mine' || choice === 'theirs' ? choice : null
      if (!chosen) isConflict = true
      if (chosen === 'theirs') take(form, fields, stored)
      asked.push({ ...part, chosen })
    }
  }
  return { form, isConflict, answer: { loaded: packMarks(marks), asked, kept } }
}

/** Whether a form has asked which values to keep. */
export const hasAsked = (form: FormData): boolean =>
  [...readMarks(form).values()].some((mark) => mark.isAsked)

/** The fields that were saved elsewhere and kept, for the message of a save. */
export const keptWords = ({ kept, asked }: EditResponse): string | undefined => {
  const labels = [...kept, ...asked.filter(({ chosen }) => chosen === 'theirs')].map(({ label }) => label)
  return labels.length > 0 ? `Kept what was saved elsewhere meanwhile: ${labels.join(', ')}.` : undefined
}
