import { api, operation } from '~/http/api.server'
import { EnrolledResponse } from '~/models/api/sequences'
import { ContactAct } from '~/models/sequences/members/enrolled'
import { actOnEnrolled, getEnrolled } from '~/models/sequences/members/enrolled.server'
import { holdsUpRunning, isRunning } from '~/models/sequences/running.server'

const route = api({
  GET: operation({
    summary: 'A contact in a sequence',
    response: EnrolledResponse,
    run: ({ db, userId, params }) => getEnrolled(db, userId, params.id!, params.contactId!),
  }),
  PATCH: operation({
    summary: 'Pauses, resumes or stops a contact in a sequence, or skips its next step',
    response: EnrolledResponse,
    body: ContactAct,
    // What stops here lets another sequence of the contact go on.
    sends: async ({ db, userId, params: { id, contactId }, body: { action } }) =>
      ((action === 'resume' || action === 'skip') && (await isRunning(db, userId, id))) ||
      ((action === 'stop' || action === 'skip') && (await holdsUpRunning(db, userId, id, contactId))),
    run: async ({ app, db, userId, params, body }) =>
      actOnEnrolled(
        db,
        userId,
        { sequenceId: params.id!, contactId: params.contactId!, act: body.action },
        await app.clock.now(),
      ),
  }),
  DELETE: operation({
    summary: 'Stops a contact in a sequence',
    response: EnrolledResponse,
    sends: ({ db, userId, params: { id, contactId } }) => holdsUpRunning(db, userId, id, contactId),
    run: async ({ app, db, userId, params }) =>
      actOnEnrolled(
        db,
        userId,
        { sequenceId: params.id!, contactId: params.contactId!, act: 'stop' },
        await app.clock.now(),
      ),
  }),
})

export const loader = route.loader
export const action = route.action
