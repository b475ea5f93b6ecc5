import { Form, Link } from '@remix-run/react'
import { Plus, X } from 'lucide-react'
import { paths } from '~/paths'
import { Button, LinkButton } from '../button'
import { Card } from '../card'
import { count } from './step-words'

export interface ListsCardProps {
  sequenceId: string
  lists: { id: string; name: string; contactCount: number }[]
}

/** The lists whose people are enrolled by themselves. */
export function ListsCard({ sequenceId, lists }: ListsCardProps) {
  return (
    <Card
      title="Auto-Enrollment Email Lists"
      description="Their contacts are enrolled when the sequence is active, also those who join later."
      footer={
        <LinkButton
          size="sm"
          to={paths.linkPersona(sequenceId)}
          preventScrollReset
          icon={<Plus aria-hidden="true" />}
        >
          Add Email List
        </LinkButton>
      }
    >
      {lists.length === 0 ? (
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
