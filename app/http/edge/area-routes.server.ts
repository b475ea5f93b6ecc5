import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Routes = ServerBuild['routes']

/**
 * Answers calls and screens, each area of them with a route table of its own: Remix compares every request with all routes
 * that it is given, and with 150 of them that takes as long as the rest of the answer. What is in none of the areas is passed
 * on, to be compared with all. An area is the first part of an address (`contacts`), of calls the first two (`api/contacts`).
 */
export function answerByArea(
  build: ServerBuild,
  mode: string,
  getLoadContext: GetLoadContextFunction,
): RequestHandler {
  const areas = new Set(Object.keys(build.routes).flatMap((id) => areaOf(addressOf(build.routes, id)) ?? []))
  const handlers = new Map(
    [...areas].map((area) => [
      area,
      createRequestHandler({ build: ofArea(build, area), mode, getLoadContext }),
    ]),
  )
  return (request, response, next) => {
    // What a screen loads has the screen's address with this ending.
    const area = areaOf(request.path.slice(1).replace(/\.data$/, ''))
    const handle = handlers.get(area ?? '')
    return handle ? handle(request, response, next) : next()
  }
}

/** The address of a route with its parents', without the slash before it. */
function addressOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return [addressOf(routes, route.parentId), route.path].filter(Boolean).join('/')
}

/** @returns null for an address of no area: the home page, unknown ones */
const areaOf = (address: string) => /^(api\/[^/:*]+|(?!api(\/|$))[^/:*]+)(\/|$)/.exec(address)?.[1] ?? null

/** The program with the routes of one area, and those that are in none: the frame, the home page, what answers the unknown. */
function ofArea(build: ServerBuild, area: string): ServerBuild {
  const kept = new Set(
    Object.keys(build.routes).filter((id) => {
      const own = areaOf(addressOf(build.routes, id))
      return own === area || own === null
    }),
  )
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}
