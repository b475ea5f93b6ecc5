import { Form } from '@remix-run/react'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { SlidersHorizontal } from '~/components/ui/icons'
import { paths } from '~/paths'
import { type Criteria, CriteriaFields } from './criteria-fields'

/** The finder's filters: a GET form, so that a search has a URL that can be saved, shared and returned to. */
export function FilterPanel({
  criteria,
  industryLabels,
  busy,
}: {
  criteria: Criteria
  industryLabels: Record<string, string>
  busy: boolean
}) {
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <SlidersHorizontal className="size-4 text-muted" aria-hidden="true" />
          Filters
        </span>
      }
    >
      <Form method="get" action={paths.leadsFinder()} preventScrollReset className="space-y-5">
        {/* The first button of a form is what Enter means. */}
        <button
          type="submit"
          name="intent"
          value="search"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          Apply Filters
        </button>
        <CriteriaFields value={criteria} industryLabels={industryLabels} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" name="intent" value="search" busy={busy && 'Searching...'}>
            Apply Filters
          </Button>
          <LinkButton to={paths.leadsFinder()} preventScrollReset>
            Clear All
          </LinkButton>
        </div>
      </Form>
    </Card>
  )
}
