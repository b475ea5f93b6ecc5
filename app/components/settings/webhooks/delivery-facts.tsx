import type { ReactNode } from 'react'
import { DeliveryState } from './webhook-state'

interface DeliveryFactsProps {
  eventId: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  responseStatus: number | null
  error: string | null
  responseText: string | null
  body: string | null
  when: string
  /** The latest and the next attempt, as texts. */
  attempted: string | null
  next: string | null
}

const ERASED = 'Removed, because the person was erased.'
const NOT_CREATED = 'Not created yet: Coldframe writes the body at the first attempt.'

/** Everything about one delivery. */
export function DeliveryFacts(delivery: DeliveryFactsProps) {
  const { eventId, status, attempts, responseStatus, error, responseText, body, when, attempted, next } =
    delivery
  return (
    <>
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[8rem_1fr]">
        <Fact label="State">
          <DeliveryState status={status} attempts={attempts} />
        </Fact>
        <Fact label="Occurred">{when}</Fact>
        <Fact label="Attempts">
          {attempts}
          {attempted && `, last on ${attempted}`}
        </Fact>
        {next && <Fact label="Next attempt">{next}</Fact>}
        <Fact label="Response">{responseStatus ?? error ?? 'None yet'}</Fact>
        <Fact label="Event id">
          <code className="break-all">{eventId}</code>
        </Fact>
      </dl>
      <Text title="Body" text={body && pretty(body)} none={attempts > 0 ? ERASED : NOT_CREATED} />
      {responseStatus && (
        <Text title="Start of the response" text={responseText} none="The response was empty." />
      )}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words max-sm:mb-1">{children}</dd>
  </>
)

const Text = ({ title, text, none }: { title: string; text: string | null; none: string }) => (
  <section>
    <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
    {text ? (
      <pre className="rounded-md border border-line bg-sunken px-3 py-2 text-xs break-all whitespace-pre-wrap">
        {text}
      </pre>
    ) : (
      <p className="text-sm text-muted">{none}</p>
    )}
  </section>
)

/** JSON on several lines. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
