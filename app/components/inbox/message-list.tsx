import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ShownMessage } from '~/models/inbox/show.server'
import { MessageItem } from './message-item'

/** The messages of a conversation, oldest first. Those that the user has answered are folded to one line, but the last reply never. */
export function MessageList({
  conversationId,
  messages,
  children,
}: {
  conversationId: string
  messages: ShownMessage[]
  /** What the messages ask of the user. */
  children: ReactNode
}) {
  const newest = useRef<HTMLLIElement>(null)
  const asked = useRef<HTMLDivElement>(null)
  const lastReply = messages.findLastIndex(({ direction }) => direction === 'in')
  const lastAnswer = messages.findLastIndex(({ direction }, at) => direction === 'out' && at < lastReply)
  const firstOpen = lastReply < 0 ? messages.length - 1 : lastAnswer + 1
  const lastAnswered = messages.findLastIndex(
    ({ direction, kind }) => direction === 'in' && kind !== 'bounce',
  )
  const newestId = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is scrolled to
  useEffect(() => {
    newest.current?.scrollIntoView({ block: 'nearest' })
    asked.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newestId])
  useRevalidateAfter(
    messages.some(({ state }) => state === 'sending')
      ? 2
      : Math.max(...messages.map(({ seconds }) => (seconds === null ? -1 : seconds + 2))),
  )
  if (messages.length === 0)
    return (
      <p className="px-4 py-6 text-sm text-muted">
        Nothing has been written yet. Write the first email below.
      </p>
    )
  return (
    <>
      <ol aria-label="Messages" className="space-y-2 p-4">
        {messages.map((message, index) => (
          <li
            key={message.id}
            ref={index === messages.length - 1 ? newest : undefined}
            className="scroll-mt-20"
          >
            <MessageItem
              conversationId={conversationId}
              message={message}
              open={index >= firstOpen}
              hasKey={index === lastAnswered}
            />
          </li>
        ))}
      </ol>
      <div ref={asked} className="space-y-4 px-4 not-empty:pb-4">
        {children}
      </div>
    </>
  )
}

/** Loads again after some seconds, if that is not negative: when an email of ours has left. */
function useRevalidateAfter(seconds: number) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (seconds < 0 || state !== 'idle') return
    const timer = setTimeout(revalidate, seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, state, revalidate])
}
