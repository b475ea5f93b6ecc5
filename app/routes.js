/**
 * The route table: every address of the product and the file that answers it, by area.
 * Dialogs are child routes of the screen that they lie over; `/api` routes stand alone.
 * @param {import('@remix-run/dev').DefineRoutesFunction} defineRoutes
 */
export const routes = (defineRoutes) =>
  defineRoutes((route) => {
    route('healthz', 'routes/public/healthz.ts')
    route('', 'routes/layout.tsx', { id: 'routes/layout' }, () => {
      route('', 'routes/home.tsx', { index: true })
      route('*', 'routes/not-found.tsx')
    })
  })
