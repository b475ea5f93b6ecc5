import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { ArrowRightLeft, Users } from '~/components/ui/icons'
import { Pagination } from '~/components/ui/list/pagination'
import { RowActs } from '~/components/ui/list/row-acts'
import { SelectAll, useTicked } from '~/components/ui/list/select-all'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { Origin } from '~/models/contacts/origins.server'
import { paths } from '~/paths'
import { OriginBadge } from '../contacts/badges'

interface Member {
  id: string
  name: string
  email: string
  /** First and last name. */
  person: string
  origin: Origin
  suppressed: boolean
  unsubscribed: boolean
}

export interface MembersCardProps {
  personaId: string
  members: Member[]
  total: number
  page: number
  pageCount: number
  perPage: number
  /** The query string that leads back to this page. */
  listQuery: string
}

/** The contacts of a list. A plain form sends the selected ones to the Move dialog. */
export function MembersCard({
  personaId,
  members,
  total,
  page,
  pageCount,
  perPage,
  listQuery,
}: MembersCardProps) {
  const hydrated = useHydrated()
  const { form, ticked, count, tickAll } = useTicked('contactId', members)
  const [all, setAll] = useState(false)
  const offersAll = pageCount > 1 && ticked === members.length
  const whole = total.toLocaleString('en-US')
  const first = (page - 1) * perPage + 1
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          Contacts <Badge>{total.toLocaleString('en-US')}</Badge>
        </span>
      }
      flush
      footer={
        pageCount > 1 && (
          <div className="grow">
            <Pagination
              page={page}
              pageCount={pageCount}
              hrefOf={(number) => `${paths.persona(personaId)}?page=${number}`}
              summary={`${first}–${first + members.length - 1} of ${total.toLocaleString('en-US')}`}
              label="Pages of contacts"
            />
          </div>
        )
      }
    >
      {members.length === 0 ? (
        <EmptyState
          bare
          icon={<Users />}
          title="No contacts yet"
          text="Create a contact by hand, import a CSV file, or add leads from the leads finder. Then link the list to a sequence."
        />
      ) : (
        <Form
          ref={form}
          method="get"
          action={paths.moveContacts(personaId)}
          preventScrollReset
          onChange={() => {
            count()
            setAll(false)
          }}
        >
          {page > 1 && <input type="hidden" name="page" value={page} />}
          <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-sunken px-4 py-1.5 sm:px-5">
            {hydrated ? (
              <SelectAll
                ticked={ticked}
                all={members.length}
                onChange={tickAll}
                label={offersAll && !all ? 'All on this page' : 'Select all'}
              />
            ) : (
              <span className="py-1 text-sm text-muted">Select contacts to move them</span>
            )}
            <span className="flex flex-wrap gap-2">
              {hydrated && offersAll && !all && (
                <Button type="button" size="sm" onClick={() => setAll(true)}>
                  Select all {whole}
                </Button>
              )}
              {all && <input type="hidden" name="all" value="1" />}
              {(!hydrated || ticked > 0) && (
                <Button size="sm" icon={<ArrowRightLeft aria-hidden="true" />}>
                  Move to Email List{hydrated && ` (${all ? whole : ticked})`}
                </Button>
              )}
              {!hydrated && pageCount > 1 && (
                <Button size="sm" name="all" value="1">
                  Move all {whole}
                </Button>
              )}
            </span>
          </div>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow key={member.id} personaId={personaId} member={member} listQuery={listQuery} />
            ))}
          </ul>
        </Form>
      )}
    </Card>
  )
}

function MemberRow({
  personaId,
  member,
  listQuery,
}: {
  personaId: string
  member: Member
  listQuery: string
}) {
  const { id, name, email, person, origin, suppressed, unsubscribed } = member
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 transition-colors has-checked:bg-accent-soft hover:bg-sunken sm:px-5">
      <input
        type="checkbox"
        name="contactId"
        value={id}
        aria-label={`Select ${name}`}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={paths.contact(id)}
            prefetch="intent"
            className="min-w-0 rounded-sm text-sm font-medium break-words hover:underline"
          >
            {name}
          </Link>
          <OriginBadge origin={origin} />
          {suppressed && <Badge tone="danger">Suppressed</Badge>}
          {unsubscribed && <Badge tone="warning">Unsubscribed</Badge>}
        </div>
        <p className="text-sm break-words text-muted">
          {email ? <Address>{email}</Address> : 'No email'}
          {person && person !== name && ` · ${person}`}
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        <RowActs
          name={name}
          edit={paths.editContact(personaId, id) + listQuery}
          remove={paths.deleteContact(personaId, id) + listQuery}
        />
      </div>
    </li>
  )
}
