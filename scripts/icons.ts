// npm run icons: writes the lucide-react icons listed in app/components/ui/icons.tsx into one sprite.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const SPRITE = 'app/components/ui/icons.svg'

/** The sprite: a symbol for each exported icon, with the attributes that lucide gives to all. */
export function drawSprite(): string {
  const source = readFileSync('app/components/ui/icons.tsx', 'utf8')
  const symbols = [...source.matchAll(/^export const (\w+) = icon\('([\w-]+)'\)$/gm)].map(([, name, id]) => {
    const icon = (lucide as unknown as Record<string, lucide.LucideIcon>)[name!]
    if (!icon) throw new Error(`lucide-react has no icon ${name}`)
    const shapes = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
    return `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

// Not when a test imports this.
if (realpathSync(process.argv[1]!) === import.meta.filename) writeFileSync(SPRITE, drawSprite())
