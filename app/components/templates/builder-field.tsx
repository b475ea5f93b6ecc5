import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Spinner } from '~/components/ui/button'
import type { Builder } from './builder'

/** What the form asks of the builder. */
export interface BuilderHandle {
  /** Null while it is not loaded. @throws when it cannot be exported */
  export(): { html: string; design: string } | null
}

export interface BuilderFieldProps {
  handle: Ref<BuilderHandle>
  /** The design, or '' to begin with the HTML. */
  design: string
  html: string
  variables: string[]
  changed(): void
  /** What is wrong with the body. */
  errors?: string[]
}

/** The visual builder, loaded when it is first shown. */
export function BuilderField({ handle, design, html, variables, changed, errors = [] }: BuilderFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const builder = useRef<Builder | null>(null)
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')
  // What it begins with; later values come from itself.
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
