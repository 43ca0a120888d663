import { expect, test, vi } from 'vitest'
import { createMachine } from '../../engine/base/machine.ts'
import { connection } from '../../engine/fixtures/connections.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { switchConnection } from './switchConnection.ts'

const one = connection('one')
const wallet = { namespace: 'eip155' }

function setUp(rows: readonly unknown[]) {
  const connect = vi.fn(async () => one)
  const state = { connections: [], shelved: [one], active: {}, activeNamespace: 'eip155' }
  const ctx = {
    config: { features: { multiWallet: true } },
    remote: createMachine({}, before => before),
    recents: createMachine([], before => before),
    connections: createMachine(state, before => before),
  }
  const runtime = { engine: { ctx, connect, walletRows: () => rows } } as unknown as Runtime
  return { connect, asked: switchConnection(runtime, { connectionId: 'one' }) }
}

test('a recent wallet is asked again', async () => {
  const { asked, connect } = setUp([{ walletId: one.walletId, discovered: [wallet] }])
  expect(await asked).toBe(one)
  expect(connect).toHaveBeenCalledExactlyOnceWith({ wallet, walletId: one.walletId })
})

test('T21 none is asked when several wallets claim its identity', async () => {
  const claim = { walletId: one.walletId, discovered: [wallet], ambiguous: true }
  const { asked, connect } = setUp([claim, claim])
  await expect(asked).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  expect(connect).not.toHaveBeenCalled()
})
