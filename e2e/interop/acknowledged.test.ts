import { describe, test } from 'vitest'
import { acknowledgedRounds } from './acknowledgedRounds.ts'
import { slowDisk } from './faults/slowDisk.ts'
import { openWorld } from './openWorld.ts'

const wallet = { package: '@reown/walletkit', set: 'usual' } as const
const dapp = { package: '@walletconnect/sign-client', set: 'usual' } as const

describe('official clients lose no answer in rounds of update, extend, event, request and disconnect', () => {
  test('eight rounds', async () => {
    await using world = await openWorld()
    await acknowledgedRounds(world, { dapp, wallet }, 8)
  })

  test('four rounds while the relay’s disk is slow, so that dapps answer before it acknowledges', async () => {
    await using world = await openWorld()
    using _ = slowDisk(world.relay.folder)
    await acknowledgedRounds(world, { dapp, wallet }, 4)
  })
})
