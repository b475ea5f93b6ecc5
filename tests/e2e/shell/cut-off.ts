import type { Page } from '../support'

/**
 * What a visitor cannot see or press on the current screen: controls and parts that end beyond the page or below the support panel, and
 * tables wider than their place. A part that scrolls sideways, or the canvas of a sequence, which is dragged, may hold wider things, if it is
 * itself inside the page.
 */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const wide = document.documentElement.scrollWidth - window.innerWidth
    if (wide > 0) found.push(`the page is ${wide} px wider than the window`)
    const main = document.querySelector('main')!
    const { left, right } = (document.querySelector('[data-page]') ?? main).getBoundingClientRect()
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const nameOf = (one: Element) =>
      `<${one.localName}> "${(one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 60)}"`
    /** The nearest part around it that cuts or scrolls sideways. */
    const holderOf = (one: Element): Element | null => {
      for (let around = one.parentElement; around && around !== main; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') return around
      return null
    }
    const isInside = (one: Element): boolean => {
      const box = one.getBoundingClientRect()
      // Only for screen readers.
      if (box.width <= 1 || box.height <= 1) return true
      // A modal dialog lies over the page and the panel; it fits 360 px by itself.
      if (one.closest('dialog:modal')) return box.right <= innerWidth + 1 && box.left >= -1
      const holder = holderOf(one)
      if (!holder) return box.right <= right + 1 && box.left >= left - 1
      const around = holder.getBoundingClientRect()
      const isDragged = holder.matches('.react-flow') && one.closest('.react-flow__viewport')
      const scrolls = isDragged || ['auto', 'scroll'].includes(getComputedStyle(holder).overflowX)
      return (scrolls || (box.right <= around.right + 1 && box.left >= around.left - 1)) && isInside(holder)
    }
    for (const one of main.querySelectorAll(
      'a, button, input, select, textarea, summary, table, section, header, dl, ul',
    ))
      if (isShown(one) && !isInside(one)) found.push(`${nameOf(one)} is cut off`)
    for (const table of main.querySelectorAll('table')) {
      const over = table.getBoundingClientRect().width - table.parentElement!.clientWidth
      if (isShown(table) && over > 1) found.push(`${nameOf(table)} is ${over.toFixed()} px too wide`)
    }
    return found
  })
