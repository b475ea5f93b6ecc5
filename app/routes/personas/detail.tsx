import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { keepListQuery, pageOf } from '~/components/page/keep-list-query'
import { titleOf } from '~/components/page/meta'
import { LinkedSequencesCard } from '~/components/personas/linked-sequences-card'
import { MembersCard } from '~/components/personas/members-card'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import {
  Download,
  History,
  Mail,
  Pencil,
  Table2,
  Upload,
  UserPlus,
  UserRoundSearch,
} from '~/components/ui/icons'
import { PageHeader } from '~/components/ui/page-header'
import { showToast } from '~/components/ui/toast-viewer'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { listPersonaContacts } from '~/models/contacts/in-list.server'
import { originsOf } from '~/models/contacts/origins.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { getPersona, listPersonaSequences } from '~/models/personas/persona.server'
import { paths } from '~/paths'
import { readFilter } from '../contacts/read-table.server'

const PER_PAGE = 20

export const meta = ({ data }: { data?: { persona: { name: string } } }) =>
  titleOf(data?.persona.name ?? 'Email list')

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, name, industry, jobTitle, location, description, contactCount, filter } = await getPersona(
    db,
    userId,
    params.id!,
  )
  const pageCount = Math.max(1, Math.ceil(contactCount / PER_PAGE))
  const shown = Math.min(pageOf(url.searchParams), pageCount)
  const [sequences, contacts] = await Promise.all([
    listPersonaSequences(db, userId, id),
    listPersonaContacts(db, userId, id, { limit: PER_PAGE, offset: (shown - 1) * PER_PAGE }),
  ])
  const origins = await originsOf(db, userId, contacts)
  return {
    persona: { id, name, industry, jobTitle, location, description, contactCount },
    dynamic: filter && {
      words: (await readFilter(db, userId, JSON.stringify(filter), await listOwnFields(db, userId))).words,
      search: `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`,
    },
    sequences,
    members: contacts.map((contact) => ({
      id: contact.id,
      name: displayName(contact),
      email: contact.email,
      person: [contact.firstName, contact.lastName].filter(Boolean).join(' '),
      origin: origins.get(contact.id)!,
      suppressed: contact.suppressed,
      unsubscribed: contact.unsubscribed,
    })),
    page: shown,
    pageCount,
    listQuery: keepListQuery(url.search),
  }
})

/** The table of a list's members: their columns, filters, sorting and changes are those of all contacts. */
const tableOf = (id: string) => {
  const filter = JSON.stringify({ all: [{ field: 'personaId', op: 'is', value: id }] })
  return `${paths.contacts()}?${new URLSearchParams({ filter })}`
}

/** An email list: its attributes, the linked sequences, and its contacts. */
export default function PersonaScreen() {
  const { persona, dynamic, sequences, members, page, pageCount, listQuery } = useLoaderData<typeof loader>()
  const { id, name } = persona
  return (
    <>
      <PageHeader
        title={name}
        subtitle="Email List Details & Contact Management"
        back={{ to: paths.personas(), label: 'Email Lists' }}
        actions={
          <>
            <LinkButton to={tableOf(id)} icon={<Table2 aria-hidden="true" />}>
              Open as table
            </LinkButton>
            <LinkButton
              to={paths.checkMailServers(id) + listQuery}
              preventScrollReset
              icon={<Mail aria-hidden="true" />}
            >
              Check mail servers
            </LinkButton>
            <LinkButton
              to={paths.editPersona(id) + listQuery}
              preventScrollReset
              icon={<Pencil aria-hidden="true" />}
            >
              Edit Email List
            </LinkButton>
          </>
        }
      />
      <div className="space-y-5">
        <Card>
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <Fact label="Industry" value={persona.industry} />
            <Fact label="Job Title" value={persona.jobTitle} />
            <Fact label="Location" value={persona.location} />
            {persona.description && <Fact label="Description" value={persona.description} wide />}
          </dl>
        </Card>
        {dynamic ? <DynamicCard {...dynamic} /> : <AddMembers {...{ id, listQuery }} />}
        <LinkedSequencesCard sequences={sequences} />
        <MembersCard
          key={members.map((member) => member.id).join()}
          personaId={id}
          members={members}
          total={persona.contactCount}
          page={page}
          pageCount={pageCount}
          perPage={PER_PAGE}
          listQuery={listQuery}
        />
      </div>
      <Outlet />
    </>
  )
}

const Fact = ({ label, value, wide }: { label: string; value: string; wide?: boolean }) => (
  <div className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5 font-medium break-words whitespace-pre-line">{value}</dd>
  </div>
)

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.personas(), label: 'Back to Email Lists' }} />
)

/** How contacts come into a list. */
const AddMembers = ({ id, listQuery }: { id: string; listQuery: string }) => (
  <div className="flex flex-wrap gap-2">
    <LinkButton
      variant="primary"
      to={paths.newContact(id) + listQuery}
      preventScrollReset
      icon={<UserPlus aria-hidden="true" />}
    >
      Create Contact
    </LinkButton>
    <LinkButton
      to={paths.importContacts(id) + listQuery}
      preventScrollReset
      icon={<Upload aria-hidden="true" />}
    >
      Import Contact (CSV)
    </LinkButton>
    <LinkButton to={paths.addMembers(id)} preventScrollReset icon={<UserRoundSearch aria-hidden="true" />}>
      Add Existing
    </LinkButton>
    <a
      href={paths.importTemplate()}
      download
      className={buttonClass({ variant: 'secondary' })}
      onClick={() => showToast({ kind: 'success', title: 'Template downloaded' })}
    >
      <Download aria-hidden="true" />
      Download Template
    </a>
    <LinkButton variant="ghost" to={paths.imports(id)} icon={<History aria-hidden="true" />}>
      Imports
    </LinkButton>
  </div>
)

/** What decides who is in a dynamic list. */
const DynamicCard = ({ words, search }: { words: string | null; search: string }) => (
  <Card title="Dynamic list">
    <p className="text-sm break-words">
      {words
        ? `Its members are the contacts where ${words}. Who comes to match joins within a minute; who stops matching leaves the list and stays in its sequences.`
        : 'Its filter names a field that no longer exists, so its members stay as they are.'}{' '}
      {words && (
        <Link to={paths.contacts() + search} className="font-medium text-accent-ink underline">
          Show them in Contacts, or change the filter
        </Link>
      )}
    </p>
  </Card>
)
