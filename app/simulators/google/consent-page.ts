import { escapeHtml, page } from '../page'
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
