import { type ReactNode, useState } from 'react'
import { plainField } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
import { Button, LinkButton } from '~/components/ui/button'
import { DialogActions } from '~/components/ui/dialog/route-dialog'
import { Copy } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'

interface ShownOnceProps {
  label: string
  text: string
  doneTo: string
  /** What to do with it. */
  children: ReactNode
}

/** A new secret to copy: it is never shown again. */
export function ShownOnce({ label, text, doneTo, children }: ShownOnceProps) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="space-y-4">
      <p className="text-sm">{children}</p>
      <TextField
        field={plainField('secret', text)}
        label={label}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        {hydrated && (
          <Button type="button" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
        <LinkButton variant="primary" to={doneTo}>
          Done
        </LinkButton>
      </DialogActions>
    </div>
  )
}
