import { z } from 'zod'
import type { App } from '~/app'
import { parseBoundedJson } from '~/models/shared/bounded-json'
import { RESUMED, SAVE_RESUMED } from '~/models/shared/forms/signed-out'
import { paths } from '~/paths'
import { safePath } from '../safe-path.server'
import { onlyUser } from '../sign-in.server'

/** A form that was sent without a session. */
export interface KeptForm {
  /** Names and values of its fields. */
  entries: [string, string][]
  /** Whether it had passwords or files: they are not kept. */
  isPartial: boolean
  /** Whose form it is, sealed; empty unless exactly one user has signed in in this browser. */
  owner: string
}

/** Fields whose values are never sent back to a browser. */
const SECRET = /password|secret|token|apiKey/i
const OWNER = 'owner of a kept form'

/** Where a kept form goes: a screen of ours, and not one that is about sessions. */
export function resumePath(asked: unknown): string | null {
  const [, path, search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(typeof asked === 'string' ? asked : '')!
  const own = safePath(path, paths.login())
  if (/^\/(login|logout|signup|reset-password|api|mcp|sandbox|u|t)([/?#]|$)/.test(own)) return null
  // The path is ours; the query may be long: it holds the drafts of forms.
  return own + new URL(search, 'http://here.invalid').search
}

/** Keeps what a browser has sent again from an ended session. */
export async function keepForm(app: App, request: Request, form: FormData): Promise<KeptForm> {
  const kept: KeptForm = { entries: [], isPartial: false, owner: '' }
  for (const [name, value] of form) {
    if (typeof value === 'string' && !SECRET.test(name)) kept.entries.push([name, value])
    else if (typeof value === 'string' ? value !== '' : value.size > 0) kept.isPartial = true
  }
  const owner = await onlyUser(app, request)
  return owner ? { ...kept, owner: app.secrets.seal(owner, OWNER) } : kept
}

const Kept = z.object({
  entries: z.array(z.tuple([z.string().max(100), z.string()])).max(1000),
  isPartial: z.boolean(),
  owner: z.string().max(1000),
})

/** Reads a kept form from the field of the login form; null if it is malformed. */
export function readKept(text: FormDataEntryValue | null): KeptForm | null {
  try {
    return Kept.parse(parseBoundedJson(String(text)))
  } catch {
    return null
  }
}

/** Whose form it is; null if that is unknown. */
export function ownerOf(app: App, { owner }: KeptForm): string | null {
  try {
    return owner ? app.secrets.open(owner, OWNER) : null
  } catch {
    return null
  }
}

/**
 * Saves a kept form with the session of `cookie`.
 * @returns the response if it was saved, a redirect; null if its screen must be shown again
 */
export async function submitKept(
  { submit }: { submit(request: Request): Promise<Response> },
  { request, to, cookie }: { request: Request; to: string; cookie: string },
  { entries }: KeptForm,
): Promise<Response | null> {
  const response = await submit(
    new Request(new URL(to, request.url), {
      method: 'POST',
      headers: { cookie, 'user-agent': request.headers.get('user-agent') ?? '' },
      body: new URLSearchParams([...entries, [RESUMED, SAVE_RESUMED]]),
    }),
  )
  const location = response.headers.get('location') ?? ''
  await response.body?.cancel()
  return location && !location.startsWith(paths.login()) ? response : null
}
