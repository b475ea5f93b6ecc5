import { Outlet, useLoaderData } from '@remix-run/react'
import { TaskList } from '~/components/contacts/task-list'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { ListChecks } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { page } from '~/http/page.server'
import { shownTask } from '~/models/contacts/tasks/shown'
import { countTasks, dayIn, listTasks } from '~/models/contacts/tasks/tasks.server'
import { paths } from '~/paths'

export const meta = titled('Tasks')

const PER_PAGE = 50

/** What each tab shows. */
const SHOWN = ['due', 'open', 'done'] as const
type Shown = (typeof SHOWN)[number]

export const loader = page(async ({ app, db, userId, user, url }) => {
  const today = dayIn(user.timezone, await app.clock.now())
  const wanted = url.searchParams.get('show')
  const show: Shown = SHOWN.find((known) => known === wanted) ?? 'due'
  const filters = { due: { done: false, dueUntil: today }, open: { done: false }, done: { done: true } }
  const cursor = url.searchParams.get('cursor')?.slice(0, 300) || undefined
  const [{ rows, cursor: next }, due, open] = await Promise.all([
    listTasks(db, userId, { ...filters[show], limit: PER_PAGE, cursor }),
    countTasks(db, userId, filters.due),
    countTasks(db, userId, filters.open),
  ])
  return {
    ...{ show, due, open, next, isLater: cursor !== undefined },
    tasks: rows.map((task) => shownTask(task, today)),
  }
})

const EMPTY = {
  due: { title: 'Nothing is due today', text: 'Add tasks on the screen of a contact.' },
  open: { title: 'No open tasks', text: 'Add tasks on the screen of a contact.' },
  done: { title: 'No task is done yet', text: 'Tasks that you mark as done are here.' },
}

/** The user's tasks: those of today and before, all open ones, and those that are done. */
export default function TasksScreen() {
  const { show, due, open, tasks, next, isLater } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Tasks" subtitle="What you want to do about your contacts, and when." />
      <Tabs
        label="Tasks"
        tabs={[
          { to: paths.tasks(), label: 'Due', count: due, current: show === 'due' },
          { to: paths.tasks('?show=open'), label: 'All open', count: open, current: show === 'open' },
          { to: paths.tasks('?show=done'), label: 'Done', current: show === 'done' },
        ]}
      />
      <Card
        flush
        footer={
          (isLater || next) && (
            <div className="grow">
              <KeysetPager
                label="Pages of tasks"
                labels={{ newer: 'First', older: 'Next' }}
                newer={isLater ? paths.tasks(`?show=${show}`) : null}
                older={next ? paths.tasks(`?${new URLSearchParams({ show, cursor: next })}`) : null}
              />
            </div>
          )
        }
      >
        {tasks.length === 0 ? (
          <EmptyState
            bare
            icon={<ListChecks />}
            {...EMPTY[show]}
            action={<LinkButton to={paths.contacts()}>Open contacts</LinkButton>}
          />
        ) : (
          <TaskList tasks={tasks} />
        )}
      </Card>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.tasks(), label: 'Back to Tasks' }} />
