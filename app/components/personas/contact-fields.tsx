import type { FieldControl } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
import { Disclosure } from '~/components/ui/disclosure'

/** The fields of a contact's form, with their labels. */
export const CONTACT_PARTS = {
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  name: 'Display Name',
  title: 'Title',
  organizationName: 'Organization',
  city: 'City',
  state: 'State',
  country: 'Country',
  timezone: 'Time zone',
  linkedinUrl: 'LinkedIn URL',
  headline: 'Headline',
  apolloId: 'Apollo ID',
}

const MORE = ['city', 'state', 'country', 'timezone', 'linkedinUrl', 'headline', 'apolloId'] as const

/** The fields of a new or existing contact; the less common ones are in a disclosure. */
export function ContactFields({ field, open }: { field: (name: string) => FieldControl; open?: boolean }) {
  const filled = open || MORE.some((name) => field(name).errors?.length)
  return (
    <>
      <TextField
        field={field('email')}
        label={CONTACT_PARTS.email}
        type="email"
        maxLength={254}
        required
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('firstName')} label={CONTACT_PARTS.firstName} maxLength={200} optional />
        <TextField field={field('lastName')} label={CONTACT_PARTS.lastName} maxLength={200} optional />
      </div>
      <TextField
        field={field('name')}
        label={CONTACT_PARTS.name}
        maxLength={400}
        optional
        hint="If empty, it is made from the first and last name, otherwise the email."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('title')} label={CONTACT_PARTS.title} maxLength={200} optional />
        <TextField
          field={field('organizationName')}
          label={CONTACT_PARTS.organizationName}
          maxLength={200}
          optional
        />
      </div>
      <Disclosure summary="More fields" open={filled}>
        <div className="space-y-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField field={field('city')} label={CONTACT_PARTS.city} maxLength={200} />
            <TextField field={field('state')} label={CONTACT_PARTS.state} maxLength={200} />
            <TextField field={field('country')} label={CONTACT_PARTS.country} maxLength={200} />
          </div>
          <TextField
            field={field('timezone')}
            label={CONTACT_PARTS.timezone}
            maxLength={100}
            placeholder="Europe/Berlin"
            hint="For sequences that send in the contact's time zone. If empty, the country and state decide."
          />
          <TextField
            field={field('linkedinUrl')}
            label={CONTACT_PARTS.linkedinUrl}
            maxLength={500}
            inputMode="url"
          />
          <TextField field={field('headline')} label={CONTACT_PARTS.headline} maxLength={500} />
          <TextField field={field('apolloId')} label={CONTACT_PARTS.apolloId} maxLength={100} />
        </div>
      </Disclosure>
    </>
  )
}
