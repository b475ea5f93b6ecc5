import type { FieldControl } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
import { Disclosure } from '~/components/ui/disclosure'

const MORE = ['city', 'state', 'country', 'timezone', 'linkedinUrl', 'headline', 'apolloId'] as const

/** The fields of a new or existing contact; the less common ones are in a disclosure. */
export function ContactFields({ field, open }: { field: (name: string) => FieldControl; open?: boolean }) {
  const filled = open || MORE.some((name) => field(name).errors?.length)
  return (
    <>
      <TextField
        field={field('email')}
        label="Email"
        type="email"
        maxLength={254}
        required
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('firstName')} label="First Name" maxLength={200} optional />
        <TextField field={field('lastName')} label="Last Name" maxLength={200} optional />
      </div>
      <TextField
        field={field('name')}
        label="Display Name"
        maxLength={400}
        optional
        hint="If empty, it is made from the first and last name, otherwise the email."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('title')} label="Title" maxLength={200} optional />
        <TextField field={field('organizationName')} label="Organization" maxLength={200} optional />
      </div>
      <Disclosure summary="More fields" open={filled}>
        <div className="space-y-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField field={field('city')} label="City" maxLength={200} />
            <TextField field={field('state')} label="State" maxLength={200} />
            <TextField field={field('country')} label="Country" maxLength={200} />
          </div>
          <TextField
            field={field('timezone')}
            label="Time zone"
            maxLength={100}
            placeholder="Europe/Berlin"
            hint="For sequences that send in the contact's time zone. If empty, the country and state decide."
          />
          <TextField field={field('linkedinUrl')} label="LinkedIn URL" maxLength={500} inputMode="url" />
          <TextField field={field('headline')} label="Headline" maxLength={500} />
          <TextField field={field('apolloId')} label="Apollo ID" maxLength={100} />
        </div>
      </Disclosure>
    </>
  )
}
