import { useId } from 'react'
import { useMedia } from '~/components/page/use-media'
import { DialogHeader, type RouteDialogProps, useModal } from '~/components/ui/dialog/route-dialog'

/** Windows without room for the panel beside the canvas. */
const NARROW = '(max-width: 1179px)'

/** A panel with its own route beside the canvas; on a narrow screen a sheet over it. Escape closes it. */
export function StepPanel({ title, description, closeTo, children }: RouteDialogProps) {
  const id = useId()
  const attach = useModal(closeTo, useMedia(NARROW))
  return (
    <dialog
      ref={attach}
      open
      data-step-panel=""
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className="static m-0 flex h-full w-[26rem] max-w-full shrink-0 flex-col overflow-hidden border-l border-line bg-surface text-ink backdrop:bg-scrim [&:modal]:fixed [&:modal]:inset-y-0 [&:modal]:right-0 [&:modal]:left-auto [&:modal]:h-dvh [&:modal]:max-h-dvh [&:modal]:w-full [&:modal]:animate-fade [&:modal]:shadow-dialog sm:[&:modal]:max-w-[30rem]"
    >
      <DialogHeader
        {...{ id, title, description, closeTo }}
        className="border-b border-line px-4 py-3 sm:px-5"
        titleClass="text-base"
      />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
        {children}
      </div>
    </dialog>
  )
}
