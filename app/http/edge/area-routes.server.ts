import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Routes = ServerBuild['routes']

/**
 * Gives each area of screens and calls its own route table: Remix compares every request with all its routes, and with 150 of them
 * that takes as long as the rest of the response. Paths outside the areas are passed on to the full table. An area is the first
 * segment of a path (`contacts`), or the first two of a call (`api/contacts`).
 */
export function routeByArea(
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
    // The data request of a screen has the screen's path with this suffix.
    const area = areaOf(request.path.slice(1).replace(/\.data$/, ''))
    const handle = handlers.get(area ?? '')
    return handle ? handle(request, response, next) : next()
  }
}

/** The path of a route including its parents', without the leading slash. */
function addressOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return [addressOf(routes, route.parentId), route.path].filter(Boolean).join('/')
}

/** @returns null for a path without an area: the home page, unknown paths */
const areaOf = (address: string) => /^(api\/[^/:*]+|(?!api(\/|$))[^/:*]+)(\/|$)/.exec(address)?.[1] ?? null

/** The build with the routes of one area, and those without one: the layout, the home page, the not-found routes. */
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
