import { z } from 'zod'
import { notFound } from '~/errors'
import { type SandboxCall, sandboxCall } from '~/http/sandbox.server'
import { openAsPerson, prefetch, scan, syncReceiver, unsubscribeByOneClick } from '~/jobs/sandbox/acts.server'

const Act = z.object({
  text: z.string().max(100_000).optional(),
  status: z
    .string()
    .regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'Enter a status such as 5.1.1')
    .optional(),
  returnsOn: z
    .union([z.iso.date('Enter a date such as 2026-01-31'), z.literal('').transform(() => undefined)])
    .optional(),
  /** The files of a reply. */
  files: z
    .array(z.object({ name: z.string().min(1).max(200), text: z.string().max(1_000_000) }))
    .max(20)
    .optional(),
})
type Call = SandboxCall<z.output<typeof Act>>

const ACTS: Record<string, (call: Call, id: string) => Promise<void>> = {
  open: ({ app }, id) => openAsPerson(app, id),
  prefetch: ({ app }, id) => prefetch(app, id),
  scan: ({ app }, id) => scan(app, id),
  unsubscribe: ({ app }, id) => unsubscribeByOneClick(app, id),
  reply: async ({ app, sandbox, body }, id) =>
    syncReceiver(
      app,
      await sandbox.google.people.reply(id, {
        text: body.text || 'Thank you, that sounds good.',
        attachments: body.files?.map(({ name, text }) => ({ filename: name, content: text })),
      }),
    ),
  'auto-reply': async ({ app, sandbox, body }, id) =>
    syncReceiver(
      app,
      await sandbox.google.people.autoReply(id, body.returnsOn ? { returnsOn: body.returnsOn } : {}),
    ),
  bounce: async ({ app, sandbox, body }, id) =>
    syncReceiver(app, await sandbox.google.people.bounce(id, body.status ? { status: body.status } : {})),
  complain: async ({ app, sandbox }, id) => syncReceiver(app, await sandbox.google.people.complain(id)),
}

/** POST /sandbox/messages/{id}/{act}: what the recipient, or a machine before them, does with a message. */
export const action = sandboxCall(Act, async (call) => {
  const { id = '', act = '' } = call.params
  const run = Object.hasOwn(ACTS, act) ? ACTS[act] : undefined
  if (!run) notFound()
  await run(call, id)
})
export const loader = action
