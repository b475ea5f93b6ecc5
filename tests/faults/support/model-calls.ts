import { and, desc, eq } from 'drizzle-orm'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, updateContact } from '~/models/contacts/contact.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { addToPersona, moveBetweenLists, removeFromPersona } from '~/models/personas/contacts.server'
import { deletePersona } from '~/models/personas/persona.server'
import { cloneSequence } from '~/models/sequences/clone.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import {
  activateSequence,
  enrollByIds,
  launchSequence,
  linkPersona,
  pauseSequence,
  unlinkPersona,
} from '~/models/sequences/run.server'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import { createStep, deleteStep, listSteps, updateStep } from '~/models/sequences/step.server'
import { recordHit, unsubscribe } from '~/models/tracking/tracking.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import { secrets } from '../../support/outreach'
import type { ModelSequence } from './model'
import type { Run } from './model-run'

const ME = { method: 'GET', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ownPreview: false }

/**
 * One call, applied to the model and started in the program; null if it does not apply. `expected` is a refusal's
 * code.
 */
type Call = (run: Run) => Promise<{ says: string; expected?: string | null; work: Promise<unknown> } | null>

const living = ({ steps }: ModelSequence) => steps.filter((step) => !step.deleted)

/** An enrollment that got an email, with its newest one. */
async function somebodyWritten(run: Run) {
  const all = [...run.model.sequences].flatMap(([id, sequence]) =>
    [...sequence.enrollments.values()].filter((one) => one.sent.length > 0).map((one) => ({ id, one })),
  )
  const chosen = run.of(all)
  if (!chosen) return null
  const [send] = await run.db
    .select()
    .from(emailSends)
    .where(
      and(
        eq(emailSends.sequenceId, chosen.id),
        eq(emailSends.recipientEmail, chosen.one.email),
        eq(emailSends.state, 'sent'),
      ),
    )
    .orderBy(desc(emailSends.sentAt))
    .limit(1)
  return { ...chosen, send: send! }
}

/** The calls, by name. */
export const calls: Record<string, Call> = {
  async newContact(run) {
    const list = run.of(run.model.lists)!
    const gone = [...run.ids.keys()].filter((email) => !run.model.contacts.has(email))
    const again = run.random() < 0.3 && run.of(gone)
    const email = again || `${run.name}-${run.made++}@people.example`
    run.model.addContact(email, list)
    if (!again && run.model.dead.size < 3 && run.random() < 0.1) run.model.dead.add(email)
    const input = NewContact.parse({ email, personaId: list })
    const work = createContact(run.db, run.userId, input, run.now, secrets).then(({ id }) =>
      run.ids.set(email, id),
    )
    return { says: `newContact ${email} ${list}`, work }
  },
  async deleteContact(run) {
    const email = run.of(run.model.contacts.keys())
    if (!email) return null
    run.model.deleteContact(email)
    return {
      says: `deleteContact ${email}`,
      work: deleteContact(run.db, run.userId, run.ids.get(email)!, run.now, secrets),
    }
  },
  async suppress(run) {
    const email = run.of(run.model.contacts.keys())
    if (!email || run.random() < 0.5) return null
    run.model.stop(email, 'suppressed')
    return {
      says: `suppress ${email}`,
      work: updateContact(run.db, run.userId, run.ids.get(email)!, { suppressed: true }, run.now, secrets),
    }
  },
  async joinList(run) {
    const [email, list] = [run.of(run.model.contacts.keys()), run.of(run.model.lists)!]
    if (!email) return null
    run.model.joinList(email, list)
    const members = { personaId: list, contactIds: [run.ids.get(email)!] }
    return {
      says: `joinList ${email} ${list}`,
      work: addToPersona(run.db, run.userId, members, run.now, secrets),
    }
  },
  async leaveList(run) {
    const [email, list] = [run.of(run.model.contacts.keys()), run.of(run.model.lists)!]
    if (!email) return null
    const expected = run.model.leaveList(email, list)
    return {
      says: `leaveList ${email} ${list}`,
      expected,
      work: removeFromPersona(run.db, run.userId, list, run.ids.get(email)!),
    }
  },
  async move(run) {
    const found = run.of([...run.model.contacts].filter(([, { lists }]) => lists.size > 0))
    if (!found) return null
    const [email, { lists }] = found
    const from = run.of(lists.keys())!
    const to = run.of([...run.model.lists].filter((list) => list !== from))!
    run.model.move(email, from, to)
    const input = { sourcePersonaId: from, destinationPersonaId: to, contactIds: [run.ids.get(email)!] }
    return {
      says: `move ${email} ${from} ${to}`,
      work: moveBetweenLists(run.db, run.userId, input, run.now, secrets),
    }
  },
  async replaceList(run) {
    const list = run.of(run.model.lists)!
    if (run.random() < 0.7) return null
    run.model.deleteList(list)
    run.model.lists.add((await run.outreach.makeList()).id)
    return { says: `deleteList ${list}`, work: deletePersona(run.db, run.userId, list) }
  },
  async link(run) {
    const [id, list] = [run.of(run.model.sequences.keys()), run.of(run.model.lists)!]
    if (!id) return null
    run.model.link(id, list)
    return { says: `link ${id} ${list}`, work: linkPersona(run.db, run.userId, id, list, run.now, secrets) }
  },
  async unlink(run) {
    const [id, list] = [run.of(run.model.sequences.keys()), run.of(run.model.lists)!]
    if (!id) return null
    const expected = run.model.unlink(id, list)
    return { says: `unlink ${id} ${list}`, expected, work: unlinkPersona(run.db, run.userId, id, list) }
  },
  async activate(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.activate(id)
    return {
      says: `activate ${id}`,
      expected,
      work: activateSequence(run.db, run.userId, id, run.now, secrets),
    }
  },
  async launch(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.launch(id)
    return { says: `launch ${id}`, expected, work: launchSequence(run.db, run.userId, id, run.now, secrets) }
  },
  async pause(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.pause(id)
    return { says: `pause ${id}`, expected, work: pauseSequence(run.db, run.userId, id) }
  },
  async enroll(run) {
    const [id, email] = [run.of(run.model.sequences.keys()), run.of(run.model.contacts.keys())]
    if (!id || !email) return null
    run.model.enrollNamed(id, [email])
    const ids = [run.ids.get(email)!]
    return { says: `enroll ${id} ${email}`, work: enrollByIds(run.db, run.userId, id, ids, run.now, secrets) }
  },
  async limit(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const contactLimit = run.of([1, 2, 4, null])!
    run.model.setLimit(id, contactLimit)
    return {
      says: `limit ${id} ${contactLimit}`,
      work: updateSequence(run.db, run.userId, id, { contactLimit }, run.now),
    }
  },
  async addStep(run) {
    const found = run.of([...run.model.sequences].filter(([, one]) => living(one).length < 4))
    if (!found) return null
    const [id, sequence] = found
    const [delayDays, windowHours] = [run.below(4), run.of([1, 24, 48])!]
    const fields = { delayDays, sendHour: 9, sendMinute: sequence.minute, reactionWindowHours: windowHours }
    const input = NewStep.parse({ templateId: run.outreach.templateId, ...fields })
    const work = createStep(run.db, run.userId, id, input, run.midnight).then((step) => {
      sequence.steps.push({ id: step.id, delayDays, windowHours, deleted: false })
      run.model.replan(sequence)
    })
    return { says: `addStep ${id} +${delayDays}d ${windowHours}h`, work }
  },
  async editStep(run) {
    const found = run.of([...run.model.sequences].filter(([, one]) => living(one).length > 0))
    if (!found) return null
    const [id, sequence] = found
    const step = run.of(living(sequence))!
    Object.assign(step, { delayDays: run.below(4), windowHours: run.of([1, 24, 48])! })
    run.model.replan(sequence)
    const { delayDays, windowHours: reactionWindowHours } = step
    const change = StepChange.parse({ delayDays, reactionWindowHours })
    return {
      says: `editStep ${step.id} of ${id} +${delayDays}d ${reactionWindowHours}h`,
      work: updateStep(run.db, run.userId, step.id, change, run.midnight),
    }
  },
  async deleteStep(run) {
    const found = run.of([...run.model.sequences].filter(([, one]) => living(one).length > 1))
    if (!found || run.random() < 0.5) return null
    const [id, sequence] = found
    const step = run.of(living(sequence))!
    step.deleted = true
    run.model.replan(sequence)
    return { says: `deleteStep ${step.id} of ${id}`, work: deleteStep(run.db, run.userId, step.id) }
  },
  async clone(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id || run.model.sequences.size >= 4) return null
    const { limit } = run.model.sequences.get(id)!
    const own = living(run.model.sequences.get(id)!)
    // Its own minute, because the order of simultaneous events is undefined.
    const minute = 14 + run.made++
    const work = cloneSequence(run.db, run.userId, id).then(async (copy) => {
      run.model.addSequence(copy.id, minute, limit)
      for (const [index, { id }] of (await listSteps(run.db, run.userId, copy.id)).entries()) {
        await updateStep(run.db, run.userId, id, StepChange.parse({ sendMinute: minute }), run.midnight)
        run.model.sequences.get(copy.id)!.steps.push({ ...own[index]!, id })
      }
    })
    return { says: `clone ${id}`, work }
  },
  async deleteSequence(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id || run.random() < 0.8) return null
    run.model.sequences.delete(id)
    return { says: `deleteSequence ${id}`, work: deleteSequence(run.db, run.userId, id) }
  },
  async open(run) {
    const found = await somebodyWritten(run)
    if (!found) return null
    run.model.open(found.one)
    const hit = { ...ME, token: found.send.trackingToken, address: '203.0.113.9' }
    return { says: `open ${found.one.email}`, work: recordHit(run.db, hit, run.now) }
  },
  async reply(run) {
    const found = await somebodyWritten(run)
    if (!found) return null
    run.model.reply(found.one)
    const inbound = {
      ...UNREADABLE,
      ...{ kind: 'reply' as const, hard: null, class: null, recipients: [], status: null, reason: '' },
      ...{ originalMessageIds: [], sendId: found.send.id, from: found.one.email },
      ...{ subject: 'Re: Hi', text: 'Yes', stop: false },
    }
    const received = {
      mailboxId: run.mailboxId,
      providerId: crypto.randomUUID(),
      receivedAt: run.now,
      inbound,
    }
    return {
      says: `reply ${found.one.email}`,
      work: processInbound(run.db, run.userId, received, run.now, secrets),
    }
  },
  async person(run) {
    const found = run.of(
      [...run.model.sequences].flatMap(([id, { enrollments }]) =>
        [...enrollments.values()].map((one) => ({ id, one })),
      ),
    )
    if (!found) return null
    const { id, one } = found
    const act = run.of(['pause', 'pause', 'resume', 'resume', 'stop'] as const)!
    const expected = run.model.act(run.model.sequences.get(id)!, one, act)
    const [row] = await run.db
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, id),
          eq(sequenceContacts.addressHash, secrets.addressHash(run.userId, one.email)),
        ),
      )
    const input = { sequenceId: id, enrollmentIds: [row!.id], act }
    return {
      says: `${act} ${one.email} in ${id}`,
      expected,
      work: actOnEnrollments(run.db, run.userId, input, run.now),
    }
  },
  async unsubscribe(run) {
    const found = await somebodyWritten(run)
    if (!found || run.random() < 0.6) return null
    run.model.stop(found.one.email, 'unsubscribed')
    return {
      says: `unsubscribe ${found.one.email}`,
      work: unsubscribe(run.db, found.send.unsubscribeToken, run.now, secrets),
    }
  },
}
