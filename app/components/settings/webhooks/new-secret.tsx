import { ShownOnce } from '../shown-once'

/** The secret of a webhook, with what it is for. */
export const NewSecret = ({ secret, doneTo }: { secret: string; doneTo: string }) => (
  <ShownOnce label="Signing secret" text={secret} doneTo={doneTo}>
    Copy the secret now. It is shown only once. With it your program can check that an event comes from
    Coldframe: use a library of the{' '}
    <a href="https://www.standardwebhooks.com" className="text-accent-ink underline">
      Standard Webhooks
    </a>{' '}
    specification.
  </ShownOnce>
)
