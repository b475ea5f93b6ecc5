import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { ListPlus, Plus } from '~/components/ui/icons'

export interface ListChoiceProps {
  lists: { id: string; name: string; industry: string; jobTitle: string; location: string }[]
  chosen: string[]
  /** The URL of the dialog that creates a list; it receives the form's values. */
  createAt: string
  errors?: string[]
}

/** The email lists that a workflow adds leads to: one or more cards to select. */
export function ListChoice({ lists, chosen, createAt, errors }: ListChoiceProps) {
  const wrong = !!errors?.length
  return (
    <fieldset
      className="min-w-0"
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? 'lists-error' : undefined}
    >
      <legend className="sr-only">Email lists</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">Found leads are added to every selected list.</p>
        <Button
          formMethod="get"
          formAction={createAt}
          formNoValidate
          icon={<Plus aria-hidden="true" />}
          size="sm"
        >
          Create Email List
        </Button>
      </div>
      {lists.length === 0 ? (
        <EmptyState bare icon={<ListPlus />} title="No email lists available. Create one to continue." />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {lists.map((list) => (
            <li key={list.id} className="min-w-0">
              <ListCard list={list} chosen={chosen.includes(list.id)} />
            </li>
          ))}
        </ul>
      )}
      {wrong && (
        <p id="lists-error" className="mt-2 text-xs font-medium text-danger-ink">
          {errors?.join(' ')}
        </p>
      )}
    </fieldset>
  )
}

function ListCard({ list, chosen }: { list: ListChoiceProps['lists'][number]; chosen: boolean }) {
  const { id, name, industry, jobTitle, location } = list
  return (
    <label className="group/list flex h-full cursor-pointer items-start gap-2.5 rounded-lg border border-line-strong px-3.5 py-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <input
        type="checkbox"
        name="emailListIds"
        value={id}
        defaultChecked={chosen}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-sm font-semibold break-words">{name}</span>
          <span className="hidden group-has-checked/list:inline-flex">
            <Badge tone="info">Selected</Badge>
          </span>
        </span>
        <span className="mt-0.5 block text-xs break-words text-muted">
          {industry} · {jobTitle} · {location}
        </span>
      </span>
    </label>
  )
}
