/** Connecting and signing in with one approval, as far as the page is concerned (DECISIONS C10). */

import { describe, expect, test } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { AdapterDescriptor, ChainAdapter } from '../../../contract/adapter.ts'
import type { LatchkeyOptions } from '../../../contract/options.ts'
import type { Proof, Siwx, SiwxSession } from '../../../contract/siwx.ts'
import { createFakePairing } from '../../../widget/fixtures/createFakePairing.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { plainAdapter } from '../../nouns/sessions/plainAdapter.ts'
import { createPairFlow } from './createPairFlow.ts'
import type { PairSignIn } from './pairFlow.ts'
import type { PairState } from './pairTransition.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const fields = {
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1',
  nonce: 'n'.repeat(22),
  issuedAt: '2026-11-21T09:00:00.000Z',
}
const proof: Proof = {
  type: 'eip191',
  signature: '0x11',
  message: 'signed',
  data: { ...fields, accountAddress: address, chainId: 'eip155:1' },
} as Proof

/** Connects whatever the session grants. */
const plain: AdapterDescriptor = {
  namespace: 'eip155',
  facts: testFacts('eip155'),
  discover: () => () => undefined,
  load: async () => ({
    namespace: 'eip155',
    isAddress: (value): value is string => typeof value === 'string',
    formatAddress: each => each,
    connect: async () => ({
      caipNetworkId: 'eip155:1',
      accounts: [{ caip10: `eip155:1:${address}`, type: 'eoa' }],
    }),
    watch: () => () => undefined,
    abilities: () => ({}),
  }),
}

async function setUp(
  fake: Partial<Siwx> = {},
  signIn?: () => Promise<PairSignIn | undefined>,
  adapters: LatchkeyOptions['adapters'] = [plain],
) {
  const clock = createFakeClock()
  const pairing = createFakePairing({ clock })
  const ended: string[] = []
  const siwx = {
    createMessage: async input => ({ ...fields, ...input, toString: () => 'asked' }),
    addSession: async () => undefined,
    getSessions: async () => [],
    revokeSession: async (_chain, of) => void ended.push(of),
    setSessions: async kept => void ended.push(kept.length === 0 ? 'all' : 'some'),
    getRequired: () => false,
    ...fake,
  } as Partial<Siwx> as Siwx
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      networks: [
        {
          chainNamespace: 'eip155',
          caipNetworkId: 'eip155:1',
          id: 1,
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
          rpcUrls: { default: { http: ['https://rpc.example'] } },
        },
      ],
      adapters,
      storage: createMemoryStorage(),
      endpoints: { relay: 'ws://127.0.0.1:1/relay' },
      siwx,
    }),
    facts: createFacts(),
    clock,
    sessions: pairing,
    notify: () => undefined,
  })
  const flow = signIn ? createPairFlow(engine.ctx, () => true, signIn) : await engine.pairing()
  const until = (at: PairState['at']) =>
    new Promise<void>(resolve => {
      if (flow.machine.getState().at === at) return resolve()
      const off = flow.machine.subscribe(now => {
        if (now.at !== at) return
        off()
        resolve()
      })
    })
  return {
    clock,
    pairing,
    engine,
    flow,
    until,
    ended,
    connections: () => engine.ctx.connections.getState().connections,
  }
}

/** A promise that is kept when the test says so. */
function later<T>() {
  let keep: (value: T) => void = () => undefined
  const promise = new Promise<T>(resolve => {
    keep = resolve
  })
  return { promise, keep }
}

describe('the request to sign', () => {
  test('is asked for with the code', async () => {
    const { flow, until, pairing, engine } = await setUp()
    flow.enter({})
    await until('ready')
    expect(pairing.attempts[0]?.options.signIn).toMatchObject({ nonce: fields.nonce, chains: ['eip155:1'] })
    engine.destroy()
  })

  test('is left out of the code when it does not arrive within 1.5 s', async () => {
    const { flow, until, clock, pairing, engine } = await setUp({
      createMessage: () => new Promise(() => undefined),
    })
    flow.enter({})
    await clock.reach(1_500)
    await until('ready')
    expect(pairing.attempts[0]?.options.signIn).toBeUndefined()
    engine.destroy()
  })

  test('is left out of the code when its chunk does not arrive', async () => {
    const { flow, until, clock, pairing, engine } = await setUp({}, () => new Promise(() => undefined))
    flow.enter({})
    await clock.reach(1_500)
    await until('ready')
    expect(pairing.attempts[0]?.options.signIn).toBeUndefined()
    engine.destroy()
  })
})

describe('the signed proof', () => {
  test('is taken before the wallet is connected', async () => {
    const kept: SiwxSession[] = []
    const { flow, until, pairing, engine, connections } = await setUp({
      async addSession(session) {
        expect(connections()).toEqual([])
        kept.push(session)
      },
    })
    flow.enter({})
    await until('ready')
    pairing.attempts[0]?.approve({}, address, { proofs: [proof] })
    await until('connected')
    expect(kept).toMatchObject([{ data: { accountAddress: address } }])
    engine.destroy()
  })

  test('T35 is dropped when it is accepted too late: no session, no connection', async () => {
    const asked = later<void>()
    const added = later<void>()
    const { flow, until, pairing, engine, ended, connections } = await setUp({
      addSession: () => {
        asked.keep()
        return added.promise
      },
    })
    const life = new AbortController()
    const connecting = flow.connect({ signal: life.signal })
    await until('ready')
    const session = pairing.attempts[0]?.approve({}, address, { proofs: [proof] })
    await asked.promise
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    const gone = later<void>()
    pairing.pairing.on('sessionEnded', () => gone.keep())
    added.keep()
    await gone.promise
    expect(pairing.ended).toEqual([session?.topic])
    expect(ended).toEqual(['all'])
    expect(connections()).toEqual([])
    engine.destroy()
  })

  test('F48 is dropped when the visitor leaves during the connection, and the wallet is notified', async () => {
    const asked = later<void>()
    const loaded = later<ChainAdapter>()
    const kept: SiwxSession[] = []
    const { flow, until, pairing, engine, connections } = await setUp(
      { addSession: async session => void kept.push(session) },
      undefined,
      [
        {
          namespace: 'eip155',
          facts: testFacts('eip155'),
          discover: () => () => undefined,
          load() {
            asked.keep()
            return loaded.promise
          },
        },
      ],
    )
    const life = new AbortController()
    const connecting = flow.connect({ signal: life.signal })
    await until('ready')
    const session = pairing.attempts[0]?.approve({}, address, { proofs: [proof] })
    await asked.promise
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    const over = later<void>()
    pairing.pairing.on('sessionEnded', () => over.keep())
    engine.ctx.connections.subscribe(() => over.keep())
    loaded.keep(plainAdapter(pairing, session?.topic ?? '', 'eip155'))
    await over.promise
    expect(connections()).toEqual([])
    expect(kept).toEqual([])
    expect(pairing.ended).toEqual([session?.topic])
    engine.destroy()
  })
})
