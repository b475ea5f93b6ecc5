import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

/**
 * Answers the calls of programs (`/api/…`), each area of them with a route table of its own: Remix compares every request
 * with all routes that it is given, and with 150 of them that takes as long as the rest of the answer. What is in none of the
 * areas is passed on.
 */
export function answerCalls(
  build: ServerBuild,
  mode: string,
  getLoadContext: GetLoadContextFunction,
): RequestHandler {
  const areas = new Set(Object.values(build.routes).flatMap((route) => areaOf(route?.path) ?? []))
  areas.delete('*')
  const handlers = new Map(
    [...areas].map((area) => [
      area,
      createRequestHandler({ build: ofArea(build, area), mode, getLoadContext }),
    ]),
  )
  return (request, response, next) => {
    const handle = handlers.get(request.path.split('/')[2] ?? '')
    return handle ? handle(request, response, next) : next()
  }
}

/** The first part of a route's address behind `api/`. */
const areaOf = (path = '') => /^api\/([^/]+)/.exec(path)?.[1]

/** The program with the calls of one area alone, and what answers unknown ones. */
function ofArea(build: ServerBuild, area: string): ServerBuild {
  const kept = Object.entries(build.routes).filter(([id, route]) => {
    const own = areaOf(route?.path)
    return id === 'root' || own === area || own === '*'
  })
  return { ...build, routes: Object.fromEntries(kept) }
}
