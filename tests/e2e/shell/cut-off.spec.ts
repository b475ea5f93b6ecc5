import type { Client } from '../../support/client'
import { expect, signIn, test } from '../support'
import { findCutOff } from './cut-off'
import { fillScreens, screens } from './screen-list'

/** The screens with the widest content: tables, and what is beside them. */
const WIDEST =
  /^\/(contacts|contacts-hub\/(companies|tasks)(\/[^/]+)?|contacts-hub\/leads-finder\?.*owner.*|inbox\/[^/]+|personas\/[^/]+|sequences(\/[^/]+(\/(people|report|settings|forecast))?)?|campaign-builder\/email-sending(\/templates)?|connection\/gmail|workflows(\/[^/]+)?|templates\/[^/]+\/preview|integrations|settings(\/(webhooks|api-keys|do-not-contact))?|notifications|planning)$/

/** A contact whose every field is long, on whatever screen shows it. */
async function addWidest(client: Client, personaId: string) {
  const { id } = await client.ok('POST', '/api/contacts', {
    email: 'maximiliane.von-hohenzollern-sigmaringen@forge-instruments-of-the-north.example',
    firstName: 'Maximiliane-Theodora',
    lastName: 'von-Hohenzollern-Sigmaringen-Wittelsbach',
    title: 'Donaudampfschifffahrtsgesellschaftskapitänin',
    organizationName: 'Rinderkennzeichnungsfleischetikettierungsgesellschaft',
    personaId,
    suppressed: true,
  })
  return id as string
}

test('no wide screen is cut off, with the support panel open and closed @js-only @sweep', async ({
  page,
  emptyServer: server,
}) => {
  const { client } = await signIn(page, server, { chat: true })
  const ids = await fillScreens(client, server)
  const widest = await addWidest(client, ids.list)
  await server.database
    .sql`update contacts set industry = 'transportation/trucking/railroad', tags = '{blacklist}', hard_bounced = true, suppressed = true where id = ${widest}`
  const found: string[] = []
  for (const path of screens(ids).filter((one) => WIDEST.test(one))) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url + path)
    // Up to 900 px the panel is closed by default.
    for (const width of [1440, 1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      for (const one of await findCutOff(page)) found.push(`${path} at ${width} px: ${one}`)
    }
  }
  expect(found).toEqual([])
})

test('the filters of the Leads Finder stand left of the results from 1280 px, beside the support panel @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server, { chat: true })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${server.url}/contacts-hub/leads-finder?search=true&jobTitles=owner`)
  await expect(page.getByRole('complementary', { name: 'Support' }).locator('iframe')).toBeVisible()
  const boxOf = async (name: string) =>
    (await page.getByRole('main').getByRole('region', { name }).boundingBox())!
  const filters = (await page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: 'Filters' }) })
    .boundingBox())!
  const results = await boxOf('Results')
  expect(filters.x + filters.width).toBeLessThan(results.x)
  expect(filters.y).toBeCloseTo(results.y, 0)
  expect(await findCutOff(page)).toEqual([])
})
