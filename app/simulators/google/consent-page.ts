import { describeScope, isOptional } from './scopes'

/** The data of the consent form. */
export interface Consent {
  scopes: string[]
  loginHint: string
  /** The error of the entered address. */
  problem?: string
}

/** The sign-in and consent form: posts to its own URL, needs no script. */
export function consentPage({ scopes, loginHint, problem }: Consent): string {
  const choices = scopes.filter(isOptional).map(
    (scope, index) => `
      <p class="choice"><input type="checkbox" id="scope-${index}" name="scope" value="${escapeHtml(scope)}" checked>
      <label for="scope-${index}">${escapeHtml(describeScope(scope))}</label></p>`,
  )
  return page(
    'Sign in to the simulated Google',
    `
  <p>No real account is used. Enter any address: its mailbox is created here.</p>
  <form method="post">
    <p><label for="email">Email address</label>
    <input id="email" name="email" type="email" required autocomplete="email" value="${escapeHtml(loginHint)}"
      ${problem ? 'aria-invalid="true" aria-describedby="problem"' : ''}></p>
    ${problem ? `<p id="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <input type="hidden" name="choose_scopes" value="1">
    <fieldset><legend>This program wants to</legend>${choices.join('')}
    </fieldset>
    <p class="buttons"><button name="decision" value="allow">Allow</button>
    <button name="decision" value="deny" formnovalidate class="quiet">Deny</button></p>
  </form>`,
  )
}

/** Google's own page for an invalid request that must not return to the client: it never redirects. */
export function errorPage(error: string, detail: string): string {
  return page(
    'Access blocked: this request is invalid',
    `<p>You can't sign in because this program sent an invalid request.</p><p>Error 400: ${escapeHtml(error)}</p><p>${escapeHtml(detail)}</p>`,
  )
}

const page = (title: string, main: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
  h1 { font-size: 1.4rem; line-height: 1.25 }
  label[for="email"] { display: block; font-weight: 600 }
  input[type="email"] { width: 100%; box-sizing: border-box; padding: .6rem; font: inherit; border: 1px solid; border-radius: .4rem }
  fieldset { border: 1px solid; border-radius: .4rem; padding: .25rem 1rem }
  .choice { display: flex; gap: .6rem; margin: .5rem 0 }
  .choice input { flex: none; width: 1.2rem; height: 1.2rem }
  .buttons { display: flex; gap: .75rem }
  button { font: inherit; padding: .6rem 1.4rem; border-radius: .4rem; border: 1px solid #1a56c4; background: #1a56c4; color: #fff; cursor: pointer }
  button.quiet { background: transparent; color: inherit; border-color: currentColor }
  [role="alert"] { font-weight: 600 }
</style>
</head>
<body><main><h1>${title}</h1>${main}</main></body>
</html>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
