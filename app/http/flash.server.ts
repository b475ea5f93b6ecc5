import { redirect } from '@remix-run/node'
import type { App } from '../app'
import { cookies } from './cookies.server'

/** A toast on its way to the next page, in a cookie. It is shown once. */
export interface Flash {
  kind: 'success' | 'error'
  title: string
  text?: string
  /** The address of a button that takes it back. */
  undo?: string
  /** The event for visitor tracking. */
  track?: 'SIGN_UP'
}

/** Redirects and shows a toast on the next page. Return it, never throw it. */
export async function redirectWithToast(
  app: App,
  url: string,
  toast: Flash,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await cookies(app).flash.serialize(toast))
  return redirect(url, { headers })
}

/** The pending toast of a request, and the header that clears it. */
export async function takeToast(
  app: App,
  request: Request,
): Promise<{ toast: Flash | null; headers: HeadersInit }> {
  const { flash } = cookies(app)
  const toast = (await flash.parse(request.headers.get('cookie'))) as Flash | null
  if (!toast) return { toast: null, headers: {} }
  return { toast, headers: { 'Set-Cookie': await flash.serialize('', { maxAge: 0 }) } }
}
