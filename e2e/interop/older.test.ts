import { afterAll, beforeAll, describe, test } from 'vitest'
import { openWorld, type PeerKind, type World } from './openWorld.ts'
import { shortFlow } from './shortFlow.ts'

const usual = (name: string): PeerKind => ({ package: name, set: 'usual' })

describe('older lines', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.[Symbol.asyncDispose]())

  test.each([
    ['sign-client-2.8.6', 'web3wallet-1.9.5'],
    ['sign-client-2.17.5', 'walletkit-1.0.1'],
  ])('%s with %s', (dapp, wallet) => shortFlow(world, { dapp: usual(dapp), wallet: usual(wallet) }))
})
