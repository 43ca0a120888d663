import { expect, test } from 'vitest'
import type { Connection } from '../../../contract/connection.ts'
import { limits } from '../../../contract/limits.ts'
import type { WalletRow } from '../../../contract/wallet.ts'
import { orAborted } from '../../base/orAborted.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createConnecting } from './createConnecting.ts'

const config = { adapters: [] }

const row: WalletRow = {
  key: 'custom:one',
  walletId: 'custom:one',
  group: 'custom',
  name: 'One',
  discovered: [
    { key: '1', namespace: 'eip155', source: 'announced', info: { name: 'One' }, provider: undefined },
  ],
}

test.each([
  ['an error of the page', new TypeError('offline')],
  ['no error at all', undefined],
  ['an error of another product', { code: 4001, message: 'no' }],
])('shows that connecting failed when the engine rejects with %s', async (_name, cause) => {
  const connecting = createConnecting({
    connect: () => Promise.reject(cause),
    ctx: { clock: createFakeClock(), config },
  })
  connecting.enter(row)
  await expect.poll(() => connecting.machine.getState()).toMatchObject({ at: 'failed', failure: 'other' })
})

test('F09: a silent wallet ends in APKT004 after 240 s, its late answer is dropped, and it can be asked again', async () => {
  const clock = createFakeClock()
  const answers: ((connection: Connection) => void)[] = []
  const connecting = createConnecting({
    connect: ({ signal }) => orAborted(new Promise(resolve => answers.push(resolve)), signal as AbortSignal),
    ctx: { clock, config },
  })
  connecting.enter(row)
  clock.advance(limits.pairingExpiry - 1)
  expect(connecting.machine.getState()).toMatchObject({ at: 'requesting', waiting: 'silent' })
  clock.advance(1)
  await expect
    .poll(() => connecting.machine.getState())
    .toMatchObject({ at: 'failed', failure: 'unanswered' })

  answers[0]?.({ id: 'late' } as Connection)
  connecting.retry()
  answers[1]?.({ id: 'again' } as Connection)
  await expect
    .poll(() => connecting.machine.getState())
    .toMatchObject({ at: 'connected', connection: { id: 'again' } })
})

test('offers the namespaces of a wallet in the order of its row, the one used last first', () => {
  const found = (namespace: string) => ({ ...row.discovered[0], key: namespace, namespace }) as const
  const both = { ...row, discovered: [found('eip155'), found('solana')] } as WalletRow
  const connecting = createConnecting({
    connect: () => new Promise(() => undefined),
    ctx: { clock: createFakeClock(), config },
  })
  const chosen = () => connecting.machine.getState()
  connecting.enter(both)()
  connecting.enter(both)
  expect(chosen()).toEqual({ at: 'choosing', namespaces: ['eip155', 'solana'] })
  connecting.enter({ ...both, usedNamespace: 'solana' })
  expect(chosen()).toEqual({ at: 'choosing', namespaces: ['solana', 'eip155'] })
  connecting.choose('solana')
  expect(chosen()).toMatchObject({ at: 'requesting', namespace: 'solana' })
  // A host that asked for one namespace has made the choice.
  connecting.enter(both, 'eip155')
  expect(chosen()).toMatchObject({ at: 'requesting', namespace: 'eip155' })
})
