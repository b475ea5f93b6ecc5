import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '../button'

export interface NestedDialogProps {
  title: string
  open: boolean
  /** Escape, the cross, or whatever closes it. */
  onClose(): void
  wide?: boolean
  /** Where the focus goes back to, if not to where it was: a button that was busy had lost it. */
  returnTo?: () => HTMLElement | null | undefined
  children: ReactNode
}

/**
 * A dialog above the one that is a route. Without scripts it stands open in its place on the page, as a part of the form
 * around it; scripts make it modal and give the focus back to where it was.
 */
export function NestedDialog({ title, open, onClose, wide, returnTo, children }: NestedDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const back = useRef(returnTo)
  back.current = returnTo
  // The attribute is the server's; from then on the browser keeps it. Taking it from a modal dialog would leave the page
  // below inert.
  const [openAtFirst] = useState(open)
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = document.activeElement
    // After the dialog below, which opens in the same way and must not come to lie above.
    const opening = setTimeout(() => {
      element.removeAttribute('open')
      element.showModal()
    })
    return () => {
      clearTimeout(opening)
      element.close()
      const target = back.current?.() ?? opener
      if (target instanceof HTMLElement && target.isConnected) target.focus()
    }
  }, [open])
  return (
    <dialog
      ref={dialog}
      open={openAtFirst}
      aria-labelledby={id}
      onCancel={(event) => {
        // A second Escape closes whatever preventDefault said; `close` follows then.
        if (event.target === event.currentTarget) event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
      className={`static m-0 w-full rounded-xl bg-raised text-ink max-sm:max-w-[calc(100%-1.5rem)] [&:modal]:fixed [&:modal]:m-auto [&:modal]:max-h-[calc(100dvh-3rem)] [&:modal]:overflow-y-auto [&:modal]:shadow-dialog backdrop:bg-scrim ${wide ? 'sm:max-w-[52rem]' : 'sm:max-w-[30rem]'} [&:not(:modal)]:max-w-full! [&:not(:modal)]:border [&:not(:modal)]:border-line`}
    >
      <header className="flex items-start gap-4 px-4 pt-4 pb-2 sm:px-5">
        <h3 id={id} className="min-w-0 grow text-lg font-semibold tracking-[-0.012em]">
          {title}
        </h3>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className={buttonClass(
            { variant: 'ghost', size: 'sm', square: true },
            '-mr-1.5 hidden [dialog:modal_&]:inline-flex',
          )}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </dialog>
  )
}
