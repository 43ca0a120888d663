import { test } from 'vitest'
import { acknowledgedRounds } from './acknowledgedRounds.ts'
import { openWorld } from './openWorld.ts'

const wallet = { package: '@reown/walletkit', set: 'usual' } as const
const dapp = { package: '@walletconnect/sign-client', set: 'usual' } as const

test('official clients lose no answer in 200 rounds of update, extend, event, request and disconnect', async () => {
  await using world = await openWorld()
  await Promise.all(Array.from({ length: 4 }, () => acknowledgedRounds(world, { dapp, wallet }, 50)))
})
