import typeface from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { FIRST_STEPS, type FirstSteps } from '~/models/onboarding/first-steps'
import { escapeHtml } from '~/models/shared/variables'
import { paths } from '~/paths'

const help = [
  {
    title: 'Your first sequence',
    text: 'Connect a mailbox, create an email list with a few contacts, write a template, and combine them in a sequence.',
    links: [
      { to: paths.gmail(), label: 'Mail accounts' },
      { to: paths.personas(), label: 'Email lists' },
      { to: paths.templateList(), label: 'Templates' },
      { to: paths.sequences(), label: 'Sequences' },
    ],
  },
  {
    title: 'Nothing is sent',
    text: 'The Contacts tab of a sequence shows each contact’s next email and what it is waiting for. Emails wait while their mailbox is disconnected, over its daily limit, or not synced yet.',
    links: [{ to: paths.sequences(), label: 'Open your sequences' }],
  },
  {
    title: 'Emails with an uncertain outcome',
    text: 'If the connection is lost while an email is handed over, we never resend it automatically. You decide.',
    links: [{ to: paths.uncertainSends(), label: 'Uncertain emails' }],
  },
  {
    title: 'Mailbox limits',
    text: 'A new mailbox sends 10 emails a day in its first week, 20 in the second, and so on up to 50. You can set another limit.',
    links: [{ to: paths.gmail(), label: 'Change a limit' }],
  },
  {
    title: 'Your account',
    text: 'Times are shown in your time zone, which you can change in the settings. To change your password, open the menu with your name.',
    links: [
      { to: paths.settings(), label: 'Settings' },
      { to: paths.changePassword(), label: 'Change password' },
    ],
  },
]

/** Its family, sizes and colours are those of `tailwind.css`, which is too large for this page. */
const style = `
@font-face { font-family: 'Inter Variable'; src: url('${typeface}') format('woff2-variations'); font-weight: 100 900; font-display: swap; }
@font-face { font-family: 'Inter Fallback'; src: local('Arial'), local('Liberation Sans'); ascent-override: 90.44%; descent-override: 22.52%; line-gap-override: 0%; size-adjust: 107.12%; }
:root { color-scheme: light dark; font: 14px/1.5 'Inter Variable', 'Inter Fallback', ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
body { margin: 0; padding: 16px; background: light-dark(#fff, #151916); color: light-dark(#141a16, #e9edea); }
h1 { font-size: 16px; margin: 0; }
p { margin: 4px 0 8px; color: light-dark(#56605a, #a3ada6); }
section { border-top: 1px solid light-dark(#e2e7e3, #272d29); padding: 12px 0; }
h2 { font-size: 14px; margin: 0; }
ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; }
ol { margin: 4px 0 0; padding: 0 0 0 20px; }
.done { padding: 3px 0; color: light-dark(#56605a, #a3ada6); }
.done::marker { content: '\\2713\\00a0\\00a0'; }
.done span { position: absolute; clip-path: inset(50%); }
a { color: light-dark(#175f42, #77d3a9); display: inline-block; padding: 3px 0; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }`

/** A click on a link asks the parent window to navigate; without a parent or without scripts it is a plain link. */
const script = `
if (parent !== window) document.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  parent.postMessage({ type: 'REDIRECT', url: link.getAttribute('href') }, '*')
})`

/** The checklist of a new user's first steps. */
const checklist = (steps: FirstSteps) =>
  `<section><h2>First steps</h2><ol>${FIRST_STEPS.map(({ name, label, to }) =>
    steps[name]
      ? `<li class="done">${label}<span>: done</span></li>`
      : `<li><a href="${to}" target="_top">${label}</a></li>`,
  ).join('')}</ol></section>`

/** The built-in support page: help texts and links into the product. Plain HTML, for a frame without permissions. */
export function supportPage({
  email,
  theme,
  steps,
  nonce,
}: {
  email: string
  theme: 'light' | 'dark' | 'system'
  /** Null once all first steps are done. */
  steps: FirstSteps | null
  nonce: string
}): string {
  const sections = help.map(
    ({ title, text, links }) =>
      `<section><h2>${title}</h2><p>${text}</p><ul>${links
        .map(({ to, label }) => `<li><a href="${to}" target="_top">${label}</a></li>`)
        .join('')}</ul></section>`,
  )
  return `<!doctype html>
<html lang="en"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Help: Coldframe</title><style>${style}</style></head>
<body><main><h1>How can we help?</h1><p>Signed in as ${escapeHtml(email)}.</p>${steps ? checklist(steps) : ''}${sections.join('')}</main>
<script nonce="${nonce}">${script}</script></body></html>`
}
