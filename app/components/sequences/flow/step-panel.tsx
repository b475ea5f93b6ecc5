import { Link } from '@remix-run/react'
import { useId, useSyncExternalStore } from 'react'
import { buttonClass } from '~/components/ui/button'
import { type RouteDialogProps, useModal } from '~/components/ui/dialog/route-dialog'
import { X } from '~/components/ui/icons'

/** From this width on there is room for the panel beside the canvas. */
const WIDE = '(min-width: 1180px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}

/** A panel with its own route beside the canvas; on a narrow screen a sheet over it. Escape closes it. */
export function StepPanel(props: RouteDialogProps) {
  const isWide = useIsWide()
  return <Panel key={String(isWide)} isWide={isWide} {...props} />
}

function Panel({ title, description, closeTo, children, isWide }: RouteDialogProps & { isWide: boolean }) {
  const id = useId()
  const attach = useModal(closeTo, !isWide)
  return (
    <dialog
      ref={attach}
      open
      data-step-panel=""
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className="static m-0 flex h-full w-[26rem] max-w-full shrink-0 flex-col overflow-hidden border-l border-line bg-surface text-ink backdrop:bg-scrim [&:modal]:fixed [&:modal]:inset-y-0 [&:modal]:right-0 [&:modal]:left-auto [&:modal]:h-dvh [&:modal]:max-h-dvh [&:modal]:w-full [&:modal]:animate-fade [&:modal]:shadow-dialog sm:[&:modal]:max-w-[30rem]"
    >
      <header className="flex shrink-0 items-start gap-4 border-b border-line px-4 py-3 sm:px-5">
        <div className="min-w-0 grow">
          <h2 id={`${id}-title`} className="text-base font-semibold break-words">
            {title}
          </h2>
          {description && (
            <p id={`${id}-text`} className="mt-0.5 text-sm break-words text-muted">
              {description}
            </p>
          )}
        </div>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Close"
          className={buttonClass({ variant: 'ghost', size: 'sm', square: true }, '-mr-1.5')}
        >
          <X aria-hidden="true" />
        </Link>
      </header>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
        {children}
      </div>
    </dialog>
  )
}
