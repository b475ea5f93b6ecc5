import { useSearchParams } from '@remix-run/react'
import { useHydrated } from '~/components/ui/use-hydrated'
import { CANVAS, withView } from '~/paths'

/** The view of the steps that the URL names, and a function that keeps it in other URLs. */
export function useView() {
  const [search] = useSearchParams()
  const view = search.get('view') === CANVAS ? CANVAS : null
  return { view, inView: (path: string) => withView(path, view) }
}

/** Whether the steps are shown on the canvas, which needs scripts. */
export function useIsCanvas(): boolean {
  const { view } = useView()
  const hydrated = useHydrated()
  return view === CANVAS && hydrated
}
