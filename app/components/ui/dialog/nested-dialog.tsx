import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { X } from '~/components/ui/icons'
import { buttonClass } from '../button'

export interface NestedDialogProps {
  title: string
  open: boolean
  /** Called by Escape, the close button and the like. */
  onClose(): void
  wide?: boolean
  /** Where the focus returns, if not to its previous element: a busy button has lost it. */
  returnTo?: () => HTMLElement | null | undefined
  children: ReactNode
}

/**
 * A dialog over a route's dialog. Without scripts it is open in its place on the page, as a part of the surrounding form; scripts make it
 * modal and restore the focus.
 */
export function NestedDialog({ title, open, onClose, wide, returnTo, children }: NestedDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const back = useRef(returnTo)
  back.current = returnTo
  // The server sets the attribute; after that the browser controls it. Removing it from a modal dialog would leave the page below
  // inert.
  const [openAtFirst] = useState(open)
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = document.activeElement
    // After the dialog below, which opens in the same way and must not end up on top.
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
        // A second Escape closes it whatever preventDefault does; `close` follows then.
        if (event.target === event.currentTarget) event.preventDefault()
        onClose()
      }}
      onClose={({ target, currentTarget }) =>
        target === currentTarget && open && !currentTarget.open && onClose()
      }
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
