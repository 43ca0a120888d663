import { recoverMessageAddress, recoverTypedDataAddress, type verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  startTestChain,
  type TestChain,
} from '../../../../packages/latchkey/src/chains/conformance/startTestChain.ts'
import { composeApproval } from '../approve/composeApproval.ts'
import { serveCalls } from '../channel/serveCalls.ts'
import type { Frame } from '../frame.ts'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import { addressesOf } from '../keys/derive/addressesOf.ts'
import { createIdleLock, idleLimit } from '../lock/idleLock.ts'
import type { ScreenResult } from '../screens/createScreens.ts'
import type { KeptStore } from '../store/openKeptStore.ts'
import type { PendingApproval } from './approval.ts'
import { createProvider, type FrameProvider } from './createProvider.ts'
import type { ProviderDeps } from './deps.ts'
import { keptNetwork } from './kept.ts'
import { createNodes, NoAnswer, NodeFault } from './nodes.ts'

const chainId = 'eip155:7121'
const hexId = '0x1bd1'
const other = 'eip155:7122'
const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const stranger = `0x${'20'.repeat(20)}`
const shop = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let chain: TestChain
let account: `0x${string}`
let solana: string
beforeAll(async () => {
  chain = await startTestChain({ chainId: 7121 })
  const addresses = await addressesOf(entropy)
  account = addresses.eip155
  solana = addresses.solana
  await chain.client.setBalance({ address: account, value: 10n ** 19n })
})
afterAll(() => chain?.node.stop())

/** A page's provider, with a visitor who sees every approval. */
interface World {
  readonly store: KeptStore
  readonly provider: FrameProvider
  readonly shown: {
    readonly approval: PendingApproval
    close(result?: ScreenResult): void
    isOpen: boolean
  }[]
  readonly told: unknown[]
  readonly released: string[]
  readonly timers: { readonly milliseconds: number; run(): void }[]
  ask(method: string, params?: unknown, network?: string): Promise<unknown>
}

let world: World
beforeEach(() => {
  world = open()
})

function open(change: Partial<ProviderDeps> = {}): World {
  const shown: World['shown'] = []
  const told: unknown[] = []
  const released: string[] = []
  const timers: World['timers'] = []
  const values = new Map<string, unknown>()
  const store: KeptStore = {
    read: async kept => kept.read(values.get(kept.name), kept.version),
    write: async (kept, data) => Boolean(values.set(kept.name, data)),
    remove: async kept => void values.delete(kept.name),
    clear: async () => values.clear(),
  }
  const provider = createProvider({
    host: 'https://shop.example',
    login: async () => ({
      account: 'ada',
      addresses: { eip155: account, solana },
      isLocked: async () => false,
      touch: async () => {},
      async withKey(request, use) {
        released.push(request)
        return use(entropy.slice(), { eip155: account, solana })
      },
    }),
    nodes: createNodes({
      services: chain.node.rpcUrl,
      projectId: 'shop',
      // The services answer below a path of their own.
      fetch: (_url, options) => fetch(chain.node.rpcUrl, options),
      wait: async () => {},
    }),
    balances: async () => [],
    show(approval) {
      const { promise, resolve } = Promise.withResolvers<ScreenResult>()
      const entry = {
        approval,
        isOpen: true,
        close(result: ScreenResult = 'closed') {
          entry.isOpen = false
          resolve(result)
        },
      }
      shown.push(entry)
      return { result: promise, close: () => entry.close() }
    },
    store,
    networks: () => [chainId, other],
    emit: (name, payload) => void told.push([name, payload]),
    clock: {
      now: () => 0,
      wait: async () => {},
      after(milliseconds, run) {
        const timer = { milliseconds, run }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer), 1)
      },
    },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
    ...change,
  })
  return {
    store: change.store ?? store,
    provider,
    shown,
    told,
    released,
    timers,
    ask: (method, params, network = chainId) =>
      provider.request({
        chainId: network as typeof chainId,
        method,
        ...(params !== undefined && { params: params as [] }),
      }),
  }
}

/** The approval at the top, once it is shown. */
async function top(at = 0) {
  await expect.poll(() => world.shown.length).toBeGreaterThan(at)
  return world.shown[at] as World['shown'][number]
}

const failure = (code: number, message?: string) => ({
  context: { rpc: { code, ...(message !== undefined && { message }) } },
})

describe('methods without a prompt', () => {
  const batches = { atomic: { status: 'unsupported' }, inOrder: { supported: true } }

  test('report accounts, network and capabilities; missing capabilities are absent', async () => {
    expect(await world.ask('eth_accounts')).toEqual([account])
    expect(await world.ask('eth_requestAccounts')).toEqual([account])
    expect(await world.ask('eth_chainId')).toBe(hexId)
    expect(await world.ask('net_version')).toBe('7121')
    expect(await world.ask('net_listening')).toBe(true)
    expect(await world.ask('wallet_getCapabilities', [account])).toEqual({
      [hexId]: batches,
      '0x1bd2': batches,
    })
    expect(await world.ask('wallet_getCapabilities', [account, ['0x1bd2', '0x1']])).toEqual({
      '0x1bd2': batches,
    })
    await expect(world.ask('wallet_getCapabilities', [shop])).rejects.toMatchObject(failure(4100))
  })

  test('pass reads to the nodes of the named network, and return their errors', async () => {
    expect(await world.ask('eth_getBalance', [account, 'latest'])).toMatch(/^0x/)
    await expect(world.ask('eth_getBalance', ['0x12', 'latest'])).rejects.toMatchObject({
      context: { rpc: { code: -32602 } },
    })
    await expect(world.ask('eth_getBalance', [account, 'latest'], 'eip155:1')).rejects.toMatchObject(
      failure(4901),
    )
  })

  test('have no accounts and nothing to approve without a login', async () => {
    world = open({ login: async () => undefined })
    expect(await world.ask('eth_accounts')).toEqual([])
    for (const method of ['eth_requestAccounts', 'personal_sign'])
      await expect(world.ask(method, ['0x00', account])).rejects.toMatchObject(failure(4100))
    expect(world.shown).toEqual([])
  })
})

describe('refusals', () => {
  test('sends the nodes at most 64 of a hundred reads at a time, and answers all', async () => {
    const held: (() => void)[] = []
    world = open({
      nodes:
        () =>
        async (_method, [address]) => {
          await new Promise<void>(resolve => held.push(resolve))
          if (address === '0x5') throw new NodeFault({ code: -32_602, message: 'no address' })
          return '0x1'
        },
    })
    const reads = Array.from({ length: 100 }, (_, at) => world.ask('eth_getBalance', [`0x${at}`, 'latest']))
    const over = Promise.allSettled(reads)
    await expect.poll(() => held.length).toBe(64)
    for (const release of held.splice(0, 10)) release()
    await expect.poll(() => held.length).toBe(64)
    for (const release of held.splice(0)) release()
    await expect.poll(() => held.length).toBe(26)
    for (const release of held) release()
    expect((await over).filter(({ status }) => status === 'fulfilled')).toHaveLength(99)
  })

  test('refuse three hundred names that nodes and wallets know, and those of every object (T59)', async () => {
    const rooms = [
      'eth',
      'wallet',
      'personal',
      'debug',
      'admin',
      'miner',
      'txpool',
      'anvil',
      'hardhat',
      'evm',
      'engine',
    ]
    const verbs =
      'sign signTransaction signTypedData signTypedData_v1 signTypedData_v3 sendTransactions exportKey exportAll unlockAccount importRawKey newAccount listAccounts setBalance impersonateAccount decrypt getEncryptionPublicKey watchAsset requestPermissions getPermissions invokeSnap subscribe newFilter traceCall nodeInfo mine snapshot revert'.split(
        ' ',
      )
    const made = rooms.flatMap(room => verbs.map(verb => `${room}_${verb}`))
    // The one of them that is on the list.
    const names = made.filter(name => name !== 'personal_sign')
    const odd = Object.getOwnPropertyNames(Object.prototype)
    const all = [...names, ...odd, ...['', ' ', 'ETH_CALL', 'eth_call ', 'eth_call\u0000', 'eth\u200b_call']]
    expect(all.length).toBeGreaterThan(300)
    for (const method of all)
      await expect(world.ask(method, [])).rejects.toMatchObject(
        failure(4200, 'Requested RPC call is not allowed'),
      )
    expect(world.shown).toEqual([])
  })

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'wallet_exportKey',
    'constructor',
    'wallet_switchEthereumChain',
  ])('%s is not on the list: SPEC’s words, and pending requests are withdrawn (T59)', async method => {
    const waits = world.ask('personal_sign', ['0x6869', account])
    waits.catch(() => {})
    const { approval } = await top()
    await expect(world.ask(method, [])).rejects.toMatchObject({
      code: 'RPC_NOT_ALLOWED',
      ...failure(4200, 'Requested RPC call is not allowed'),
    })
    await expect(waits).rejects.toMatchObject(failure(4001, 'Request was aborted'))
    await approval.approve()
    expect(world.released).toEqual([])
  })

  test('name the project’s policy, and the services receive the refused request', async () => {
    const told: unknown[] = []
    world = open({
      login: async () => ({
        account: 'ada',
        addresses: { eip155: account, solana },
        isLocked: async () => false,
        touch: async () => {},
        withKey: async (_request, _use, signed) => {
          told.push(signed)
          throw new CustodyRefusal('CUSTODY_REFUSED', undefined, ['policy'])
        },
      }),
    })
    const waits = world.ask('personal_sign', ['0x6869', account])
    waits.catch(() => {})
    const { approval } = await top()
    await expect(approval.approve()).rejects.toThrow()
    await expect(waits).rejects.toMatchObject(failure(4200, 'The rules of this site do not allow it.'))
    expect(told).toEqual([{ is: 'message', bytes: '6869' }])
  })

  test.each(['wallet_grantPermissions', 'eth_sendUserOperation'])(
    '%s is planned: Action not allowed, and nothing else changes',
    async method => {
      const waits = world.ask('personal_sign', ['0x6869', account])
      await top()
      await expect(world.ask(method, [])).rejects.toMatchObject(failure(4200, 'Action not allowed'))
      world.shown[0]?.close()
      await expect(waits).rejects.toMatchObject(failure(4001))
    },
  )

  test.each<readonly [string, string, unknown, number]>([
    ['a transaction of another account', 'eth_sendTransaction', [{ from: shop, to: shop }], 4100],
    ['a transaction of another network (T61)', 'eth_sendTransaction', [{ to: shop, chainId: '0x1' }], 4901],
    ['an authorisation in it (T60)', 'eth_sendTransaction', [{ to: shop, authorizationList: [] }], -32602],
    ['two kinds of data', 'eth_sendTransaction', [{ to: shop, data: '0x00', input: '0x01' }], -32602],
    ['a contract of nothing', 'eth_sendTransaction', [{ value: '0x1' }], -32602],
    ['a receiver with another checksum', 'eth_sendTransaction', [{ to: shop.replace('aA', 'Aa') }], -32602],
    ['nothing at all', 'eth_sendTransaction', [], -32602],
    ['a message of another account', 'personal_sign', ['0x00', shop], 4100],
    ['typed data for another network (T61)', 'eth_signTypedData_v4', ['me', typed({ chainId: 1 })], 4901],
    ['typed data that does not fit', 'eth_signTypedData_v4', ['me', '{}'], -32602],
    ['typed data that hands the account over (T60)', 'eth_signTypedData_v4', ['me', authorization()], 4200],
    ['calls as one', 'wallet_sendCalls', [{ ...batch(), atomicRequired: true }], 5760],
    [
      'a capability that it needs',
      'wallet_sendCalls',
      [{ ...batch(), capabilities: { paymaster: {} } }],
      5700,
    ],
    ['too many calls', 'wallet_sendCalls', [{ ...batch(), calls: Array(21).fill({ to: shop }) }], 5740],
    ['calls on another network', 'wallet_sendCalls', [{ ...batch(), chainId: '0x1' }], 4901],
  ])('%s', async (_name, method, params, code) => {
    const own = Array.isArray(params) ? params.map(each => (each === 'me' ? account : each)) : params
    await expect(world.ask(method, own)).rejects.toMatchObject(failure(code))
    expect(world.shown).toEqual([])
  })

  test('S1: refuses a signature that could act for the account, with its own error and without a screen', async () => {
    for (const data of [authorization(), { ...typed({ chainId: 7121 }), types: ofSafe() }]) {
      const refused = world.ask('eth_signTypedData_v4', [account, data])
      await expect(refused).rejects.toMatchObject({
        ...failure(4200, 'This signature could act for the account itself'),
        code: 'ACCOUNT_SIGNATURE_REFUSED',
      })
    }
    expect([world.shown, world.released]).toEqual([[], []])
  })

  test('name a network where the wallet is not, and one that the page does not list (T61)', async () => {
    await expect(world.ask('personal_sign', ['0x00', account], other)).rejects.toMatchObject(failure(4901))
    await expect(world.provider.switchNetwork('eip155:1')).rejects.toMatchObject(failure(4902))
  })
})

describe('a prompted visitor', () => {
  test('signs a message exactly as shown, by the account', async () => {
    const waits = world.ask('personal_sign', ['0x6869', account])
    const { approval } = await top()
    expect(approval.request).toMatchObject({
      is: 'message',
      text: 'hi',
      host: 'https://shop.example',
      chainId,
    })
    await approval.approve()
    const signature = (await waits) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(account)
    expect(world.released).toHaveLength(1)
  })

  test('signs typed data', async () => {
    const data = typed({ chainId: 7121 })
    const waits = world.ask('eth_signTypedData_v4', [account, JSON.stringify(data)])
    const { approval } = await top()
    expect(approval.request).toMatchObject({ is: 'typed', isEverywhere: false })
    await approval.approve()
    const signature = (await waits) as `0x${string}`
    expect(
      await recoverTypedDataAddress({
        ...(data as never as Parameters<typeof verifyTypedData>[0]),
        signature,
      }),
    ).toBe(account)
  })

  test('T58: sees network, payee and worth as the operator and its services say, asked for no more than that', async () => {
    const nativeCurrency = { name: 'Meadow', symbol: 'MDW', decimals: 18 }
    const token = `0x${'1a'.repeat(20)}` as const
    const asked: { names: string[]; prices: (readonly string[])[] } = { names: [], prices: [] }
    world = open({
      described: { [chainId]: { name: 'Meadow', nativeCurrency } },
      payee: { name: 'Fernweh Press', addresses: [shop] },
      contracts: { [chainId]: { tokens: [token], words: [['LST', 2]] } },
      names: async address => {
        asked.names.push(address)
        return 'ada.eth'
      },
      prices: async ({ tokens }) => {
        asked.prices.push(tokens)
        return { '': 2_000, [token]: 1 }
      },
    })
    const transfer = `0xa9059cbb${stranger.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
    const waits = world.ask('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: hexId,
        calls: [
          { to: shop, value: '0xde0b6b3a7640000' },
          { to: token, data: transfer },
          // On no list: its worth is not asked for.
          { to: stranger, data: transfer },
        ],
      },
    ])
    waits.catch(() => {})
    const { approval, close } = await top()
    const seen = () => composeApproval(approval.request, approval.progress())
    await expect.poll(() => seen().effects.filter(({ fiat }) => fiat !== undefined)).toHaveLength(2)
    await expect.poll(() => seen().effects.filter(({ name }) => name !== undefined)).toHaveLength(3)
    const lines = seen().effects.map(({ value, fiat, name }) => [value, fiat, name])
    expect(lines).toContainEqual(['1 MDW', '≈ $2,000.00', undefined])
    expect(lines).toContainEqual([undefined, undefined, 'Fernweh Press'])
    expect(lines).toContainEqual(['0.05 LST', '≈ $0.05', undefined])
    expect(seen().facts).toContainEqual({ label: 'Network', value: 'Meadow' })
    expect(asked.names.sort()).toEqual([shop.toLowerCase(), stranger].sort())
    expect(asked.prices.every(tokens => tokens.every(each => each === '' || each === token))).toBe(true)
    close()
    await expect(waits).rejects.toMatchObject(failure(4001))
  })

  test('refuses, and each request settles', async () => {
    const refused = world.ask('personal_sign', ['0x6869', account])
    ;(await top()).close()
    await expect(refused).rejects.toMatchObject(failure(4001, 'User rejected the request.'))
    const late = world.ask('personal_sign', ['0x6869', account])
    late.catch(() => {})
    const { approval } = await top(1)
    world.timers[0]?.run()
    await expect(late).rejects.toMatchObject(failure(4001, 'The request has expired.'))
    await approval.approve()
    expect(world.released).toEqual([])
  })

  test('gets a bounded number of prompts, and each answer belongs to its own request', async () => {
    const asked = Array.from({ length: 8 }, (_, at) => world.ask('personal_sign', [`0x0${at}`, account]))
    for (const each of asked) each.catch(() => {})
    await top(7)
    await expect(world.ask('personal_sign', ['0x09', account])).rejects.toMatchObject(failure(-32002))
    world.shown[7]?.close()
    await expect(asked[7]).rejects.toMatchObject(failure(4001))
    world.provider.abort()
    for (const each of asked.slice(0, 7)) await expect(each).rejects.toMatchObject(failure(4001))
    expect(world.shown.some(({ isOpen }) => isOpen)).toBe(false)
  })

  test.each(['ff', '00', 'c328'])(
    'is warned of a sign-in for another site in bytes that are no text: %s before it (T37)',
    async byte => {
      const text = `evil.example wants you to sign in with your Ethereum account:\n${account}\n`
      const waits = world.ask('personal_sign', [`0x${byte}${Buffer.from(text).toString('hex')}`, account])
      waits.catch(() => {})
      const { approval, close } = await top()
      expect(approval.request).toMatchObject({ is: 'blocked' })
      close()
      await expect(waits).rejects.toMatchObject(failure(4100))
    },
  )

  test('T62: a page posts the same id again with another receiver: the first is approved, the second is none', async () => {
    const life = new AbortController()
    onTestFinished(() => life.abort())
    const { port1, port2 } = new MessageChannel()
    serveCalls(port1, { signal: life.signal } as Frame, {
      RPC_REQUEST: async () => async asked => ({ result: await world.provider.request(asked) }),
    })
    const answers: { readonly id: string; readonly payload: { readonly result: `0x${string}` } }[] = []
    port2.onmessage = ({ data }) => answers.push(data)
    const [id, later] = [crypto.randomUUID(), crypto.randomUUID()]
    const post = (at: string, to: string, value: string) =>
      port2.postMessage({
        type: '@latchkey-app/RPC_REQUEST',
        id: at,
        payload: { chainId, method: 'eth_sendTransaction', params: [{ to, value }] },
      })
    post(id, shop, '0x5')
    const { approval } = await top()
    post(id, stranger, '0x6')
    // What the page posts under a new id is a request of its own, on a screen of its own.
    post(later, stranger, '0x7')
    const second = await top(1)
    expect(world.shown).toHaveLength(2)
    expect(second.approval.request).toMatchObject({ calls: [{ value: 7n }] })
    expect(approval.request).toMatchObject({ calls: [{ to: shop, value: 5n, data: '0x' }] })
    await approval.approve()
    await expect.poll(() => answers.length).toBe(1)
    const [answer] = answers
    expect(answer?.id).toBe(id)
    const mined = await chain.client.getTransaction({ hash: answer?.payload.result as `0x${string}` })
    expect([mined.to, mined.value]).toEqual([shop.toLowerCase(), 5n])
    second.close()
    await expect.poll(() => answers.length).toBe(2)
  })

  test('approves what was shown, whatever the page changes afterwards (T62)', async () => {
    const transaction = { to: shop as string, value: '0x5' }
    const waits = world.ask('eth_sendTransaction', [transaction])
    transaction.to = account
    const { approval } = await top()
    expect(approval.request).toMatchObject({ calls: [{ to: shop, value: 5n, data: '0x' }] })
    expect(Object.isFrozen(approval.request)).toBe(true)
    expect(() =>
      Object.assign((approval.request as never as { calls: object[] }).calls[0] as object, { to: account }),
    ).toThrow()
    await approval.approve()
    const mined = await chain.client.getTransaction({ hash: (await waits) as `0x${string}` })
    expect([mined.to, mined.value, mined.from]).toEqual([shop.toLowerCase(), 5n, account.toLowerCase()])
  })

  test('approves on one network: a switch meanwhile withdraws the request (T61)', async () => {
    const waits = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    waits.catch(() => {})
    const { approval } = await top()
    expect(await world.provider.switchNetwork(other)).toBe(other)
    await expect(waits).rejects.toMatchObject(failure(4901))
    await approval.approve()
    expect(world.released).toEqual([])
    expect(world.told).toEqual([['PROVIDER', { event: 'chainChanged', chainId: other }]])
    expect(await world.provider.network()).toBe(other)
  })

  test('stays on their network though another tab moves, and hears of their own moves before they are stored (T61)', async () => {
    expect(await world.provider.network()).toBe(chainId)
    await world.store.write(keptNetwork, other)
    expect(await world.provider.network()).toBe(chainId)
    const stuck = open({ store: { ...world.store, write: () => new Promise(() => {}) } })
    await stuck.provider.network()
    void stuck.provider.switchNetwork(chainId)
    await expect.poll(() => stuck.told).toEqual([['PROVIDER', { event: 'chainChanged', chainId }]])
    expect(await stuck.provider.network()).toBe(chainId)
  })

  test('loses a batch to a move while its id is looked up (T61)', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { store } = world
    world = open({
      store: {
        ...store,
        read: kept => (kept.name === 'batches' ? promise : store.read(kept)),
      },
    })
    const waits = world.ask('wallet_sendCalls', [{ ...batch(), id: '0xmoved' }])
    waits.catch(() => {})
    await world.provider.switchNetwork(other)
    resolve(undefined)
    await expect(waits).rejects.toMatchObject(failure(4901))
    expect(world.shown).toEqual([])
  })

  test('sends nothing to nodes of another chain (T61, F16)', async () => {
    const elsewhere = open({
      nodes: () => async (method, params) => (method === 'eth_chainId' ? '0x1' : chain.rpc(method, params)),
    })
    world = elsewhere
    const waits = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    waits.catch(() => {})
    const { approval } = await top()
    await expect(approval.approve()).rejects.toMatchObject(failure(4901))
    await expect(waits).rejects.toMatchObject(failure(4901))
  })

  test('sends once on a double press (T73)', async () => {
    const before = await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })
    const waits = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    const { approval } = await top()
    await Promise.all([approval.approve(), approval.approve(), approval.approve()])
    await waits
    expect(await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
  })

  test('sends once when a node accepted without an answer and is asked again (F19)', async () => {
    let asked = 0
    world = open({
      nodes: () => async (method, params, signal) => {
        const answer = await chain.rpc(method, params, signal)
        if (method === 'eth_sendRawTransaction' && asked++ === 0) throw new Error('cut')
        return answer
      },
    })
    const before = await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })
    const waits = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    const { approval } = await top()
    await approval.approve()
    expect(await waits).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
  })

  test('is left in doubt by a node that accepted, denied and does not know: no second one is sent (T73, F15)', async () => {
    world = open({
      nodes: () => async (method, params, signal) => {
        if (method === 'eth_getTransactionByHash') throw new NoAnswer(method)
        const answer = await chain.rpc(method, params, signal).catch(() => undefined)
        if (method === 'eth_sendRawTransaction')
          throw new NodeFault({ code: -32_603, message: 'Internal error' })
        return answer
      },
    })
    const before = await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })
    const waits = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    waits.catch(() => {})
    const { approval } = await top()
    await expect(approval.approve()).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    await expect(waits).rejects.toMatchObject({
      code: 'SEND_UNKNOWN',
      context: { rpc: { data: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } } },
    })
    expect(await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
  })

  test('the same in a batch: the call in doubt ends it, belongs to it, and is not sent again (T73, F15)', async () => {
    let sends = 0
    world = open({
      nodes: () => async (method, params, signal) => {
        // The node that is asked is another one than that which took it.
        if (method === 'eth_getTransactionByHash') return null
        const isSend = method === 'eth_sendRawTransaction'
        const answer = await chain.rpc(method, params, signal).catch(cause => {
          if (!isSend) throw cause
        })
        if (isSend && ++sends > 1) throw new NodeFault({ code: -32_603, message: 'Internal error' })
        return answer
      },
    })
    const id = '0xdoubt'
    const before = await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })
    const calls = [1, 2, 3].map(value => ({ to: shop, value: `0x${value}` }))
    const waits = world.ask('wallet_sendCalls', [{ ...batch(), id, calls }])
    const { approval } = await top()
    await expect(approval.approve()).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(await waits).toEqual({ id })
    expect(await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 2)
    expect(await world.ask('wallet_getCallsStatus', [id])).toMatchObject({
      status: 600,
      receipts: [{ status: '0x1' }, { status: '0x1' }],
    })
  })

  test.each([
    ['before its second call was signed', 'eth_getTransactionCount', 600, 1],
    ['while its second call was handed over', 'eth_sendRawTransaction', 200, 2],
  ] as const)(
    'sees a batch whose page closed %s as ended, after a reload (EIP-5792)',
    async (_when, last, status, sent) => {
      const pages = browserLocks()
      const [first, second] = [pages.open(), pages.open()]
      let isLeaving = false
      world = open({
        locks: first.locks,
        nodes: () => async (method, params, signal) => {
          if (isLeaving && method === last) {
            if (method === 'eth_sendRawTransaction') await chain.rpc(method, params, signal)
            leave.resolve()
            return new Promise(() => {})
          }
          if (method === 'eth_sendRawTransaction') isLeaving = true
          return chain.rpc(method, params, signal)
        },
      })
      const leave = Promise.withResolvers<void>()
      const id = `0x1ef7${sent}`
      const calls = [1, 2].map(value => ({ to: shop, value: `0x${value}` }))
      const waits = world.ask('wallet_sendCalls', [{ ...batch(), id, calls }])
      const { approval } = await top()
      await expect.poll(() => approval.progress().at).toBe('known')
      void approval.approve()
      expect(await waits).toEqual({ id })
      await leave.promise
      const { store } = world
      world = open({ store, locks: second.locks })
      // The other page is still there.
      expect(await world.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 100 })
      first.leave()
      const { receipts, ...over } = (await world.ask('wallet_getCallsStatus', [id])) as {
        receipts: unknown[]
      }
      expect(over).toMatchObject({ status })
      expect(receipts).toHaveLength(sent)
    },
  )

  test('can ask for a batch of the page’s own id before its first call is sent, and no more if the network refuses it (EIP-5792, T73)', async () => {
    const id = '0xf1457'
    const handed = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    world = open({
      nodes: () => async (method, params, signal) => {
        if (method !== 'eth_sendRawTransaction') return chain.rpc(method, params, signal)
        handed.resolve()
        await answer.promise
        throw new NodeFault({ code: -32_003, message: 'insufficient funds' })
      },
    })
    const waits = world.ask('wallet_sendCalls', [{ ...batch(), id }])
    waits.catch(() => {})
    const sent = (await top()).approval.approve()
    await handed.promise
    // A page that is loaded anew asks for no second one.
    const { store } = world
    const anew = open({ store })
    expect(await anew.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 100, receipts: [] })
    await expect(anew.ask('wallet_sendCalls', [{ ...batch(), id }])).rejects.toMatchObject(failure(5720))
    answer.resolve()
    await expect(sent).rejects.toMatchObject({ code: 'SEND_FAILED' })
    await expect(anew.ask('wallet_getCallsStatus', [id])).rejects.toMatchObject(failure(5730))
  })

  test('knows the receiver of a sent call from a batch whose later call was refused (T63)', async () => {
    let sends = 0
    world = open({
      nodes: () => async (method, params, signal) => {
        if (method === 'eth_sendRawTransaction' && ++sends > 1)
          throw new NodeFault({ code: -32_003, message: 'insufficient funds' })
        return chain.rpc(method, params, signal)
      },
    })
    const calls = [shop, stranger].map(to => ({ to, value: '0x1' }))
    const waits = world.ask('wallet_sendCalls', [{ ...batch(), calls }])
    const { approval } = await top()
    await expect(approval.approve()).rejects.toMatchObject({ code: 'SEND_FAILED' })
    await waits
    const next = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    next.catch(() => {})
    const { approval: later, close } = await top(1)
    await expect.poll(() => later.progress().known).toEqual([shop.toLowerCase(), account])
    close()
  })

  test('sends a batch requested by two tabs with one id once (EIP-5792, T73)', async () => {
    const id = '0x2tab5'
    const { store } = world
    const tabs = [world, open({ store })]
    const waits = tabs.map(tab => tab.ask('wallet_sendCalls', [{ ...batch(), id }]).catch(cause => cause))
    for (const tab of tabs) await expect.poll(() => tab.shown.length).toBe(1)
    const before = await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })
    for (const { shown } of tabs) await shown[0]?.approval.approve().catch(() => undefined)
    expect(await Promise.all(waits)).toMatchObject([{ id }, failure(5720)])
    expect(await chain.client.getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
    expect(await world.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 200 })
  })

  test('reads the fee and the effects, in the nodes’ words', async () => {
    const data = `0xa9059cbb${shop.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
    const waits = world.ask('eth_sendTransaction', [{ to: chain.token, data }])
    waits.catch(() => {})
    const { approval, close } = await top()
    await expect.poll(() => approval.progress().at).toBe('known')
    const { tokens, fee, simulation } = approval.progress()
    expect(tokens[chain.token.toLowerCase()]).toEqual({ symbol: 'TUSD', decimals: 6, isCollection: false })
    // The account has none of it.
    expect(simulation).toMatchObject({ at: 'fails' })
    expect(fee).toBeUndefined()
    close()
    await expect(waits).rejects.toMatchObject(failure(4001))
  })

  test('creates a contract, with a screen that says so', async () => {
    const waits = world.ask('eth_sendTransaction', [
      { data: '0x600a600c600039600a6000f3602a60005260206000f3' },
    ])
    const { approval } = await top()
    expect(approval.request).toMatchObject({ effects: [{ is: 'deploy', size: 22 }] })
    await expect.poll(() => approval.progress().fee?.value ?? 0n).toBeGreaterThan(0n)
    await approval.approve()
    const receipt = await chain.client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: (await waits) as `0x${string}`,
    })
    expect(receipt.contractAddress).toBeTruthy()
  })

  test('reserves a batch’s id from the request on (EIP-5792)', async () => {
    const asked = [1, 2].map(() => world.ask('wallet_sendCalls', [{ ...batch(), id: '0xtwice' }]))
    const [first, second] = asked.map(each => each.catch(cause => cause))
    expect(await second).toMatchObject(failure(5720))
    ;(await top()).close()
    expect(await first).toMatchObject(failure(4001))
    expect(world.shown).toHaveLength(1)
    // Nothing of it happened.
    const again = world.ask('wallet_sendCalls', [{ ...batch(), id: '0xtwice' }])
    ;(await top(1)).close()
    await expect(again).rejects.toMatchObject(failure(4001))
  })

  test.each([1, 2])(
    'sends a batch of %d with the fee that was shown, and reads no other one (T62)',
    async size => {
      const asked: string[] = []
      world = open({
        nodes: () => async (method, params, signal) => {
          asked.push(method)
          return chain.rpc(method, params, signal)
        },
      })
      const calls = Array.from({ length: size }, () => ({ to: shop, value: '0x1' }))
      const waits = world.ask('wallet_sendCalls', [{ ...batch(), calls }])
      const { approval } = await top()
      await expect.poll(() => approval.progress().at).toBe('known')
      const { fee, fees = [] } = approval.progress()
      expect(fee?.value).toBe(fees.reduce((sum, { most }) => sum + most.value, 0n))
      asked.length = 0
      await approval.approve()
      const { id } = (await waits) as { id: string }
      expect(asked).not.toContain('eth_estimateGas')
      await expect.poll(() => world.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 200 })
      const { receipts } = (await world.ask('wallet_getCallsStatus', [id])) as {
        receipts: { transactionHash: `0x${string}` }[]
      }
      for (const [at, { transactionHash: hash }] of receipts.entries()) {
        const mined = await chain.client.getTransaction({ hash })
        expect(String(mined.maxFeePerGas)).toBe(String(BigInt(fees[at]?.details.maxFeePerGas ?? 0)))
      }
    },
  )

  test('sends a batch in its order, after one approval that lists it, and the page can query it (EIP-5792)', async () => {
    const id = '0xabc123'
    const calls = [
      { to: shop, value: '0x1' },
      { to: shop, value: '0x2' },
    ]
    const waits = world.ask('wallet_sendCalls', [{ ...batch(), id, calls }])
    const { approval } = await top()
    expect(approval.request).toMatchObject({ effects: [{ amount: 1n }, { amount: 2n }] })
    await expect.poll(() => approval.progress().at).toBe('known')
    expect(approval.progress().simulation).toMatchObject({ at: 'works', changes: [{ change: -3n }] })
    await approval.approve()
    expect(await waits).toEqual({ id })
    await expect
      .poll(() => world.ask('wallet_getCallsStatus', [id]))
      .toMatchObject({
        version: '2.0.0',
        id,
        chainId: hexId,
        status: 200,
        atomic: false,
        receipts: [{ status: '0x1' }, {}],
      })
    await expect(world.ask('wallet_sendCalls', [{ ...batch(), id }])).rejects.toMatchObject(failure(5720))
    await expect(world.ask('wallet_getCallsStatus', ['0x00'])).rejects.toMatchObject(failure(5730))
  })

  test('keeps a request when the wallet locks during reading, and signs it after a proof (T79)', async () => {
    const at = { now: 1e12 }
    const lock = createIdleLock({ store: world.store, now: () => at.now })
    world = open({
      store: world.store,
      login: async () => ({
        account: 'ada',
        addresses: { eip155: account, solana },
        isLocked: lock.isLocked,
        touch: lock.touch,
        async withKey(request, use) {
          // As the login does it.
          if (await lock.isLocked()) throw new Error('locked')
          world.released.push(request)
          return use(entropy.slice(), { eip155: account, solana })
        },
      }),
    })
    await lock.unlock()
    at.now += idleLimit - 30_000
    const waits = world.ask('personal_sign', ['0x6869', account])
    const { approval, isOpen } = await top()
    at.now += 40_000
    expect(await Promise.all([approval.approve(), approval.approve()])).toEqual([false, false])
    expect([world.released, isOpen]).toEqual([[], true])
    await lock.unlock()
    expect(await approval.approve()).toBe(true)
    expect(await waits).toMatch(/^0x/)
    // A press a moment before the limit is use: the lock does not fall before it is signed.
    at.now += idleLimit - 1
    const again = world.ask('personal_sign', ['0x6869', account])
    expect(await (await top(1)).approval.approve()).toBe(true)
    at.now += 1_000
    expect([await lock.isLocked(), typeof (await again)]).toEqual([false, 'string'])
  })

  test.each(['', '\u0000', '\u001b[8m', '\ufffe'])(
    'sees a sign-in for another site (and %j) as refused, and cannot approve it (T37)',
    async hidden => {
      const text = `evil.example wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z${hidden}`
      const waits = world.ask('personal_sign', [text, account])
      waits.catch(() => {})
      const { approval, close } = await top()
      expect(approval.request).toMatchObject({ is: 'blocked', site: 'evil.example' })
      await approval.approve()
      close()
      await expect(waits).rejects.toMatchObject(failure(4100))
      expect(world.released).toEqual([])
    },
  )
})

/** The locks of one browser: those that a page holds end with it. */
function browserLocks() {
  const held = new Set<string>()
  return {
    open() {
      const own = new Set<string>()
      const request = async (name: string, work: () => Promise<unknown>) => {
        held.add(name)
        own.add(name)
        const result = await work()
        held.delete(name)
        return result
      }
      return {
        locks: { request, isHeld: async (name: string) => held.has(name) } as ProviderDeps['locks'],
        leave() {
          for (const name of own) held.delete(name)
        },
      }
    },
  }
}

function batch() {
  return { version: '2.0.0', chainId: hexId, calls: [{ to: shop, value: '0x1' }] }
}

function typed(domain: { readonly chainId: number }) {
  return {
    types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    domain,
    message: { text: 'hello' },
  }
}

/** Types of which the unused one is a Safe's. */
function ofSafe() {
  return { ...typed({ chainId: 7121 }).types, SafeTx: [{ name: 'to', type: 'address' }] }
}

function authorization() {
  return {
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Authorization: [
        { name: 'chainId', type: 'uint256' },
        { name: 'address', type: 'address' },
        { name: 'nonce', type: 'uint256' },
      ],
    },
    primaryType: 'Authorization',
    domain: { chainId: 7121 },
    message: { chainId: 0, address: shop, nonce: 0 },
  }
}
