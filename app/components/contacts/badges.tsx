import { Badge } from '~/components/ui/badge'
import type { Origin } from '~/models/contacts/origins.server'
import type { Standing } from '~/models/contacts/standing.server'

const TONES = { Suppressed: 'danger', Unsubscribed: 'warning', Bounced: 'danger', Active: 'success' } as const
export type ContactStatus = keyof typeof TONES

/** Whether a contact can be emailed. */
export const ContactStatusBadge = ({ status }: { status: ContactStatus }) => (
  <Badge tone={TONES[status]} dot>
    {status}
  </Badge>
)

const KINDS = {
  role: { text: 'Role', title: 'The address is of a role such as info@, not of a person' },
  disposable: { text: 'Disposable', title: 'The address is of a provider of addresses for a day' },
}

/** Whether a contact can be emailed, whether its address works, and whether it is that of one person. */
export const StandingBadges = ({ status, blacklisted, addressKind }: Standing) => (
  <>
    <ContactStatusBadge status={status} />
    {blacklisted && <Badge tone="danger">Blacklisted</Badge>}
    {addressKind && (
      <Badge tone="warning">
        <span title={KINDS[addressKind].title}>{KINDS[addressKind].text}</span>
      </Badge>
    )}
  </>
)

/** The origin of a contact; the file of an import is its title. */
export const OriginBadge = ({ origin }: { origin: Origin }) => (
  <Badge tone={origin.kind === 'lead' ? 'info' : 'neutral'}>
    {origin.kind === 'import' ? (
      <span title={`From the file ${origin.file}`}>Import</span>
    ) : origin.kind === 'lead' ? (
      'Apollo'
    ) : (
      'Manual'
    )}
  </Badge>
)
