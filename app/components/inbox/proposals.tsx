import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { paths } from '~/paths'

export interface ProposalsProps {
  conversation: { id: string; state: string; label: string | null }
  proposal: { date: { value: string; text: string } | null; email: string | null }
  listQuery: string
}

/** What the newest reply suggests: a day to write again, or somebody else to write to. */
export function Proposals({ conversation, proposal, listQuery }: ProposalsProps) {
  const { id, state, label } = conversation
  const offersSnooze = state === 'open' && (label === 'Not now' || proposal.date !== null)
  if (!offersSnooze && !proposal.email) return null
  return (
    <div className="space-y-2 rounded-md bg-sunken px-3 py-2 text-sm">
      {offersSnooze && (
        <Form
          method="post"
          action={paths.changeConversation(id)}
          className="flex flex-wrap items-center gap-2"
        >
          <input type="hidden" name="listQuery" value={listQuery} />
          {proposal.date ? (
            <>
              <input type="hidden" name="date" value={proposal.date.value} />
              <span className="grow">They ask you to write again later.</span>
              <Button size="sm" name="snooze" value="date">
                Snooze until {proposal.date.text}
              </Button>
            </>
          ) : (
            <>
              <label htmlFor="not-now" className="grow">
                When should this conversation come back?
              </label>
              <input id="not-now" type="date" name="date" className="control w-36!" />
              <Button size="sm" name="snooze" value="date">
                Snooze
              </Button>
            </>
          )}
        </Form>
      )}
      {proposal.email && (
        <Form
          method="post"
          action={paths.addProposedContact(id)}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="min-w-0 grow break-words">
            They name <span className="font-medium break-all">{proposal.email}</span> as the person to write
            to.
          </span>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              name="sameLists"
              value="true"
              className="size-4 accent-accent max-sm:size-5"
            />
            In the same lists
          </label>
          <Button size="sm">Add as a contact</Button>
        </Form>
      )}
    </div>
  )
}
