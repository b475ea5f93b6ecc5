import type { Locator } from '@playwright/test'

/** Acts like a user, and counts each click, choice and text as one action. */
export function countActions() {
  let count = 0
  return {
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    choose: async (target: Locator, label: string) => {
      count += 1
      await target.selectOption({ label })
    },
    type: async (target: Locator, text: string) => {
      count += 1
      await target.fill(text)
    },
    count: () => count,
  }
}
