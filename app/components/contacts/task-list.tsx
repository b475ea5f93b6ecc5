import { Link, useFetcher } from '@remix-run/react'
import clsx from 'clsx'
import { Button } from '~/components/ui/button'
import { Check } from '~/components/ui/icons'
import { RowActs } from '~/components/ui/list/row-acts'
import { paths } from '~/paths'

/** A task as lists show it. */
export interface ShownTask {
  id: string
  title: string
  contactId: string
  contactName: string
  /** Its day, in words. */
  day: string
  isLate: boolean
  done: boolean
}

interface TaskListProps {
  tasks: ShownTask[]
  /** Of one contact: then the rows do not name it. */
  contactId?: string
  /** The query string that its dialogs keep. */
  tail?: string
}

/** Tasks by their day, each with a button that marks it as done. */
export const TaskList = ({ tasks, contactId, tail = '' }: TaskListProps) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <li key={task.id} className="flex items-center gap-3 px-4 py-2 sm:px-5">
        <DoneButton task={task} contactId={contactId} />
        <div className="min-w-0 grow text-sm">
          <p className={clsx('break-words', task.done ? 'text-muted line-through' : 'font-medium')}>
            {task.title}
          </p>
          <p className="text-xs break-words text-muted">
            <span className={clsx(task.isLate && 'font-medium text-danger-ink')}>{task.day}</span>
            {!contactId && (
              <>
                {' · '}
                <Link
                  to={paths.contact(task.contactId)}
                  prefetch="intent"
                  className="rounded-sm text-ink underline"
                >
                  {task.contactName}
                </Link>
              </>
            )}
          </p>
        </div>
        <div className="flex shrink-0">
          <RowActs
            name={`the task ${task.title}`}
            edit={contactId ? paths.editContactTask(contactId, task.id) + tail : paths.editTask(task.id)}
            remove={
              contactId ? paths.deleteContactTask(contactId, task.id) + tail : paths.deleteTask(task.id)
            }
          />
        </div>
      </li>
    ))}
  </ul>
)

function DoneButton({
  task: { id, title, done },
  contactId,
}: {
  task: ShownTask
  contactId?: string | undefined
}) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action={paths.doneTask(id)}>
      <input type="hidden" name="done" value={done ? 'no' : 'yes'} />
      {contactId && <input type="hidden" name="contactId" value={contactId} />}
      <Button
        size="sm"
        square
        busy={fetcher.state !== 'idle' && 'Saving...'}
        aria-label={done ? `Mark "${title}" as not done` : `Mark "${title}" as done`}
        title={done ? 'Mark as not done' : 'Mark as done'}
        icon={<Check aria-hidden="true" className={clsx(!done && 'text-subtle')} />}
      />
    </fetcher.Form>
  )
}
