import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useChat } from '~/components/chat/chat-state'
import { AuthProvider, useAuth, useSidebar } from '~/components/page/state'
import { forcesCollapse, isCurrent } from '~/components/shell/navigation'

const ReadsAuth = () => useAuth().fullName
const ReadsSidebar = () => String(useSidebar().collapsed)
const ReadsChat = () => String(useChat().open)

test('reading shell state outside its provider names the missing provider', () => {
  const reading = (reader: () => string) => () => renderToString(createElement(reader))
  expect(reading(ReadsAuth)).toThrow('useAuth must be used within an AuthProvider')
  expect(reading(ReadsSidebar)).toThrow('useSidebar must be used within a SidebarProvider')
  expect(reading(ReadsChat)).toThrow('useChat must be used within a ChatProvider')
})

test('the provider passes its value on', () => {
  const user = { id: 'a', fullName: 'Test User', email: 'user@example.com', timezone: 'UTC' }
  const tree = createElement(AuthProvider, { value: user }, createElement(ReadsAuth))
  expect(renderToString(tree)).toBe('Test User')
})

test('highlights Sequences for the root path, and collapses for campaign screens', () => {
  expect(isCurrent({ to: '/sequences' }, '/')).toBe(true)
  expect(isCurrent({ to: '/personas' }, '/')).toBe(false)
  expect(isCurrent({ to: '/sequences' }, '/sequences/1/report')).toBe(true)
  expect(isCurrent({ to: '/integrations' }, '/integrations-of-others')).toBe(false)
  expect(['/campaigns/1', '/campaigns/', '/campaigns', '/sequences'].map(forcesCollapse)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
