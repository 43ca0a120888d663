import { test } from 'vitest'
import { acknowledgedRounds } from './acknowledgedRounds.ts'
import { slowDisk } from './faults/slowDisk.ts'
import { openWorld } from './openWorld.ts'

const wallet = { package: '@reown/walletkit', set: 'usual' } as const
const dapp = { package: '@walletconnect/sign-client', set: 'usual' } as const

// Half of them on a slow disk, by twice as many pairs: their rounds take twice as long.
test('official clients lose no answer in 200 rounds of update, extend, event, request and disconnect', async () => {
  await using quick = await openWorld()
  await using slow = await openWorld()
  using _ = slowDisk(slow.relay.folder)
  await Promise.all([
    ...Array.from({ length: 2 }, () => acknowledgedRounds(quick, { dapp, wallet }, 50)),
    ...Array.from({ length: 4 }, () => acknowledgedRounds(slow, { dapp, wallet }, 25)),
  ])
})
