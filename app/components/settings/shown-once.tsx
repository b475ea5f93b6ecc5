import type { ReactNode } from 'react'
import { plainField } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
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
    <TextField
      field={plainField('secret', text)}
      label={label}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
    <DialogActions>
      <CopyButton text={text} />
      <LinkButton variant="primary" to={doneTo}>
        Done
      </LinkButton>
    </DialogActions>
  </div>
)
