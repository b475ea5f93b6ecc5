import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { VersionResponse } from '~/models/api/sequences'
import { countVersions, listVersions } from '~/models/sequences/versions/list.server'
import { PageQuery } from '~/models/shared/fields'

/** The cursor is the number of the last version. */
const VersionsQuery = PageQuery.extend({
  limit: PageQuery.shape.limit.unwrap().max(100, 'The limit is at most 100').default(50),
  cursor: z.string().max(9, 'Invalid cursor').regex(/^\d+$/, 'Invalid cursor').transform(Number).optional(),
})

const route = api({
  GET: operation({
    summary: 'The versions of a sequence, newest first, with what each changed',
    response: z.array(VersionResponse),
    query: VersionsQuery,
    run: async ({ db, userId, params, query: { limit, cursor: before } }) => {
      const { versions, hasMore } = await listVersions(db, userId, params.id!, { before, limit })
      return paged({
        rows: versions,
        cursor: hasMore ? String(versions.at(-1)!.number) : null,
        total: await countVersions(db, params.id!),
      })
    },
  }),
})

export const loader = route.loader
export const action = route.action
