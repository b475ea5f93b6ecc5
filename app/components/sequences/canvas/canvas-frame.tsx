import { lazy, type ReactNode, Suspense } from 'react'
import { useRefresh } from '~/components/page/use-refresh'
import { SkeletonLines } from '~/components/ui/skeleton'
import type { CanvasProps } from './canvas'

const Canvas = lazy(() => import('./canvas'))

/** The canvas, loaded when it is opened, and the panel beside it. Running sequences show live counts. */
export function CanvasFrame({ panel, ...props }: CanvasProps & { panel: ReactNode }) {
  useRefresh(props.sequence.status === 'running')
  return (
    <Beside panel={panel}>
      <Suspense fallback={<CanvasLoading />}>
        <Canvas {...props} />
      </Suspense>
    </Beside>
  )
}

/** A high frame with the panel at its right. Without scripts the list is shown instead. */
export const Beside = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className="flex h-[calc(100dvh-17rem)] noscript:hidden min-h-112 max-sm:h-[75dvh] max-sm:min-h-96">
    {children}
    {panel}
  </div>
)

/** In place of the canvas until it is loaded. */
export const CanvasLoading = () => (
  <div className="grow p-6" aria-busy="true">
    <SkeletonLines />
  </div>
)
