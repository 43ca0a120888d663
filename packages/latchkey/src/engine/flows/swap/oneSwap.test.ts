/** T73, F15, F19: at most one swap, whatever is pressed, cancelled, reloaded, lost or refused, in whatever order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import {
  createFakeChain,
  createWorld,
  dai,
  settled,
  type WalletAnswer,
  type World,
} from '../../fixtures/swapWorld.ts'
import { createSwaps } from './createSwaps.ts'

type Act = 'press' | 'cancel' | 'reload' | 'mine' | 'fail' | 'automine' | 'wait'

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Act>('press') },
    { weight: 5, arbitrary: fc.constantFrom<Act>('cancel', 'reload', 'mine', 'fail', 'automine', 'wait') },
  ),
  { minLength: 3, maxLength: 10 },
)
const answers = fc.array(
  fc.constantFrom<WalletAnswer>('approve', 'approve', 'reject', 'lose', 'lose-unsent'),
  {
    maxLength: 6,
  },
)

async function run(sell: string, steps: readonly Act[], wallet: readonly WalletAnswer[], batches: boolean) {
  const chain = createFakeChain()
  chain.automine = false
  const store = createMemoryStorage()
  let world: World | undefined
  let swaps = undefined as unknown as ReturnType<typeof createSwaps>
  let answered = 0

  async function load() {
    world?.end()
    const before = world
    const rest = wallet.slice(answered)
    world = createWorld({
      chain,
      store,
      wallet: rest,
      ...(before && { clock: before.clock }),
      ...(batches && { batches }),
    })
    swaps = createSwaps(world.engine)
    swaps.flow.enter()
    await settled()
    await fill()
  }

  /** A visitor who sees that it was sent, or done, does not ask for it again. */
  async function fill() {
    const { journal, clock } = world as World
    const isSent = (await journal.refresh()).some(
      each => each.kind === 'swap' && (each.status === 'pending' || each.status === 'confirmed'),
    )
    const { flow } = swaps
    if (isSent || flow.form.getState().typed !== '') return
    const token = (key: string) => flow.tokens.getState().tokens.find(each => each.key === key) as never
    flow.choose('sell', token(sell))
    flow.choose('buy', token(sell === dai ? 'native' : dai))
    flow.type('sell', '0.5')
    clock.advance(500)
    await settled()
  }

  async function press() {
    await fill()
    const intent = swaps.flow.review()
    if (swaps.review.progress.getState().at === 'asking') return swaps.review.send()
    swaps.review.begin(intent)
    await settled()
    swaps.review.send()
    swaps.review.send()
    await settled()
  }

  await load()
  for (const step of steps) {
    const { requests, clock } = world as World
    const before = requests.length
    if (step === 'press') await press()
    else if (step === 'cancel') swaps.review.cancel()
    else if (step === 'reload') await load()
    else if (step === 'mine') chain.mine()
    else if (step === 'fail') chain.mine('failed')
    else if (step === 'automine') {
      chain.automine = true
      chain.mine()
    }
    for (let gone = 0; gone < 4; gone++) {
      clock.advance(1_500)
      await settled()
    }
    answered += (world as World).requests.length - (step === 'reload' ? 0 : before)
  }
  chain.mine()
  world?.end()
  return [...chain.mined.values()].filter(({ act, status }) => act.does === 'swap' && status === 'confirmed')
}

test.each([
  ['the network’s own currency', 'native', false],
  ['a token', dai, false],
  ['a token in batches', dai, true],
])('of %s', { timeout: 120_000 }, async (_what, sell, batches) => {
  await fc.assert(
    fc.asyncProperty(acts, answers, async (steps, wallet) => {
      const done = await run(sell, steps, wallet, batches)
      expect(done.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 40 },
  )
})
