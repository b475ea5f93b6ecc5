import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Briefcase, Building2, MapPin, Trash2, Users, Workflow } from '~/components/ui/icons'
import { paths } from '~/paths'

export interface PersonaCardProps {
  persona: {
    id: string
    name: string
    industry: string
    jobTitle: string
    location: string
    description: string | null
    contactCount: number
    sequenceCount: number
  }
  /** The query string that leads back to this page of the list. */
  listQuery: string
}

/** An email list in the overview. */
export function PersonaCard({ persona, listQuery }: PersonaCardProps) {
  const { id, name, industry, jobTitle, location, description, contactCount, sequenceCount } = persona
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card">
      <div className="flex grow flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold tracking-[-0.006em] break-words">
            <Link to={paths.persona(id)} prefetch="intent" className="rounded-sm hover:underline">
              {name}
            </Link>
          </h2>
          {sequenceCount > 0 && (
            <Badge tone="info">
              {sequenceCount} {sequenceCount === 1 ? 'sequence' : 'sequences'}
            </Badge>
          )}
        </div>
        {description && <p className="mt-1 line-clamp-2 text-sm break-words text-muted">{description}</p>}
        <dl className="mt-2.5 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
          <Fact label="Industry" icon={<Building2 aria-hidden="true" />} value={industry} />
          <Fact label="Job Title" icon={<Briefcase aria-hidden="true" />} value={jobTitle} />
          <Fact label="Location" icon={<MapPin aria-hidden="true" />} value={location} />
          <Fact
            label="Contacts"
            icon={<Users aria-hidden="true" />}
            value={`${contactCount.toLocaleString('en-US')} ${contactCount === 1 ? 'contact' : 'contacts'}`}
          />
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-2.5">
        <LinkButton size="sm" to={paths.persona(id)} prefetch="intent" aria-label={`View ${name}`}>
          View
        </LinkButton>
        <LinkButton
          size="sm"
          to={paths.addPersonaToSequence(id) + listQuery}
          preventScrollReset
          icon={<Workflow aria-hidden="true" />}
          aria-label={`Add ${name} to a sequence`}
        >
          Add to Sequence
        </LinkButton>
        <LinkButton
          variant="ghost"
          size="sm"
          square
          className="ml-auto"
          to={paths.deletePersona(id) + listQuery}
          preventScrollReset
          aria-label={`Delete ${name}`}
          title="Delete"
          icon={<Trash2 aria-hidden="true" />}
        />
      </div>
    </li>
  )
}

const Fact = ({ label, icon, value }: { label: string; icon: ReactNode; value: string }) => (
  <div className="flex min-w-0 items-center gap-2 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted">
    {icon}
    <dt className="sr-only">{label}</dt>
    <dd className="min-w-0 truncate" title={value}>
      {value}
    </dd>
  </div>
)
