import type { RequestHandler } from 'express'
import type { App } from '../app.server'
import { takePoint } from '../models/rate-limit.server'
import { recordHit } from '../models/tracking.server'
import { findSessionCookie } from './auth.server'

/** The smallest transparent GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const TOKEN = /^[\w-]{43}$/

/** Unknown tokens that one address may try in a minute: guessing 256 bits is hopeless, and is made slow. */
const GUESSES = { points: 100, windowSeconds: 60 }

/**
 * The open pixel, before everything else: the same picture for every token, known or not, and whatever happens behind
 * it. The hit is stored before the answer, so that one that was answered is never lost.
 */
export function openPixel(app: App): RequestHandler {
  return async (request, response) => {
    response.set({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store, no-cache, max-age=0, private' })
    const token = request.params.token ?? ''
    let status = 200
    try {
      const known = TOKEN.test(token) && (await store(app, request, token))
      if (!known && (await takePoint(app.db, { key: `pixel:${request.ip}`, ...GUESSES })) > 0) status = 429
    } catch (error) {
      app.log.warn({ err: error }, 'a pixel hit was not stored')
    }
    if (status === 429) response.set('Retry-After', String(GUESSES.windowSeconds))
    response.status(status).end(GIF)
  }
}

const store = async (app: App, request: Parameters<RequestHandler>[0], token: string) =>
  recordHit(
    app.db,
    {
      token,
      method: request.method,
      userAgent: request.get('user-agent') ?? '',
      address: request.ip ?? '',
      ownPreview: findSessionCookie(app, request.get('cookie')),
    },
    await app.clock.now(),
  )
