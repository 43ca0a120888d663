import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type {
  AdapterDescriptor,
  ChainAdapter,
  ProviderAbilities,
  ProviderChange,
} from '../../../contract/adapter.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import type { RouteDefinition } from '../../../contract/route.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { createFakeSiwx, type FakeSignIn, type FakeSiwx } from '../../../widget/fixtures/fakeSiwx.ts'
import type { Api } from '../../base/api.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createSignIn } from './createSignIn.ts'

const networks = ([1, 10] as const).map(id => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}))
const ada = `0x${'a'.repeat(40)}`
const bob = `0x${'b'.repeat(40)}`

/** What a provider is asked waits at the gate until it is opened; its answer is the one it had when it was asked. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

/** Services that send a code to any address, and take any code for it. */
const codes = {
  call: async ({ path }: RouteDefinition) =>
    path.endsWith('/verify')
      ? { emailProof: 'a proof of the address', email: 'ada@example.com' }
      : { flow: 'a flow', expiresAt: '2030-01-01T00:00:00Z' },
} as unknown as Api

async function setUp(
  fake: FakeSiwx = {},
  adapt?: (siwx: FakeSignIn) => void,
  hasEmail = false,
  more: { readonly signInByTransaction?: boolean; readonly abilities?: ProviderAbilities } = {},
) {
  let change: (what: ProviderChange) => void = () => undefined
  let chain: CaipNetworkId = 'eip155:1'
  const clock = createFakeClock()
  const signer = { sign: async () => `0x${'5e'.repeat(65)}` }
  const accountsOf = (address: string) => [{ caip10: `${chain}:${address}` as const, type: 'eoa' as const }]
  const adapter = {
    namespace: 'eip155',
    isAddress: () => true,
    formatAddress: (address: string) => address,
    connect: async () => ({ caipNetworkId: chain, accounts: accountsOf(ada) }),
    watch(_provider: unknown, changed: (what: ProviderChange) => void) {
      change = changed
      return () => undefined
    },
    abilities: () => ({
      signMessage: () => signer.sign(),
      async switchNetwork(network: { caipNetworkId: CaipNetworkId }) {
        chain = network.caipNetworkId
        return chain
      },
      ...more.abilities,
    }),
  } as unknown as ChainAdapter
  const descriptor: AdapterDescriptor = {
    namespace: 'eip155',
    facts: testFacts('eip155'),
    discover: () => () => undefined,
    load: async () => adapter,
  }
  const siwx = createFakeSiwx(fake)
  adapt?.(siwx)
  const facts = createFacts()
  const told: { readonly type: FactType; readonly fact: FactMap[FactType] }[] = []
  for (const type of ['signedIn', 'signInFailed', 'signInCancelled'] as const)
    facts.on(type, fact => told.push({ type, fact }))
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      networks,
      adapters: [descriptor],
      storage: createMemoryStorage(),
      siwx,
      ...(more.signInByTransaction !== undefined && { signInByTransaction: more.signInByTransaction }),
      ...(hasEmail && { features: { emailCapture: true }, endpoints: { api: 'https://api.example' } }),
    }),
    ...(hasEmail && { api: codes }),
    facts,
    notify: () => undefined,
    clock,
  })
  const wallet = {
    key: 'one',
    namespace: 'eip155',
    source: 'announced',
    info: { name: 'One', rdns: 'com.example.one' },
    provider: {},
  } as DiscoveredWallet
  await engine.connect({ wallet, walletId: 'rdns:com.example.one' })
  const signIn = await engine.signIn()
  return {
    clock,
    signer,
    engine,
    signIn,
    siwx,
    told,
    at: () => signIn.machine.getState().at,
    async signNow() {
      await signIn.check()
      await until(() => signIn.machine.getState().at === 'ready')
      signIn.sign()
      await until(
        () => signIn.machine.getState().at !== 'asking' && signIn.machine.getState().at !== 'verifying',
      )
    },
    move(to: CaipNetworkId) {
      chain = to
      change({ type: 'network', caipNetworkId: to })
    },
    takeAccount: (address: string) => change({ type: 'accounts', accounts: accountsOf(address) }),
    isSignedIn: () => {
      const active = engine.ctx.connections.getState().active.eip155
      return active ? engine.ctx.signIn.getState().accounts[active.caip10] === true : false
    },
  }
}

/** A provider whose backend takes its time to take a session. */
function slowToAdd(opened: Promise<void>) {
  return (siwx: FakeSignIn) => {
    const { addSession } = siwx
    siwx.addSession = async session => {
      await opened
      await addSession(session)
    }
  }
}

/** One that has a session, and takes its time to say so. */
function slowToGet(opened: Promise<void>) {
  return (siwx: FakeSignIn) => {
    keepSession(siwx)
    const { getSessions } = siwx
    siwx.getSessions = async (chainId, address) => {
      const found = await getSessions(chainId, address)
      await opened
      return found
    }
  }
}

function keepSession(siwx: FakeSignIn): void {
  const data = {
    accountAddress: ada,
    chainId: 'eip155:1',
    domain: 'd',
    uri: 'u',
    version: '1',
    nonce: 'n',
  } as const
  siwx.kept.push({ data, message: '', signature: '' })
}

/** All that is under way has come about. */
const settled = () => new Promise(resolve => setTimeout(resolve))

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if (holds()) return
    await Promise.resolve()
  }
  throw new Error('It did not come about')
}

describe('SPEC §4 sign-in flow', () => {
  test('finds a stored session first, without a prompt', async () => {
    const { signIn, at, isSignedIn } = await setUp({ signedIn: [ada] })
    await signIn.check()
    expect(at()).toBe('signedIn')
    expect(isSignedIn()).toBe(true)
  })

  test('a signed session is reported and stored, with the text the wallet signed', async () => {
    const { signNow, at, siwx, told } = await setUp()
    await signNow()
    expect(at()).toBe('signedIn')
    expect(siwx.kept).toHaveLength(1)
    expect(siwx.kept[0]?.message).toContain(`${ada}\n`)
    expect(told).toEqual([
      {
        type: 'signedIn',
        fact: { namespace: 'eip155', caipNetworkId: 'eip155:1', address: `eip155:1:${ada}` },
      },
    ])
  })

  test('reports a signature that is refused, and the next text is another one', async () => {
    const { signIn, signNow, told } = await setUp({ verify: 'refuses' })
    await signNow()
    await until(() => signIn.machine.getState().at === 'ready')
    expect(signIn.machine.getState()).toMatchObject({ failure: 'refused' })
    expect(told).toMatchObject([{ type: 'signInFailed', fact: { code: 'SIGN_FAILED' } }])
    expect(JSON.stringify(signIn.machine.getState())).toContain('000002')
  })

  test('reports a text that cannot be fetched, each time that it is asked for', async () => {
    const { signIn, at, told } = await setUp({ message: 'fails' })
    const failed = { type: 'signInFailed', fact: { caipNetworkId: 'eip155:1', code: 'SIGN_FAILED' } }
    await signIn.check()
    await until(() => at() === 'unprepared')
    expect(told).toMatchObject([failed])
    signIn.begin()
    await until(() => at() === 'unprepared')
    expect(told).toMatchObject([failed, failed])
  })

  describe('T23 what lay unsigned for longer than its nonce is good is not asked for again', () => {
    async function waitForWallet() {
      const world = await setUp()
      const { signIn, signer, clock, at } = world
      let refuse = () => {}
      signer.sign = () =>
        new Promise((_resolve, reject) => (refuse = () => reject(createError('SIGN_REJECTED'))))
      await signIn.check()
      await until(() => at() === 'ready')
      signIn.sign()
      await until(() => at() === 'asking')
      clock.advance(280_000)
      return { ...world, refuse: () => refuse(), state: () => JSON.stringify(signIn.machine.getState()) }
    }

    test('after a refusal that came late', async () => {
      const { signIn, at, refuse, state } = await waitForWallet()
      refuse()
      await until(() => at() === 'ready' && state().includes('000002'))
      expect(signIn.machine.getState()).toMatchObject({ failure: 'rejected' })
    })

    test('is not requested again where the wallet never answered', async () => {
      const { signIn, at, state } = await waitForWallet()
      signIn.stop()
      signIn.sign()
      await until(() => at() === 'ready' && state().includes('000002'))
      signIn.sign()
      expect(at()).toBe('asking')
    })
  })

  test('T35 another account or network has no session in the same tick; back, the first one is found again', async () => {
    const { signIn, signNow, isSignedIn, takeAccount, move, at } = await setUp()
    await signNow()
    takeAccount(bob)
    expect(isSignedIn()).toBe(false)
    await signIn.check()
    expect(isSignedIn()).toBe(false)
    takeAccount(ada)
    await signIn.check()
    expect(at()).toBe('signedIn')
    move('eip155:10')
    expect(isSignedIn()).toBe(false)
    await signIn.check()
    expect(at()).not.toBe('signedIn')
  })

  test('declining a required sign-in: back to the last network with a session, else disconnected', async () => {
    const { engine, signIn, signNow, move, told } = await setUp({ required: true })
    await signNow()
    move('eip155:10')
    await signIn.check()
    await signIn.cancel()
    expect(engine.ctx.connections.getState().active.eip155?.caip10).toBe(`eip155:1:${ada}`)
    await signIn.signOut()
    await signIn.check()
    await signIn.cancel()
    expect(told.filter(({ type }) => type === 'signInCancelled').length).toBeGreaterThan(0)
  })

  test('declining an optional sign-in ends nothing', async () => {
    const { engine, signIn, at } = await setUp()
    await signIn.check()
    await signIn.cancel()
    expect(at()).toBe('dismissed')
    expect(engine.ctx.connections.getState().connections).toHaveLength(1)
    await signIn.check()
    expect(at()).toBe('dismissed')
  })

  test('T36 signing out ends the session of this account on this network, and no other', async () => {
    const { signIn, signNow, move, siwx, isSignedIn } = await setUp()
    await signNow()
    move('eip155:10')
    await signNow()
    expect(siwx.kept.map(({ data }) => data.chainId)).toEqual(['eip155:1', 'eip155:10'])
    await signIn.signOut()
    expect(siwx.kept.map(({ data }) => data.chainId)).toEqual(['eip155:1'])
    expect(isSignedIn()).toBe(false)
  })

  test('disconnecting ends the sessions', async () => {
    const { engine, signNow, siwx } = await setUp()
    await signNow()
    await engine.disconnect()
    await until(() => siwx.kept.length === 0)
    expect(engine.ctx.signIn.getState().accounts).toEqual({})
  })

  describe('T35 no session outlives a disconnect', () => {
    test.each([true, false])(
      'that comes while the signature is checked (looked at since: %s)',
      async isChecked => {
        const { open, opened } = createGate()
        const { engine, signIn, siwx, told, at } = await setUp({}, slowToAdd(opened))
        await signIn.check()
        await until(() => at() === 'ready')
        signIn.sign()
        await until(() => at() === 'verifying')
        await engine.disconnect()
        if (isChecked) await signIn.check()
        open()
        await settled()
        expect(siwx.kept).toEqual([])
        expect(engine.ctx.signIn.getState().accounts).toEqual({})
        expect(told).toEqual([])
        await signIn.check()
        expect(at()).toBe('idle')
      },
    )

    test.each([true, false])(
      'that comes while sessions are looked for (looked at since: %s)',
      async isChecked => {
        const { open, opened } = createGate()
        const { engine, signIn, siwx, at } = await setUp({}, slowToGet(opened))
        const checking = signIn.check()
        await settled()
        await engine.disconnect()
        if (isChecked) await signIn.check()
        open()
        await checking
        await settled()
        expect(siwx.kept).toEqual([])
        expect(engine.ctx.signIn.getState().accounts).toEqual({})
        await signIn.check()
        expect(at()).toBe('idle')
      },
    )

    test('ends an earlier session that comes back with the cookie of the checked one', async () => {
      const { open, opened } = createGate()
      const { engine, signIn, siwx, at, move, signNow } = await setUp()
      await signNow()
      // Read as the call begins, written as it ends, as a cookie is.
      siwx.addSession = async session => {
        const before = [...siwx.kept]
        await opened
        siwx.kept.splice(0, siwx.kept.length, ...before, session)
      }
      move('eip155:10')
      await signIn.check()
      await until(() => at() === 'ready')
      signIn.sign()
      await until(() => at() === 'verifying')
      await engine.disconnect()
      await until(() => siwx.kept.length === 0)
      open()
      await settled()
      expect(siwx.kept).toEqual([])
    })

    test('ends one that came before this chunk loaded, once', async () => {
      const { engine, signIn, siwx } = await setUp({}, keepSession)
      const ended = vi.spyOn(siwx, 'setSessions')
      // The engine's own has heard of it; the other one is made because of it.
      await engine.disconnect()
      await settled()
      signIn.leave()
      await settled()
      expect(ended).toHaveBeenCalledTimes(1)
      keepSession(siwx)
      createSignIn(engine.ctx, engine).leave()
      await settled()
      expect(siwx.kept).toEqual([])
    })

    test('unless the host lets them', async () => {
      const { open, opened } = createGate()
      const { engine, signIn, siwx } = await setUp({}, each => {
        slowToGet(opened)(each)
        Object.assign(each, { signOutOnDisconnect: false })
      })
      const checking = signIn.check()
      await settled()
      await engine.disconnect()
      open()
      await checking
      createSignIn(engine.ctx, engine).leave()
      await settled()
      expect(siwx.kept).toHaveLength(1)
    })
  })

  test('put off while the signature is checked: the sign-in is reported as one', async () => {
    const { open, opened } = createGate()
    const { signIn, siwx, told, at, isSignedIn } = await setUp({}, slowToAdd(opened))
    await signIn.check()
    await until(() => at() === 'ready')
    signIn.sign()
    await until(() => at() === 'verifying')
    signIn.dismiss()
    open()
    await settled()
    expect(siwx.kept).toHaveLength(1)
    expect(isSignedIn()).toBe(true)
    expect(at()).toBe('signedIn')
    expect(told).toMatchObject([{ type: 'signedIn' }])
  })

  test('T35 a session that is found after another account was taken is not of that one, and stays for its own', async () => {
    const { open, opened } = createGate()
    const { engine, signIn, siwx, takeAccount, isSignedIn } = await setUp({}, slowToGet(opened))
    const checking = signIn.check()
    await settled()
    takeAccount(bob)
    open()
    await checking
    await signIn.check()
    expect(isSignedIn()).toBe(false)
    expect(engine.ctx.signIn.getState().accounts).not.toHaveProperty(`eip155:1:${ada}`)
    expect(siwx.kept).toHaveLength(1)
  })

  test('T36 a session that comes after a switch is of its own network', async () => {
    const { open, opened } = createGate()
    const { engine, signIn, siwx, at, move, isSignedIn } = await setUp({}, slowToAdd(opened))
    await signIn.check()
    await until(() => at() === 'ready')
    signIn.sign()
    await until(() => at() === 'verifying')
    move('eip155:10')
    await signIn.check()
    open()
    await settled()
    expect(siwx.kept).toHaveLength(1)
    expect(isSignedIn()).toBe(false)
    expect(at()).not.toBe('signedIn')
    expect(engine.ctx.signIn.getState().accounts[`eip155:1:${ada}`]).toBe(true)
  })

  test('SPEC §8 signing out says whether it is the account or its network that there is none of', async () => {
    const { engine, signIn, signNow, move } = await setUp()
    await signNow()
    move('eip155:999')
    await expect(signIn.signOut()).rejects.toMatchObject({
      code: 'NO_ACTIVE_NETWORK',
      message: 'No ActiveCaipNetwork or client found',
    })
    await engine.disconnect()
    await expect(signIn.signOut()).rejects.toMatchObject({
      code: 'NO_ACTIVE_ADDRESS',
      message: 'No ActiveCaipAddress found',
    })
  })

  test('T34 warns once of a provider that names no server: what only the page knows proves nothing', async () => {
    const said = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    try {
      const { signIn, signNow } = await setUp({ unnamed: true })
      await signNow()
      await signIn.signOut()
      expect(said.mock.calls).toEqual([[expect.stringContaining('protect your routes at your backend')]])
      said.mockClear()
      await (await setUp()).signNow()
      expect(said).not.toHaveBeenCalled()
    } finally {
      said.mockRestore()
    }
  })

  test('C10 reports a sign-in by the approval that connected, however the wallet spelled its address', async () => {
    const { signIn, told, at } = await setUp({}, siwx => {
      // As servers compare them.
      siwx.getSessions = async () =>
        siwx.kept.map(each => ({ ...each, data: { ...each.data, accountAddress: ada } }))
    })
    const data = {
      accountAddress: `0x${'A'.repeat(40)}`,
      chainId: 'eip155:1',
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      nonce: 'n'.repeat(22),
    } as const
    const proof = { type: 'eip191', data, message: 'the text', signature: '0x11' } as const
    await signIn.take([proof], new AbortController().signal)
    await signIn.check()
    expect(at()).toBe('signedIn')
    expect(told.map(({ type }) => type)).toEqual(['signedIn'])
  })

  describe('an address that is proven before the signature', () => {
    async function prove() {
      const proofs: unknown[] = []
      const world = await setUp(
        {},
        siwx => {
          const { addSession } = siwx
          siwx.addSession = async session => {
            proofs.push(session.emailProof)
            await addSession(session)
          }
        },
        true,
      )
      const { signIn, at } = world
      await signIn.check()
      expect(at()).toBe('email')
      const email = await signIn.email()
      const notify = async () => {
        email.send('ada@example.com')
        await vi.waitFor(() => expect(email.machine.getState().at).toBe('code'))
        email.verify('12345678')
        await vi.waitFor(() => expect(at()).toBe('ready'))
      }
      await notify()
      return { ...world, proofs, notify }
    }

    test('is so to one sign-in: those after it, on another network, go without the proof', async () => {
      const { signIn, signNow, at, move, proofs } = await prove()
      await signNow()
      expect(at()).toBe('signedIn')
      move('eip155:10')
      await signNow()
      await signIn.signOut()
      await signNow()
      expect(at()).toBe('signedIn')
      expect(proofs).toEqual(['a proof of the address', undefined, undefined])
    })

    test('is asked for again where its proof ran out unsigned, and not after it was used', async () => {
      const { signIn, signNow, at, move, clock, proofs, notify } = await prove()
      clock.advance(9 * 60_000)
      await settled()
      expect(at()).toBe('ready')
      signIn.sign()
      expect(at()).toBe('email')
      await notify()
      await signNow()
      expect(at()).toBe('signedIn')
      clock.advance(9 * 60_000)
      move('eip155:10')
      await signNow()
      expect(proofs).toEqual(['a proof of the address', undefined])
    })

    test('is not requested again after the visitor continues without it', async () => {
      const { signIn, signNow, at, clock, proofs } = await prove()
      clock.advance(9 * 60_000)
      await settled()
      signIn.sign()
      signIn.skipEmail()
      await until(() => at() === 'ready')
      await signNow()
      expect([at(), proofs]).toEqual(['signedIn', [undefined]])
    })
  })

  describe('by a transaction that is never sent', () => {
    const claim = 'memo-transaction:1'

    test('is offered where the host allows it and the wallet can, while a text is ready', async () => {
      const signMessageByTransaction = async () => claim
      const can = { abilities: { signMessageByTransaction } }
      for (const [more, isOffered] of [
        [{ ...can, signInByTransaction: true }, true],
        [{ ...can, signInByTransaction: false }, false],
        [can, false],
        [{ signInByTransaction: true }, false],
      ] as const) {
        const { signIn, at } = await setUp({}, undefined, false, more)
        expect(signIn.offersTransaction()).toBe(false)
        await signIn.check()
        await until(() => at() === 'ready')
        expect(signIn.offersTransaction()).toBe(isOffered)
        signIn.sign({ byTransaction: true })
        expect(signIn.offersTransaction()).toBe(false)
        await until(() => at() !== 'asking' && at() !== 'verifying')
        expect(at()).toBe(isOffered ? 'signedIn' : 'ready')
        if (!isOffered) expect(signIn.machine.getState()).toMatchObject({ failure: 'unable' })
      }
    })

    test('signs the same text, after the device declined the message itself', async () => {
      const asked: unknown[] = []
      const { signIn, at, siwx, told } = await setUp({}, undefined, false, {
        signInByTransaction: true,
        abilities: {
          signMessage: () => Promise.reject(createError('SIGN_FAILED')),
          async signMessageByTransaction(options) {
            asked.push(options)
            return claim
          },
        },
      })
      await signIn.check()
      await until(() => at() === 'ready')
      const before = signIn.machine.getState()
      signIn.sign()
      await until(() => at() === 'ready')
      expect(signIn.machine.getState()).toMatchObject({ failure: 'other' })
      signIn.sign({ byTransaction: true })
      expect(signIn.machine.getState()).toMatchObject({ at: 'asking', byTransaction: true })
      await until(() => at() === 'signedIn')
      const message = 'prepared' in before ? before.prepared.text : ''
      expect(asked).toEqual([{ account: `eip155:1:${ada}`, message }])
      expect(siwx.kept).toMatchObject([{ message, signature: claim }])
      expect(told.map(({ type }) => type)).toEqual(['signInFailed', 'signedIn'])
    })
  })

  test.each([
    ['text-refused', 'unfit'],
    ['text-too-long', 'long'],
    ['transaction-changed', 'changed'],
    ['request-pending', 'pending'],
    ['another', 'other'],
    ['constructor', 'other'],
  ])(
    'a signature that fails for the reason %s leaves the failure %s, never the visitor’s refusal',
    async (reason, failure) => {
      const { signIn, at } = await setUp({}, undefined, false, {
        abilities: { signMessage: () => Promise.reject(createError('SIGN_FAILED', { context: { reason } })) },
      })
      await signIn.check()
      await until(() => at() === 'ready')
      signIn.sign()
      await until(() => at() === 'ready')
      expect(signIn.machine.getState()).toMatchObject({ failure })
    },
  )

  /** Returns what the developer sees in the console: what a provider threw is reported nowhere else. */
  function listenToConsole() {
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => said.mockRestore())
    return async () => {
      await vi.waitFor(() => expect(said).toHaveBeenCalled(), { timeout: 4_000 })
      return said.mock.calls
    }
  }

  test('a message that cannot be fetched is reported to the visitor, its cause to the developer', async () => {
    const hear = listenToConsole()
    const { signIn, at } = await setUp({ message: 'fails' })
    await signIn.check()
    await until(() => at() === 'unprepared')
    expect(await hear()).toEqual([
      [expect.stringContaining('SIGN_FAILED'), { reason: 'TypeError: Failed to fetch' }],
    ])
  })

  test('sessions that cannot be looked for are an initialization failure', async () => {
    const hear = listenToConsole()
    const { signIn, at, told } = await setUp({ sessions: 'fails' })
    await expect(signIn.check()).rejects.toMatchObject({ code: 'SIGNIN_INIT_FAILED' })
    expect(await hear()).toEqual([
      [expect.stringContaining('SIGNIN_INIT_FAILED'), { reason: 'Error: No answer' }],
    ])
    expect(at()).toBe('idle')
    expect(told).toMatchObject([{ type: 'signInFailed', fact: { code: 'SIGNIN_INIT_FAILED' } }])
  })
})
