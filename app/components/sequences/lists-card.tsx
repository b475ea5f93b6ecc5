import { Form, Link } from '@remix-run/react'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Plus, Rocket, X } from '~/components/ui/icons'
import { paths } from '~/paths'
import { count } from './step-words'

export interface ListsCardProps {
  sequenceId: string
  /** Null if they could not be read. */
  lists: { id: string; name: string; contactCount: number }[] | null
  /** Whether launching the sequence now would enroll their contacts. */
  launchable: boolean
}

/** The lists whose contacts are enrolled automatically. */
export function ListsCard({ sequenceId, lists, launchable }: ListsCardProps) {
  return (
    <Card
      title="Auto-Enrollment Email Lists"
      description="While the sequence is running, their contacts are enrolled, including ones added later."
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
                title="Activates the sequence and enrolls all contacts of these lists"
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
