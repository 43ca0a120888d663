import { expect, test } from 'vitest'
import type { SwapStep } from '../../nouns/swaps/swapQuote.ts'
import { type ProgressEvent, progressTransition } from './progressTransition.ts'
import type { ReviewedSwap, SwapProgress } from './swapFlow.ts'

const amount = { value: 1n, decimals: 18 }
const token = { key: 'native', name: 'Ether', symbol: 'ETH', decimals: 18 }
const review: ReviewedSwap = {
  id: 'id',
  from: 'eip155:1:0x1',
  caipNetworkId: 'eip155:1',
  sell: token,
  buy: token,
  quote: {
    ...{ id: 'q', provider: 'pools', exact: 'in', out: amount, in: amount, most: amount, least: amount },
    ...{ expiresAt: 0, fees: [], route: [], zeroFirst: false },
  },
  slippageBps: 100,
  steps: [{ kind: 'swap', at: 'todo' }],
  simulation: 'asking',
}
const steps = (...at: SwapStep['at'][]): SwapStep[] => at.map(each => ({ kind: 'approve', at: each }))
const idle: SwapProgress = { at: 'idle' }
const preparing: SwapProgress = { ...review, at: 'preparing' }
const reviewing: SwapProgress = { ...review, at: 'reviewing', confirm: false }
const asking: SwapProgress = { ...review, at: 'asking', waiting: 'slow' }
const waiting: SwapProgress = { ...review, at: 'waiting', hash: '0x1' }
const refused: SwapProgress = { ...review, at: 'refused', failure: 'price', reason: 'x' }
const sent: SwapProgress = { at: 'sent', id: 'id', hash: '0x1', review }

test.each<[string, SwapProgress, ProgressEvent, SwapProgress]>([
  ['a review begins', idle, { type: 'preparing', review }, preparing],
  ['a review begins anew after a refusal, without it', refused, { type: 'preparing', review }, preparing],
  ['it is planned', preparing, { type: 'planned', review }, reviewing],
  [
    'a worse one is marked',
    preparing,
    { type: 'planned', review, before: review.quote },
    { ...reviewing, before: review.quote } as SwapProgress,
  ],
  ['a plan for a view that was left is dropped', idle, { type: 'planned', review }, idle],
  ['pressed once', reviewing, { type: 'pressed' }, { ...reviewing, confirm: true } as SwapProgress],
  ['pressed while preparing', preparing, { type: 'pressed' }, preparing],
  [
    'the wallet is asked',
    preparing,
    { type: 'asked', review },
    { ...review, at: 'asking', waiting: 'brief' },
  ],
  [
    'the wallet takes its time',
    asking,
    { type: 'waited', waiting: 'silent' },
    { ...asking, waiting: 'silent' } as SwapProgress,
  ],
  ['the chain takes its time', waiting, { type: 'waited', waiting: 'silent' }, waiting],
  [
    'an approval is sent',
    asking,
    { type: 'stepped', steps: steps('sent', 'todo'), hash: '0x2' },
    { ...review, steps: steps('sent', 'todo'), at: 'waiting', hash: '0x2' },
  ],
  [
    'the next step is asked for',
    waiting,
    { type: 'stepped', steps: steps('done', 'asking') },
    { ...review, steps: steps('done', 'asking'), at: 'asking', waiting: 'brief' },
  ],
  ['a step of a review that was left', idle, { type: 'stepped', steps: steps('sent') }, idle],
  [
    'refused',
    asking,
    { type: 'refused', failure: 'rejected' },
    { ...review, at: 'refused', failure: 'rejected' },
  ],
  [
    'what was refused waits in no wallet any more',
    { ...asking, steps: steps('done', 'asking') } as SwapProgress,
    { type: 'refused', failure: 'rejected' },
    { ...review, steps: steps('done', 'todo'), at: 'refused', failure: 'rejected' },
  ],
  ['sent', asking, { type: 'told', at: 'sent', id: 'id', hash: '0x1' }, sent],
  [
    'done keeps the review',
    sent,
    { type: 'told', at: 'done', id: 'id', hash: '0x1', legs: { in: amount } },
    { ...sent, at: 'done', legs: { in: amount } },
  ],
  ['one of the journal', idle, { type: 'followed', id: 'other' }, { at: 'sent', id: 'other' }],
  ['cancelled', asking, { type: 'cancelled' }, idle],
  ['cancelled after it was sent', sent, { type: 'cancelled' }, sent],
  ['left while the wallet asks', asking, { type: 'left' }, asking],
  ['left while the approval is on its way', waiting, { type: 'left' }, waiting],
  ['left', reviewing, { type: 'left' }, idle],
  ['left when it is sent', sent, { type: 'left' }, idle],
])('%s', (_what, state, event, expected) => {
  expect(progressTransition(state, event)).toEqual(expected)
})
