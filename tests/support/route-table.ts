import { routes } from '../../app/routes.js'

export interface TableRoute {
  /** With a leading slash and `:parameters`. */
  path: string
  file: string
  index: boolean
}

type Children = () => void
type Define = (
  path: string | undefined,
  file: string,
  options?: { index?: boolean; id?: string } | Children,
  children?: Children,
) => void

/** Every address of the route table, layouts without a path of their own left out. */
export function routeTable(): TableRoute[] {
  const found: TableRoute[] = []
  let parents: string[] = []
  const define: Define = (path, file, options, children) => {
    const nested = typeof options === 'function' ? options : children
    const settings = typeof options === 'function' ? {} : (options ?? {})
    const full = [...parents, path ?? ''].filter(Boolean).join('/')
    if (path || settings.index) found.push({ path: `/${full}`, file, index: settings.index ?? false })
    if (!nested) return
    const outer = parents
    parents = [...parents, path ?? '']
    nested()
    parents = outer
  }
  ;(routes as unknown as (defineRoutes: (callback: (route: Define) => void) => unknown) => unknown)(
    (callback) => callback(define),
  )
  return found
}
