import { redirect } from '@remix-run/node'
import type { App } from '../app.server'
import { cookies } from './cookies.server'

/** A toast: what just happened, shown once. */
export interface Toast {
  kind: 'success' | 'error'
  title: string
  text?: string
  /** What it means to visitor tracking. */
  track?: 'SIGN_UP'
}

/** Redirects and has the next page show a toast. Return it, never throw it. */
export async function redirectWithToast(
  app: App,
  url: string,
  toast: Toast,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await cookies(app).flash.serialize(toast))
  return redirect(url, { headers })
}

/** The waiting toast of a request, and the header that takes it away. */
export async function takeToast(
  app: App,
  request: Request,
): Promise<{ toast: Toast | null; headers: HeadersInit }> {
  const { flash } = cookies(app)
  const toast = (await flash.parse(request.headers.get('cookie'))) as Toast | null
  if (!toast) return { toast: null, headers: {} }
  return { toast, headers: { 'Set-Cookie': await flash.serialize('', { maxAge: 0 }) } }
}
