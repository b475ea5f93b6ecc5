import { Form, useSubmit } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Search } from '~/components/ui/icons'

export interface SearchBoxProps {
  label: string
  name?: string
  value?: string
  placeholder?: string
  /** Other search parameters to keep. */
  keep?: Record<string, string | undefined>
  /** Further controls of the same form, such as filters. */
  children?: ReactNode
}

const PAUSE = 300

/** A search form (GET). Enter submits it; with scripts it also submits after a pause in typing. */
export function SearchBox({ label, name = 'q', value, placeholder, keep, children }: SearchBoxProps) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <search className="min-w-0 max-sm:w-full">
      <Form
        method="get"
        preventScrollReset
        className="flex flex-wrap items-center gap-2"
        onSubmit={() => clearTimeout(timer.current)}
      >
        {Object.entries(keep ?? {}).map(
          ([key, kept]) => kept && <input key={key} type="hidden" name={key} value={kept} />,
        )}
        <span className="relative min-w-0 grow sm:w-64 sm:grow-0">
          <Search
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            type="search"
            name={name}
            defaultValue={value}
            placeholder={placeholder}
            aria-label={label}
            className="control pl-8.5!"
            onChange={({ currentTarget: { form } }) => {
              clearTimeout(timer.current)
              timer.current = setTimeout(
                () => form && submit(form, { replace: true, preventScrollReset: true }),
                PAUSE,
              )
            }}
          />
        </span>
        {children}
        <button type="submit" className="sr-only">
          {label}
        </button>
      </Form>
    </search>
  )
}
