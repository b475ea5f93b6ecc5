import { useState } from 'react'
import { Button, type ButtonProps } from './button'
import { Copy } from './icons'
import { useHydrated } from './use-hydrated'

/** Copies a text. It needs scripts, so it appears only with them. */
export function CopyButton({
  text,
  label = 'Copy',
  ...look
}: { text: string; label?: string } & ButtonProps) {
  const [copied, setCopied] = useState(false)
  if (!useHydrated()) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button {...look} type="button" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
      {copied ? 'Copied' : label}
    </Button>
  )
}
