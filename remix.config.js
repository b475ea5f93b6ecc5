import { routes } from './app/routes.js'

/**
 * The options of Remix. `vite.config.ts` passes this object to the Vite plugin; there is no classic compiler.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  ignoredRouteFiles: ['**/*'],
  routes: async (defineRoutes) => routes(defineRoutes),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    unstable_optimizeDeps: true,
  },
}
