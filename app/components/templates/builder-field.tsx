import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Spinner } from '~/components/ui/button'
import type { Builder } from './builder'

/** The builder's interface for the form. */
export interface BuilderHandle {
  /** Null until it is loaded. @throws if the export fails */
  export(): { html: string; design: string } | null
}

export interface BuilderFieldProps {
  handle: Ref<BuilderHandle>
  /** The design, or '' to start from the HTML. */
  design: string
  html: string
  variables: string[]
  changed(): void
  /** Errors of the body. */
  errors?: string[]
}

/** The visual builder, loaded on first use. */
export function BuilderField({ handle, design, html, variables, changed, errors = [] }: BuilderFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const builder = useRef<Builder | null>(null)
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')
  // The initial values; later ones come from the builder itself.
  const begin = useRef({ design, html, variables, changed })
  useImperativeHandle(handle, () => ({ export: () => builder.current?.export() ?? null }))
  useEffect(() => {
    let gone = false
    const load = async () => {
      const { openBuilder } = await import('./builder')
      if (gone || !place.current) return
      builder.current = openBuilder(place.current, begin.current)
      setState('open')
    }
    load().catch(() => setState('failed'))
    return () => {
      gone = true
      builder.current?.destroy()
      builder.current = null
    }
  }, [])
  return (
    <section aria-label="Visual Builder" className="min-w-0">
      {state === 'loading' && (
        <p
          role="status"
          className="flex h-40 items-center justify-center gap-2 rounded-md border border-line text-sm text-muted"
        >
          <Spinner /> Loading the builder...
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className="rounded-md border border-line p-4 text-sm text-danger-ink">
          The builder could not be loaded. Your design is kept; reload the page to try again, or use the HTML
          Editor.
        </p>
      )}
      {errors.map((message) => (
        <p key={message} className="mb-1.5 text-xs font-medium text-danger-ink">
          {message}
        </p>
      ))}
      <div className={state === 'open' ? 'builder overflow-x-auto rounded-md border border-line' : 'hidden'}>
        <div className="min-w-[44rem]">
          <div ref={place} />
        </div>
      </div>
    </section>
  )
}
