import { expect, test } from '../support'

/** Events that make React 18 render at once, its `discreteReplayableEvents`. */
const EVENTS =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset submit'

test('hydrates despite any early event @js-only', async ({ page, server }) => {
  await page.addInitScript((names) => {
    const turns = new MessageChannel()
    turns.port1.onmessage = () => {
      if (document.documentElement?.dataset.scripts === 'on') return
      for (const name of names)
        document.querySelector('input')?.dispatchEvent(new Event(name, { bubbles: true }))
      turns.port2.postMessage(null)
    }
    turns.port2.postMessage(null)
  }, EVENTS.split(' '))
  await page.goto(`${server.url}/login`)
  // A link is followed without a new document.
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
