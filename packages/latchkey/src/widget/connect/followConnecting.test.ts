import { expect, test } from 'vitest'
import type { Connection } from '../../contract/connection.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { createConnecting } from '../../engine/flows/connect/createConnecting.ts'
import { tickTime } from '../shell/tickTime.ts'
import { followConnecting } from './followConnecting.ts'

const wallets = ['eip155', 'solana'].map(namespace => ({ namespace }))
const row = { walletId: 'fox', discovered: wallets } as unknown as WalletRow
const settled = () => new Promise(resolve => setTimeout(resolve))

/** A wallet of two namespaces that answers on demand, and the recorded reactions of the widget. */
function setUp() {
  const clock = createFakeClock()
  const answers: { resolve: (connection: Connection) => void; reject: (cause: unknown) => void }[] = []
  const connect = () => new Promise<Connection>((resolve, reject) => answers.push({ resolve, reject }))
  const connecting = createConnecting({ ctx: { clock, config: { adapters: [] } }, connect })
  const did: string[] = []
  const stop = followConnecting(connecting, {
    clock,
    loading: (namespace, isLoading) => did.push(`${namespace} ${isLoading ? 'loads' : 'is over'}`),
    connected: ({ id }) => did.push(`connected ${id}`),
    done: () => did.push('done'),
  })
  const approve = async () => {
    answers.at(-1)?.resolve({ id: 'one' } as Connection)
    await settled()
  }
  const refuse = async () => {
    answers.at(-1)?.reject(createError('CONNECTION_REJECTED'))
    await settled()
  }
  return { clock, connecting, did, stop, approve, refuse }
}

test('an approval is reported at once, and the view continues after the tick', async () => {
  const { clock, connecting, did, approve } = setUp()
  connecting.enter(row, 'eip155')
  await approve()
  expect(did).toEqual(['eip155 loads', 'eip155 is over', 'connected one'])
  clock.advance(tickTime)
  expect(did.at(-1)).toBe('done')
})

test('a view left during the tick does not continue', async () => {
  const { clock, connecting, did, approve } = setUp()
  const leave = connecting.enter(row, 'eip155')
  await approve()
  leave()
  clock.advance(tickTime)
  expect(did).not.toContain('done')
})

test('of two namespaces only the requested one loads', () => {
  const { connecting, did } = setUp()
  const leave = connecting.enter(row)
  connecting.choose('eip155')
  connecting.choose('solana')
  leave()
  expect(did).toEqual(['eip155 loads', 'eip155 is over', 'solana loads', 'solana is over'])
})

test('a refusal ends the loading, and another try starts it again', async () => {
  const { connecting, did, refuse } = setUp()
  connecting.enter(row, 'eip155')
  await refuse()
  connecting.retry()
  expect(did).toEqual(['eip155 loads', 'eip155 is over', 'eip155 loads'])
})

test('a destroyed widget ignores a late answer', async () => {
  const { clock, connecting, did, stop, approve } = setUp()
  connecting.enter(row, 'eip155')
  stop()
  await approve()
  clock.advance(tickTime)
  expect(did).toEqual(['eip155 loads'])
})
