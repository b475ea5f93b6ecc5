import { Form, Link } from '@remix-run/react'
import { Plus, Rocket, X } from 'lucide-react'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { paths } from '~/paths'
import { count } from './step-words'

export interface ListsCardProps {
  sequenceId: string
  /** Null when they could not be read. */
  lists: { id: string; name: string; contactCount: number }[] | null
  /** Whether activating it now would enroll them. */
  launchable: boolean
}

/** The lists whose people are enrolled by themselves. */
export function ListsCard({ sequenceId, lists, launchable }: ListsCardProps) {
  return (
    <Card
      title="Auto-Enrollment Email Lists"
      description="Their contacts are enrolled when the sequence is active, also those who join later."
      footer={
        <div className="flex flex-wrap gap-2">
          <LinkButton
            size="sm"
            to={paths.linkPersona(sequenceId)}
            preventScrollReset
            icon={<Plus aria-hidden="true" />}
          >
            Add Email List
          </LinkButton>
          {launchable && !!lists?.length && (
            <Form method="post" action={paths.launchSequence(sequenceId)} preventScrollReset>
              <Button
                size="sm"
                icon={<Rocket aria-hidden="true" />}
                title="Activates the sequence and enrolls everybody on these lists"
              >
                Launch Sequence
              </Button>
            </Form>
          )}
        </div>
      }
    >
      {!lists ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-danger-ink">Failed to fetch linked email lists</p>
          <LinkButton size="sm" to={paths.sequence(sequenceId)} reloadDocument>
            Retry
          </LinkButton>
        </div>
      ) : lists.length === 0 ? (
        <p className="text-sm text-muted">No email list is linked yet.</p>
      ) : (
        <ul className="-my-1.5 divide-y divide-line">
          {lists.map(({ id, name, contactCount }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <div className="min-w-0 grow">
                <Link
                  to={paths.persona(id)}
                  className="block truncate rounded-sm text-sm font-medium hover:underline"
                >
                  {name}
                </Link>
                <p className="text-xs text-muted">{count(contactCount, 'contact')}</p>
              </div>
              <Form method="post" action={paths.unlinkPersona(sequenceId, id)} preventScrollReset>
                <Button
                  {...{ variant: 'ghost', size: 'sm', square: true }}
                  aria-label={`Remove ${name}`}
                  title="Remove"
                  icon={<X aria-hidden="true" />}
                />
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
