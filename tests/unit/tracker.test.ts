import { expect, test, vi } from 'vitest'
import { beaconTracker } from '~/components/tracker/tracker'

test('posts identify, events and reset without cookies', () => {
  const post = vi.fn((..._: Parameters<typeof fetch>) => Promise.reject(new Error('blocked')))
  const tracker = beaconTracker('https://tracker.example/in', post)
  tracker.identify({ id: '1', name: 'Test User', email: 'user@example.com', signup_date: '2026-03-02' })
  tracker.event('SIGN_UP')
  tracker.event('TEMPLATE_CREATED', { count: 1 })
  tracker.reset()
  tracker.event('SIGN_UP')
  expect(post.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual(
    [
      { type: 'identify', id: '1', name: 'Test User', email: 'user@example.com', signup_date: '2026-03-02' },
      { type: 'event', name: 'SIGN_UP', visitor: '1' },
      { type: 'event', name: 'TEMPLATE_CREATED', visitor: '1', count: 1 },
      { type: 'reset', visitor: '1' },
      { type: 'event', name: 'SIGN_UP', visitor: null },
    ].map((message) => ['https://tracker.example/in', message]),
  )
  expect(post.mock.calls[0]![1]).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
})
