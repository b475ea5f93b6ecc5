import { expect, test } from 'vitest'
import { checkEmail } from '~/models/templates/preflight.server'
import { previewTemplate } from '~/models/templates/thread/preview.server'
import { inThread } from '~/models/templates/thread/run.server'
import { SAMPLE_CONTACT } from '~/models/templates/thread/sample'

const LONG = 'x'.repeat(5_000)

test('a long email is shown and checked in its thread as a short one is here', async () => {
  const input = {
    subject: 'Hi {{ first_name }}',
    htmlBody: `<p>Dear {{ first_name }}, ${LONG}</p>`,
    plainTextBody: null,
  }
  const url = 'https://app.example'
  expect(await inThread('preview', LONG.length, input, url)).toEqual(previewTemplate(input, url))
  const sample = { ...SAMPLE_CONTACT, custom: {} }
  const content = { ...input, htmlBody: `${input.htmlBody}{{ unknown }}` }
  const findings = await inThread('check', LONG.length, content, sample, new Set<string>())
  expect(findings).toEqual(await checkEmail(content, sample, new Set()))
  expect(findings.length).toBeGreaterThan(0)
})

test('a refusal comes back from the thread as one, with its field', async () => {
  const html = `${'<style>.a{color:red}</style>'.repeat(1_001)}${LONG}`
  await expect(inThread('clean', html.length, html)).rejects.toMatchObject({
    ...{ name: 'AppError', code: 'INVALID', options: { field: 'htmlBody' } },
    message: expect.stringContaining('more than 1,000 rules'),
  })
})

test('a defect in the thread is one here', async () => {
  await expect(inThread('clean', 5_000, null as unknown as string)).rejects.toThrow(TypeError)
})
