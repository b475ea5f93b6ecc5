import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { Button } from '~/components/ui/button'
import { Search } from '~/components/ui/icons'
import { paths } from '~/paths'
import type { ContactsView } from './view'

export interface ContactFiltersProps {
  view: ContactsView
  industries: { industry: string; total: number }[]
  /** The text of the search box. */
  text: string
  /** Called on each change: the rows of the loaded page are filtered at once. */
  onText: (text: string) => void
  /** Called with the text to search all contacts for. */
  onSearch: (text: string) => void
}

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'suppressed', label: 'Suppressed' },
]

/** What the form keeps of the URL. */
const KEPT = ['view', 'filter', 'sort', 'order', 'columns', 'rows'] as const

/** Milliseconds without a keystroke before all contacts are searched. */
const PAUSE = 300

/** Search box and filters: one GET form, so that it works without scripts; with scripts it submits after a pause in typing. */
export function ContactFilters({ view, industries, text, onText, onSearch }: ContactFiltersProps) {
  const submit = useSubmit()
  const [form, fields] = useForm<{ status: string; industry: string }>({ id: 'contact-filters' })
  const { state, location } = useNavigation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (form: HTMLFormElement, options: { replace: boolean }) => {
    clearTimeout(timer.current)
    onSearch(new FormData(form).get('q') as string)
    submit(form, { ...options, preventScrollReset: true })
  }
  const loading = state === 'loading' && location.pathname === paths.contacts()
  const choices = industries.map(({ industry, total }) => ({
    value: industry,
    label: `${industry} (${total.toLocaleString('en-US')})`,
  }))
  const gone = view.industry && !industries.some(({ industry }) => industry === view.industry)
  return (
    <Form
      {...getFormProps(form)}
      method="get"
      action={paths.contacts()}
      preventScrollReset
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget, { replace: false })
      }}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) search(currentTarget, { replace: false })
      }}
    >
      {KEPT.map((name) => view[name] && <input key={name} type="hidden" name={name} value={view[name]} />)}
      <div className="min-w-0 max-sm:w-full">
        <label htmlFor="contacts-search" className="mb-1.5 block text-sm font-medium">
          Search
        </label>
        <div className="flex gap-2">
          <span className="relative min-w-0 grow sm:w-60">
            <Search
              className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
              aria-hidden="true"
            />
            <input
              id="contacts-search"
              type="search"
              name="q"
              value={text}
              maxLength={200}
              placeholder="Search all contacts..."
              className="control pl-8.5!"
              onChange={({ currentTarget: { value, form } }) => {
                onText(value)
                clearTimeout(timer.current)
                timer.current = setTimeout(() => form && search(form, { replace: true }), PAUSE)
              }}
            />
          </span>
          <Button>Search</Button>
        </div>
      </div>
      <SelectField
        key={`status ${view.status}`}
        field={fields.status}
        defaultValue={view.status === 'all' ? '' : view.status}
        label="Status"
        options={STATUSES}
        className="max-sm:flex-1 sm:min-w-36"
      />
      <SelectField
        key={`industry ${view.industry}`}
        field={fields.industry}
        defaultValue={view.industry}
        label="Industry"
        options={[
          { value: '', label: 'All' },
          ...choices,
          ...(gone ? [{ value: view.industry, label: view.industry }] : []),
        ]}
        className="max-sm:flex-1 sm:w-52"
      />
      <Button busy={loading && 'Filtering...'}>Filter</Button>
    </Form>
  )
}
