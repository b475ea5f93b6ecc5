import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templates } from '#drizzle/schema'
import { checkReadiness } from '~/models/planning/readiness.server'
import { activateSequence } from '~/models/sequences/run.server'
import { findPlaceholders, placeholderWarnings } from '~/models/templates/placeholders'
import { checkEmail } from '~/models/templates/preflight.server'
import { createTemplate } from '~/models/templates/template.server'
import { SAMPLE_CONTACT } from '~/models/templates/thread/sample'
import { paths } from '~/paths'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const found = (htmlBody: string, rest = {}) =>
  findPlaceholders({ subject: 'Hi', htmlBody, plainTextBody: null, ...rest })

test.each([
  ['<p>Hi,</p><p>Write here.</p>', ['Write here.']],
  ['<p>Dear Ann. Insert text here, please</p>', ['Insert text here']],
  ['<div>\n  Content&nbsp;1 </div><td>Content 2</td>', ['Content 1', 'Content 2']],
  ['<a href="https://example.com"> Button </a>', ['Button']],
  ['<a class="mj-link">Templates</a><a class="mj-link">Try it live</a>', ['Templates', 'Try it live']],
  ['<h1>GO TO SPACE</h1><a href="https://mjml.io/">ORDER YOUR TICKET NOW</a>', 3],
  ['<p>First line of text</p><p>Second line of text</p>', 2],
  ['<img src="https://via.placeholder.com/350x250/78c5d6/fff">', 1],
  ['<img src="/builder-picture.svg">', ['/builder-picture.svg']],
  ['<img src="https://source.unsplash.com/random/200x141">', 1],
])('finds %s', (html, expected) => {
  if (typeof expected === 'number') expect(found(html)).toHaveLength(expected)
  else expect(found(html)).toEqual(expected)
})

test('finds placeholders in subject and plain text', () => {
  expect(found('<p>Hi</p>', { subject: 'Insert text here', plainTextBody: 'Hi\n\nWrite here.\n' })).toEqual([
    'Insert text here',
    'Write here.',
  ])
})

test.each([
  '<p>You can write here. Press the button</p>',
  '<p>Button mushrooms</p><a href="https://example.com">Templates</a><h2>Getting started</h2>',
  '<p>See https://mjml.io/ for content 1</p>',
])('ignores ordinary text: %s', (html) => {
  expect(found(html)).toEqual([])
})

test('stays fast on adversarial text', () => {
  const started = process.cpuUsage().user
  found('<'.repeat(900_000))
  found(' '.repeat(900_000))
  found('Insert text here'.repeat(50_000))
  expect(process.cpuUsage(undefined).user - started).toBeLessThan(3_000_000)
})

test('pre-flight, checks, activation and saving refuse or warn', async () => {
  const { db, userId } = outreach
  const content = {
    subject: 'Hi',
    htmlBody: '<p>Insert text here</p><p>Write here.</p>',
    plainTextBody: null,
  }
  const errors = (await checkEmail(content, { ...SAMPLE_CONTACT, custom: {} }, new Set())).filter(
    (one) => one.severity === 'error',
  )
  expect(errors.map((one) => one.text)).toEqual([
    '“Insert text here” is a placeholder of the visual builder.',
    '“Write here.” is a placeholder of the visual builder.',
  ])
  expect(placeholderWarnings(content)).toEqual([
    'It still has placeholder text: “Insert text here” and 1 more. Replace it. Until then, its emails are not sent.',
  ])
  const template = await createTemplate(db, userId, { name: 'T', templateType: 'builder', ...content })
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id, { name: 'Intro', templateId: template.id })
  const env = { appUrl: 'https://mail.example', appIsLoopback: false, google: null, microsoft: null }
  expect(await checkReadiness(db, userId, id, null, env, NOW)).toContainEqual({
    severity: 'stops',
    text: 'The template of Intro still has placeholder text: “Insert text here” and 1 more.',
    fixes: [{ label: 'Replace it', to: paths.editTemplate(template.id) }],
  })
  expect(await refused(activateSequence(db, userId, id, NOW, secrets))).toBe(
    'CONFLICT: The template of Intro still has placeholder text: “Insert text here” and 1 more. Replace it, then activate the sequence',
  )
  await db.update(templates).set({ htmlBody: '<p>Hello</p>' }).where(eq(templates.id, template.id))
  expect((await activateSequence(db, userId, id, NOW, secrets)).status).toBe('running')
})
