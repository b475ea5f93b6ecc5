import { getFormProps, useForm } from '@conform-to/react'
import { Form, useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { AnyField } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { Button } from '~/components/ui/button'
import { Disclosure } from '~/components/ui/disclosure'
import { Search } from '~/components/ui/icons'
import { Tabs } from '~/components/ui/tabs'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'
import { type InboxView, queryOf, TABS, type Tab } from './view'

interface Choice {
  value: string
  label: string
}

export interface ListFiltersProps {
  view: InboxView
  labels: { name: string }[]
  mailboxes: Choice[]
  sequences: Choice[]
}

/** Milliseconds without a keystroke before the search starts. */
const PAUSE = 300

/** Tabs, search box and filters of the list. One GET form: it works without scripts, and submits itself with them. */
export function ListFilters({ view, labels, mailboxes, sequences }: ListFiltersProps) {
  const submit = useSubmit()
  const [form, fields] = useForm<Record<'label' | 'mailboxId' | 'sequenceId', string>>({
    id: 'inbox-filters',
  })
  const hydrated = useHydrated()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onChange = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    const isTyping = target instanceof HTMLInputElement
    const search = () => submit(currentTarget, { replace: isTyping, preventScrollReset: true })
    if (isTyping) timer.current = setTimeout(search, PAUSE)
    else search()
  }
  const chosen = [view.label, view.mailboxId, view.sequenceId].filter(Boolean).length
  return (
    <div>
      <Tabs
        label="State of conversations"
        tabs={(Object.keys(TABS) as Tab[]).map((tab) => ({
          to: paths.inbox(queryOf(view, { tab })),
          label: TABS[tab],
          current: view.tab === tab,
        }))}
      />
      <search>
        <Form
          {...getFormProps(form)}
          method="get"
          action={paths.inbox()}
          preventScrollReset
          onChange={onChange}
          onSubmit={() => clearTimeout(timer.current)}
        >
          {/* A search covers all tabs unless one other than the first was chosen. */}
          {view.tab !== 'open' && view.tab !== 'all' && <input type="hidden" name="tab" value={view.tab} />}
          <span className="relative block">
            <Search
              className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
              aria-hidden="true"
            />
            <input
              // Another search, by a link, replaces what is shown; the answer to what is being typed does not.
              key={hydrated ? undefined : view.q}
              type="search"
              name="q"
              data-key="/"
              defaultValue={view.q}
              maxLength={200}
              placeholder="Search all conversations"
              aria-label="Search conversations"
              className="control pl-8.5!"
            />
          </span>
          <div className="mt-1">
            <Disclosure
              summary={chosen > 0 ? `Filters: ${chosen} chosen` : 'Filters'}
              open={chosen > 0 || undefined}
            >
              <div className="-ml-5.5 space-y-3">
                <Choices
                  field={fields.label}
                  label="Label"
                  value={view.label}
                  options={labels.map(({ name }) => ({ value: name, label: name }))}
                />
                <Choices
                  field={fields.mailboxId}
                  label="Mailbox"
                  value={view.mailboxId}
                  options={mailboxes}
                />
                <Choices
                  field={fields.sequenceId}
                  label="Sequence"
                  value={view.sequenceId}
                  options={sequences}
                />
                {!hydrated && <Button size="sm">Apply</Button>}
              </div>
            </Disclosure>
          </div>
        </Form>
      </search>
    </div>
  )
}

const Choices = ({
  field,
  label,
  value,
  options,
}: {
  field: AnyField
  label: string
  value: string
  options: Choice[]
}) => (
  <SelectField
    key={value}
    field={field}
    defaultValue={value}
    label={label}
    options={[{ value: '', label: 'All' }, ...options]}
  />
)
