import { Link, useNavigate } from '@remix-run/react'
import clsx from 'clsx'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { X } from '~/components/ui/icons'
import { buttonClass } from '../button'

export interface RouteDialogProps {
  title: string
  description?: ReactNode
  /** The URL of the screen below: Cancel, the close button and Escape lead there. */
  closeTo: string
  size?: keyof typeof widths
  children?: ReactNode
}

const widths = {
  sm: 'sm:max-w-[26rem]',
  md: 'sm:max-w-[34rem]',
  lg: 'sm:max-w-[46rem]',
  xl: 'sm:max-w-[64rem]',
  /** For two columns. */
  full: 'sm:max-w-[80rem]',
}

/**
 * A dialog with its own route. The server renders it open over a backdrop; scripts then make it modal, which traps the focus, and restore
 * the focus when the route is left.
 */
export function RouteDialog({ title, description, closeTo, size = 'md', children }: RouteDialogProps) {
  const id = useId()
  const attach = useModal(closeTo)
  return (
    <>
      <div aria-hidden="true" className="fixed inset-0 z-40 bg-scrim [&:has(+dialog:modal)]:hidden" />
      <dialog
        ref={attach}
        open
        data-route-dialog=""
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-text` : undefined}
        className={clsx(
          // From the top down: while it comes in over a slow line it grows, and what is there already stays in its place.
          'fixed inset-0 z-50 mx-auto mt-3 mb-auto flex h-fit max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-dialog',
          'animate-rise backdrop:bg-scrim sm:mt-[8dvh] sm:max-h-[84dvh]',
          widths[size],
        )}
      >
        <DialogHeader
          {...{ id, title, description, closeTo }}
          className="px-4 pt-4 pb-3 sm:px-5"
          titleClass="text-lg tracking-[-0.012em]"
        />
        <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
          {children}
        </div>
      </dialog>
    </>
  )
}

interface DialogHeaderProps extends Pick<RouteDialogProps, 'title' | 'description' | 'closeTo'> {
  /** The elements that name and describe the dialog are `id-title` and `id-text`. */
  id: string
  className: string
  titleClass: string
}

/** The title of a dialog, what it is about, and the link that closes it. */
export const DialogHeader = (props: DialogHeaderProps) => {
  const { id, title, description, closeTo, className, titleClass } = props
  return (
    <header className={clsx('flex shrink-0 items-start gap-4', className)}>
      <div className="min-w-0 grow">
        <h2 id={`${id}-title`} className={clsx('font-semibold break-words', titleClass)}>
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
  )
}

/** The row of buttons at the end of a dialog's form; it stays in view while the form scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 mt-5 -mb-4 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-4 py-3 sm:-bottom-5 sm:-mx-5 sm:-mb-5 sm:px-5">
      {children}
    </div>
  )
}

interface CancelLinkProps {
  to: string
  /** Whether it leaves unsaved changes without asking. */
  discards?: boolean
  children?: ReactNode
}

/** The link that closes a dialog without saving. */
export const CancelLink = ({ to, discards = false, children = 'Cancel' }: CancelLinkProps) => (
  <Link
    to={to}
    state={discards ? { discard: true } : undefined}
    preventScrollReset
    data-cancel=""
    className={buttonClass({ variant: 'secondary' })}
  >
    {children}
  </Link>
)

/**
 * Turns the open dialog that the server rendered into a modal one, and restores the focus when it is gone.
 * @param isModal false keeps it beside the rest of the page; it gets the focus all the same
 * @returns the dialog's ref
 */
export function useModal(closeTo: string, isModal = true) {
  const dialog = useRef<HTMLDialogElement | null>(null)
  const navigate = useNavigate()
  const shown = useRef(false)
  const leave = useRef(() => {})
  // Read during rendering: by the time effects run, a form's errors may have taken the focus.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  leave.current = () => navigate(closeTo, { preventScrollReset: true })
  // The browser handles Escape only once the dialog is modal, a moment after it appears. A ref callback covers that moment, too.
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const isElsewhere = event.defaultPrevented || document.querySelector('dialog:modal')
    if (event.key === 'Escape' && !isElsewhere) leave.current()
  }, [])
  const attach = useCallback(
    (element: HTMLDialogElement | null) => {
      dialog.current = element
      if (element) document.addEventListener('keydown', onKeyDown)
      else document.removeEventListener('keydown', onKeyDown)
    },
    [onKeyDown],
  )
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // Moving the focus fires events whose updates must not be rendered during this commit.
    const opening = setTimeout(() => {
      if (shown.current) return reopen(element, isModal)
      shown.current = true
      // Not close(): it would fire a close event that the user did not cause.
      element.removeAttribute('open')
      if (isModal) element.showModal()
      else element.show()
      firstStop(element)?.focus()
    })
    const onCancel = (event: Event) => {
      if (event.target !== element) return // a file input inside says "cancel" too
      event.preventDefault()
      leave.current()
    }
    // A second Escape closes it whatever preventDefault does; the URL must follow. A dialog that was reopened is still open.
    const onClose = () => !element.open && leave.current()
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClose)
    return () => {
      clearTimeout(opening)
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClose)
      setTimeout(() => {
        if (element.isConnected || opener === document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [opener, isModal])
  return attach
}

/** Makes an open dialog modal or not. The modal dialogs over it stay there, and the focus stays where it is. */
function reopen(element: HTMLDialogElement, isModal: boolean) {
  const focused = document.activeElement
  const over = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].filter(
    (other) => other !== element,
  )
  element.close()
  if (isModal) element.showModal()
  else element.show()
  for (const element of over) {
    element.close()
    element.showModal()
  }
  if (focused instanceof HTMLElement) focused.focus()
}

/**
 * The initial focus: an invalid field, else the form's errors, else the new value, else the first field, else the harmless button. Fields
 * with `data-answered` only add to a question: Enter must not confirm it by mistake.
 */
function firstStop(dialog: HTMLElement) {
  const fields =
    'input:not([type=hidden], [data-answered], :disabled), select:not(:disabled), textarea:not(:disabled)'
  for (const selector of [
    '[aria-invalid="true"]',
    '[role="alert"]',
    '[data-chosen]',
    fields,
    '[data-cancel]',
  ]) {
    const found = dialog.querySelector<HTMLElement>(selector)
    if (found) return found
  }
  return null
}
