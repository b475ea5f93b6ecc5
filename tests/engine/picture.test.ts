import { expect, it } from 'vitest'
import { pictureOf } from '~/engine/picture'
import { END, list, mail, sequence, side, to, wait } from './support/build'

it('shows the main line with its days and ends', () => {
  const { nodes, edges } = pictureOf(sequence([mail('a', 1), mail('b', 2)]))
  expect(nodes).toEqual([
    { id: 'a', type: 'send_email', column: 0, row: 0, ends: ['replied'] },
    { id: 'b', type: 'send_email', column: 0, row: 1, ends: ['not_opened', 'opened_no_reply', 'replied'] },
  ])
  expect(edges).toEqual([{ from: 'a', to: 'b', reactions: ['not_opened', 'opened_no_reply'], days: 2 }])
})

it('shows side steps with their reactions', () => {
  const plan = sequence([
    mail('a', 1, { on: { replied: { next: to('thanks'), waitDays: 1 }, opened_no_reply: to('w') } }),
    mail('b', 2),
    side(mail('thanks', 3)),
    side(wait('w', 4, 3, 'days')),
    list('l', 5, END),
  ])
  const { nodes, edges } = pictureOf(plan)
  expect(nodes.map(({ id, column }) => [id, column])).toEqual([
    ['a', 0],
    ['b', 0],
    ['thanks', 1],
    ['w', 1],
    ['l', 0],
  ])
  expect(edges).toContainEqual({ from: 'a', to: 'thanks', reactions: ['replied'], days: 1 })
  expect(edges).toContainEqual({ from: 'a', to: 'w', reactions: ['opened_no_reply'], days: 2 })
  expect(edges).toContainEqual({ from: 'a', to: 'b', reactions: ['not_opened'], days: 2 })
  expect(nodes.at(-1)!.ends).toEqual([null])
})
