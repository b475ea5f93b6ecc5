import type { ReactNode } from 'react'
import { LinkButton } from '~/components/ui/button'
import { CopyButton } from '~/components/ui/copy-button'
import { DialogActions } from '~/components/ui/dialog/route-dialog'

interface ShownOnceProps {
  label: string
  text: string
  doneTo: string
  /** What to do with it. */
  children: ReactNode
}

/** A new secret to copy: it is never shown again. */
export const ShownOnce = ({ label, text, doneTo, children }: ShownOnceProps) => (
  <div className="space-y-4">
    <p className="text-sm">{children}</p>
    <label className="block text-sm font-medium">
      {label}
      <input
        name="secret"
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        className="control mt-1.5 font-normal"
      />
    </label>
    <DialogActions>
      <CopyButton text={text} />
      <LinkButton variant="primary" to={doneTo}>
        Done
      </LinkButton>
    </DialogActions>
  </div>
)
