import { CircleStop, MoreHorizontal, Pause, Play, SkipForward } from '~/components/ui/icons'
import { Menu, MenuButton, MenuLine } from '~/components/ui/menu'
import { paths } from '~/paths'

export interface PersonActsProps {
  sequenceId: string
  person: {
    id: string
    name: string
    email: string
    status: string
    paused: boolean
    /** It can be resumed: it is paused, or held because of an invitation. */
    resumable: boolean
    waiting: boolean
    step: string | null
  }
  /** The screen to return to. */
  from: 'people' | 'person' | 'conversation'
  /** If that is a conversation: its id, and the query string of the list beside it. */
  conversationId?: string
  listQuery?: string
}

/** The actions on one enrollment; none after it has ended. */
export function PersonActs({ sequenceId, person, from, conversationId, listQuery }: PersonActsProps) {
  if (person.status !== 'active') return null
  const entry = (act: string) => ({
    action: paths.sequencePeople(sequenceId),
    fields: {
      act,
      id: person.id,
      from,
      ...(conversationId && { conversationId, listQuery: listQuery ?? '' }),
    },
  })
  return (
    <Menu
      label={`Actions for ${person.name || person.email}`}
      trigger={<MoreHorizontal aria-hidden="true" />}
      square
    >
      {person.resumable && (
        <MenuButton {...entry('resume')} icon={<Play aria-hidden="true" />}>
          Resume
        </MenuButton>
      )}
      {!person.paused && !person.waiting && (
        <MenuButton {...entry('pause')} icon={<Pause aria-hidden="true" />}>
          Pause
        </MenuButton>
      )}
      {person.step && (
        <MenuButton {...entry('skip')} icon={<SkipForward aria-hidden="true" />}>
          Skip this step
        </MenuButton>
      )}
      {!person.waiting && <MenuLine />}
      <MenuButton {...entry('stop')} danger icon={<CircleStop aria-hidden="true" />}>
        Stop
      </MenuButton>
    </Menu>
  )
}
