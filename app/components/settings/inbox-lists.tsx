import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Inbox, MessageCircle } from '~/components/ui/icons'
import type { SavedReply } from '~/models/inbox/answer/saved-replies'
import type { Label } from '~/models/inbox/labels'
import { paths } from '~/paths'

const ROW = 'flex items-center justify-between gap-3 px-4 py-2 sm:px-5'

/** The built-in labels, and the user's own, which can be removed. */
export function LabelsCard({ labels }: { labels: Label[] }) {
  const own = labels.filter((label) => label.own)
  const builtIn = labels.filter((label) => !label.own)
  return (
    <Card
      title="Labels"
      description={`Built in: ${builtIn.map(({ name }) => name).join(', ')}.`}
      flush
      actions={
        <LinkButton size="sm" to={paths.newLabel()} preventScrollReset>
          Add label
        </LinkButton>
      }
    >
      {own.length === 0 ? (
        <EmptyState
          bare
          icon={<Inbox />}
          title="No labels of your own"
          text="Add a label to sort conversations in your own way."
        />
      ) : (
        <ul className="divide-y divide-line">
          {own.map(({ name, positive }) => (
            <li key={name} className={ROW}>
              <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
                <span className="min-w-0 font-medium break-words">{name}</span>
                {positive && <Badge tone="success">Positive</Badge>}
              </p>
              <LinkButton
                size="sm"
                to={paths.removeLabel(name)}
                preventScrollReset
                aria-label={`Remove ${name}`}
              >
                Remove
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The texts that the user inserts into answers. */
export const SavedRepliesCard = ({ replies }: { replies: SavedReply[] }) => (
  <Card
    title="Saved replies"
    description="Texts that you insert into answers."
    flush
    actions={
      <LinkButton size="sm" to={paths.newSavedReply()} preventScrollReset>
        Add saved reply
      </LinkButton>
    }
  >
    {replies.length === 0 ? (
      <EmptyState
        bare
        icon={<MessageCircle />}
        title="No saved replies"
        text="Save the answers that you write again and again."
      />
    ) : (
      <ul className="divide-y divide-line">
        {replies.map(({ id, name, text }) => (
          <li key={id} className={ROW}>
            <div className="min-w-0">
              <p className="text-sm font-medium break-words">{name}</p>
              <p className="truncate text-xs text-muted">{text}</p>
            </div>
            <div className="flex shrink-0 gap-2">
              <LinkButton
                size="sm"
                to={paths.editSavedReply(id)}
                preventScrollReset
                aria-label={`Edit ${name}`}
              >
                Edit
              </LinkButton>
              <LinkButton
                size="sm"
                to={paths.deleteSavedReply(id)}
                preventScrollReset
                aria-label={`Delete ${name}`}
              >
                Delete
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
