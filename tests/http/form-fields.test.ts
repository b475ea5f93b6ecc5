import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, onlyKnown } from '~/http/form-fields.server'
import { draftEntries, NEW_DRAFT } from '~/models/workflows/draft'
import { WorkflowForm } from '~/models/workflows/form'

test('accepts the fields of every variant of the schema', () => {
  const either = z.discriminatedUnion('intent', [
    z.object({ intent: z.literal('read'), id: z.string() }),
    z.object({ intent: z.literal('readAll') }),
  ])
  expect([...fieldsOf(either)]).toEqual(['intent', 'id'])
  const changed = z.object({ name: z.string() }).transform(({ name }) => name)
  expect([...fieldsOf(changed)]).toEqual(['name'])
})

test('drops unknown fields', () => {
  const form = new FormData()
  for (const name of ['name', '__intent__', 'name[0]', 'name']) form.append(name, 'a')
  expect([...onlyKnown(form, z.object({ name: z.string() })).keys()]).toEqual(['name', 'name'])
})

test('rejects a schema that accepts any field name', () => {
  for (const schema of [z.record(z.string(), z.unknown()), z.looseObject({ name: z.string() })])
    expect(() => fieldsOf(schema)).toThrow('must name its fields')
})

test('the workflow form reads every field and reports missing ones', () => {
  const sent = new FormData()
  for (const [name, value] of draftEntries({ ...NEW_DRAFT, emailListIds: [crypto.randomUUID()] }))
    sent.append(name, value)
  sent.append('intent', 'save')
  const errors = () => parseWithZod(onlyKnown(sent, WorkflowForm), { schema: WorkflowForm }).reply().error
  expect(errors()).toEqual({ name: ['Please enter a workflow name'] })
  sent.append('name', 'Find people')
  expect(errors()).toBeUndefined()
})
