import { expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { supportChat } from '~/http/support-chat.server'

test('the built-in support page is fully sandboxed', () => {
  const { src, origin, sandbox } = supportChat(parseEnv({}), 'a+b&c@example.com')
  expect(src).toBe('/support-chat?language=en&email=a%2Bb%26c%40example.com')
  expect(origin).toBe('null')
  expect(sandbox).not.toContain('allow-same-origin')
})

test('a configured support page gets language and email, and cannot navigate the window', () => {
  const env = parseEnv({ SUPPORT_CHAT_URL: 'https://chat.example.com/widget?site=1' })
  const { src, origin, sandbox } = supportChat(env, 'user@example.com')
  expect(src).toBe('https://chat.example.com/widget?site=1&language=en&email=user%40example.com')
  expect(origin).toBe('https://chat.example.com')
  expect(sandbox).not.toContain('top-navigation')
})
