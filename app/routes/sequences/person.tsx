import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { titleOf } from '~/components/page/meta'
import { PersonActs } from '~/components/sequences/people/person-acts'
import { PersonBadge } from '~/components/sequences/people/person-badge'
import { SequencePicture } from '~/components/sequences/picture'
import { SequenceError } from '~/components/sequences/sequence-error'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { Columns } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { drawVersion } from '~/models/sequences/counts.server'
import { getMember, loadPath } from '~/models/sequences/members/members.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { versionOf } from '~/models/sequences/versions/list.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? data.person.name || data.person.email : 'Contact')

export const loader = page(async ({ db, userId, user, params }) => {
  const sequence = await getSequence(db, userId, params.id!)
  const person = await getMember(db, userId, sequence.id, params.enrollmentId!, user.timezone)
  const version = await versionOf(db, userId, person.id)
  const [{ picture, names }, path] = await Promise.all([
    drawVersion(db, sequence.id, version?.id ?? null),
    loadPath(db, sequence.id, person.id, user.timezone),
  ])
  return {
    sequence: { id: sequence.id, name: sequence.name },
    person,
    version: version && { number: version.number, newest: version.newest },
    picture,
    names,
    path: [...path.steps.filter((id) => id !== person.stepId), ...(person.stepId ? [person.stepId] : [])],
    entries: path.entries,
    removed: path.removed,
  }
})

/** One enrollment: the contact's current step, the path so far, and the reasons. */
export default function SequencePerson() {
  const { sequence, person, version, picture, names, path, entries, removed } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        back={{ to: paths.sequencePeople(sequence.id), label: sequence.name }}
        title={person.name || person.email}
        {...(person.name ? { subtitle: person.email } : {})}
        badges={<PersonStatus person={person} />}
        actions={<PersonActs sequenceId={sequence.id} person={person} from="person" />}
      />
      <Columns className="@4xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          <Card title="Current status">
            <p className="break-words">{person.why}</p>
            {version && (
              <OwnVersion {...version} sequenceId={sequence.id} isActive={person.status === 'active'} />
            )}
          </Card>
          <Card title="Timeline" description="Newest first, with reasons. Times are in your time zone.">
            {entries.length === 0 ? (
              !removed && <p className="text-sm text-muted">Nothing yet.</p>
            ) : (
              <ol className="space-y-3">
                {entries.map((entry) => (
                  <li key={entry.id} className="grid gap-x-4 text-sm sm:grid-cols-[9.5rem_minmax(0,1fr)]">
                    <span className="text-muted tabular-nums">{entry.at}</span>
                    <span className="break-words">{entry.text || 'Checked; nothing changed.'}</span>
                  </li>
                ))}
              </ol>
            )}
            {removed && <p className="mt-3 text-sm text-muted first:mt-0">{removed}</p>}
          </Card>
        </div>
        {picture.nodes.length > 0 && (
          <Card title="Path" description="Steps that this contact has reached are outlined.">
            <SequencePicture
              {...{ picture, names, path }}
              here={person.stepId}
              hrefOf={(id) => `${paths.sequence(sequence.id)}#step-${id}`}
            />
          </Card>
        )}
      </Columns>
    </>
  )
}

/** Says that the contact does not follow the current version of the sequence. */
function OwnVersion(props: { number: number; newest: number; sequenceId: string; isActive: boolean }) {
  const { number, newest, sequenceId, isActive } = props
  return (
    <p className="mt-2 text-sm text-muted">
      {isActive ? 'Stays' : 'Stayed'} on{' '}
      <Link to={paths.sequenceVersions(sequenceId)} className="text-accent-ink underline">
        version {number}
      </Link>{' '}
      of the sequence. The current one is version {newest}.
    </p>
  )
}

function PersonStatus({ person }: { person: { status: string; paused: boolean; stepId: string | null } }) {
  if (person.paused) return <Badge tone="warning">Paused by you</Badge>
  if (person.status === 'active' && person.stepId) return <Badge tone="info">Active</Badge>
  return <PersonBadge status={person.status} />
}

export const ErrorBoundary = SequenceError
