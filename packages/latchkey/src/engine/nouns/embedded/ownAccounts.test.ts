import { expect, test } from 'vitest'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { EmbeddedProvider } from '../../../embedded/createEmbeddedProvider.ts'
import { evm } from '../../../evm.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createScriptedFrame } from '../../fixtures/createScriptedFrame.ts'
import { createLoginFlow } from '../../flows/login/createLoginFlow.ts'
import { projectState } from '../accounts/projectState.ts'
import { snapshotKey } from '../connections/snapshot.ts'
import { refreshOwn } from './ownAccounts.ts'

const plain = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const smart = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** The network that carries smart accounts, and one that does not. */
const carrying: CaipNetworkId = 'eip155:31337'
const other: CaipNetworkId = 'eip155:31338'

type Type = 'eoa' | 'smartAccount'

/** A frame that stores a type and answers for its account, as apps/frame does. */
function createWallet(
  options: { readonly type?: Type; readonly hasOwner?: boolean; readonly made?: Type } = {},
) {
  const wallet = {
    /** Chosen by its visitor, and what it was made with. */
    type: options.type,
    made: options.made,
    network: carrying,
    isDeployed: false as boolean | undefined,
    /** What the provider was called on, and with. */
    sent: [] as string[],
  }
  const inUse = (network: CaipNetworkId) =>
    (wallet.type ?? wallet.made) === 'smartAccount' && network === carrying ? smart : plain
  const made = createScriptedFrame({
    CONNECT_EMAIL: { action: 'VERIFY_OTP' },
    SHOW_SCREEN: { result: 'done' },
    IS_CONNECTED: { isConnected: true },
    GET_CHAIN_ID: () => ({ chainId: wallet.network }),
    GET_USER({ chainId = wallet.network }: { readonly chainId?: CaipNetworkId }) {
      const isSmart = inUse(chainId) === smart
      return {
        email: 'ann@mail.example',
        authProvider: 'email',
        address: inUse(chainId),
        chainId,
        accounts: [
          { address: plain, type: 'eoa', chainNamespace: 'eip155' },
          ...(chainId === carrying
            ? [{ address: smart, type: 'smartAccount', chainNamespace: 'eip155' }]
            : []),
        ],
        ...(wallet.type && { preferredAccountType: wallet.type }),
        ...(wallet.made && { defaultAccountType: wallet.made }),
        ...(isSmart && wallet.isDeployed === undefined
          ? {}
          : { smartAccountDeployed: isSmart && wallet.isDeployed }),
      }
    },
    SET_PREFERRED_ACCOUNT({ type }: { readonly type: Type }) {
      if (type === 'smartAccount' && options.hasOwner === false) throw createError('ACTION_NOT_ALLOWED')
      const before = inUse(wallet.network)
      wallet.type = type
      const address = inUse(wallet.network)
      if (address !== before) made.emit('PROVIDER', { event: 'accountsChanged', accounts: [address] })
      return { type, address }
    },
    SWITCH_NETWORK({ chainId }: { readonly chainId: CaipNetworkId }) {
      const before = inUse(wallet.network)
      if (chainId !== wallet.network) {
        wallet.network = chainId
        made.emit('PROVIDER', { event: 'chainChanged', chainId })
        const address = inUse(chainId)
        if (address !== before) made.emit('PROVIDER', { event: 'accountsChanged', accounts: [address] })
      }
      return { chainId }
    },
    RPC_REQUEST({ method }: { readonly method: string }) {
      wallet.sent.push(method)
      if (method === 'eth_chainId') return { result: `0x${Number(wallet.network.slice(7)).toString(16)}` }
      return { result: [inUse(wallet.network)] }
    },
  })
  return { ...made, wallet }
}

type Made = ReturnType<typeof createWallet>

function open(
  made: Made,
  options: { readonly storage?: ReturnType<typeof createMemoryStorage>; readonly default?: Type } = {},
) {
  const { storage = createMemoryStorage() } = options
  const facts = createFacts()
  const told: unknown[] = []
  facts.on('connected', ({ address }) => told.push(['connected', address]))
  facts.on('accountChanged', ({ address }) => told.push(['accountChanged', address]))
  const network = (caipNetworkId: CaipNetworkId) => ({
    chainNamespace: 'eip155',
    caipNetworkId,
    id: Number(caipNetworkId.slice(7)),
    name: caipNetworkId,
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  })
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      adapters: [evm()],
      networks: [network(carrying), network(other)],
      storage,
      ...(options.default && { defaultAccountTypes: { eip155: options.default } }),
    }),
    facts,
    notify: () => undefined,
    clock: createFakeClock(),
    frame: async () => made.frame,
  })
  const { ctx } = engine
  const account = () =>
    projectState({
      connections: ctx.connections.getState(),
      networks: ctx.config.networks,
      modal: { open: false, view: 'Account' },
      loadingByNamespace: {},
      loading: false,
      known: {},
      features: {},
      theme: { mode: 'light', variables: {} },
      addressLabels: {},
    } as never).accounts.eip155
  const id = () => ctx.connections.getState().connections[0]?.id ?? ''
  const provider = () => ctx.live.get(id(), 'eip155')?.provider as EmbeddedProvider
  const types = () => account()?.allAccounts.map(({ address, type }) => [address, type])
  return { engine, ctx, told, account, id, provider, types, storage }
}

async function logIn(made: Made, options: Parameters<typeof open>[1] = {}) {
  const page = open(made, options)
  const flow = createLoginFlow(page.ctx)
  flow.send('ann@mail.example')
  await expect.poll(() => flow.machine.getState().at, { interval: 1 }).toBe('in')
  return page
}

/** The page loaded anew, once its login is restored. */
async function reload(made: Made, { engine, storage }: ReturnType<typeof open>, options: { default?: Type }) {
  await expect
    .poll(() => storage.getItem(engine.ctx.storage.fullName(snapshotKey)), { interval: 1 })
    .toBeTruthy()
  engine.destroy()
  const page = open(made, { ...options, storage })
  await expect.poll(() => page.told.length, { interval: 1 }).toBe(1)
  return page
}

const both = [
  [smart, 'smartAccount'],
  [plain, 'eoa'],
]

test('SPEC §6: a wallet from before uses the plain account without a word of the host, and has the smart one beside it', async () => {
  const made = createWallet()
  const { account, types, told } = await logIn(made)
  expect(account()).toMatchObject({
    address: plain,
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
    user: { accountType: 'eoa', isSmartAccountDeployed: false },
  })
  expect(types()).toEqual([...both].reverse())
  expect(made.wallet.type).toBe('eoa')
  expect(told).toEqual([['connected', `${carrying}:${plain}`]])
})

test.each([
  ['smartAccount', undefined, undefined, smart],
  ['smartAccount', undefined, 'eoa', plain],
  ['smartAccount', 'eoa', undefined, plain],
  ['smartAccount', 'eoa', 'smartAccount', plain],
  ['eoa', undefined, undefined, plain],
  ['eoa', undefined, 'smartAccount', smart],
  ['eoa', 'smartAccount', undefined, smart],
] as const)(
  'SPEC §6: of a wallet made with %s, chosen %s and the host’s %s, the first `connected` has %s',
  async (kind, type, host, address) => {
    const made = createWallet({ made: kind, ...(type && { type }) })
    const { account, told } = await logIn(made, host && { default: host })
    expect(told).toEqual([['connected', `${carrying}:${address}`]])
    expect(account()).toMatchObject({
      address,
      preferredAccountType: address === smart ? 'smartAccount' : 'eoa',
    })
    // Later options of the host move nothing.
    const later = await logIn(made, { default: address === smart ? 'eoa' : 'smartAccount' })
    expect(later.told).toEqual(told)
  },
)

test('SPEC §6: a wallet made with the smart account connects with the plain one where no network carries it', async () => {
  const made = createWallet({ made: 'smartAccount' })
  made.wallet.network = other
  const said = made.answers.GET_USER as (asked: object) => object
  made.answers.GET_USER = () => said({ chainId: other })
  made.answers.SWITCH_NETWORK = () => ({ chainId: other })
  const { account, told } = await logIn(made)
  expect(told).toEqual([['connected', `${other}:${plain}`]])
  expect(account()).toMatchObject({ preferredAccountType: 'smartAccount', user: { accountType: 'eoa' } })
})

test('T143: the host’s type counts before the first `connected`, and nothing changes it afterwards', async () => {
  const made = createWallet()
  const first = await logIn(made, { default: 'smartAccount' })
  const { account, types, told } = first
  expect(account()).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
  expect(types()).toEqual(both)
  expect(told).toEqual([['connected', `${carrying}:${smart}`]])

  // The host has thought otherwise since: a reload, and a login, move no account.
  const again = await reload(made, first, { default: 'eoa' })
  expect(again.account()?.address).toBe(smart)
  const later = await logIn(made, { default: 'eoa' })
  expect(later.told).toEqual([['connected', `${carrying}:${smart}`]])
})

test.each([
  ['smartAccount', 'eoa', smart],
  ['eoa', 'smartAccount', plain],
] as const)(
  'a restored login keeps the type %s, also where the wallet has lost it',
  async (type, host, address) => {
    const made = createWallet()
    const first = await logIn(made, { default: type })
    Object.assign(made.wallet, { type: undefined })
    const again = await reload(made, first, { default: host })
    expect(again.account()).toMatchObject({ address, preferredAccountType: type })
    expect(again.told).toEqual([['connected', `${carrying}:${address}`]])
    expect(made.wallet.type).toBe(type)
  },
)

test('a restored login has the account that the wallet uses by then, whatever the page stored', async () => {
  const made = createWallet()
  const first = await logIn(made)
  Object.assign(made.wallet, { type: 'smartAccount' })
  const again = await reload(made, first, {})
  expect(again.account()).toMatchObject({ address: smart, user: { accountType: 'smartAccount' } })
})

test('a type that was stored before counts more than the host’s', async () => {
  const { account } = await logIn(createWallet({ type: 'eoa' }), { default: 'smartAccount' })
  expect(account()).toMatchObject({ address: plain, preferredAccountType: 'eoa' })
})

test('a wallet that can have no smart account connects with the plain one', async () => {
  const { account, told } = await logIn(createWallet({ hasOwner: false }), { default: 'smartAccount' })
  expect(account()?.address).toBe(plain)
  expect(told).toEqual([['connected', `${carrying}:${plain}`]])
})

test('a frame of an earlier release, which says nothing of accounts, connects as before', async () => {
  const made = createWallet()
  made.answers.GET_USER = { email: 'ann@mail.example', address: plain, chainId: carrying, accounts: [] }
  const { account, types } = await logIn(made)
  expect(account()?.address).toBe(plain)
  expect(types()).toEqual([[plain, 'eoa']])
  expect(account()).not.toHaveProperty('smartAccountDeployed')
})

test('what the frame says of accounts that are none is left out', async () => {
  const made = createWallet()
  const said = made.answers.GET_USER as (asked: object) => { readonly accounts: readonly object[] }
  made.answers.GET_USER = (asked: object) => {
    const user = said(asked)
    const wrong = [
      { address: 'nonsense', type: 'smartAccount', chainNamespace: 'eip155' },
      { address: smart, type: 'smartAccount' },
    ]
    return { ...user, accounts: [user.accounts[0], ...wrong] }
  }
  const { types } = await logIn(made)
  expect(types()).toEqual([[plain, 'eoa']])
})

test('T143: a switch (SPEC §5) of the type moves state and provider to the other address, and back', async () => {
  const made = createWallet()
  const { account, provider, types, told } = await logIn(made)
  const heard: unknown[] = []
  provider().on('accountsChanged', (accounts: never) => heard.push(accounts))
  for (const [type, address] of [
    ['smartAccount', smart],
    ['eoa', plain],
  ] as const) {
    await made.frame.request('SET_PREFERRED_ACCOUNT', { type, chainId: carrying })
    expect(account()?.address).toBe(address)
    expect(await provider().request({ method: 'eth_accounts' })).toEqual([address])
    await expect.poll(() => account()?.preferredAccountType, { interval: 1 }).toBe(type)
    expect(account()?.user?.accountType).toBe(type)
    expect(types()?.map(([each]) => each)).toEqual(address === smart ? [smart, plain] : [plain, smart])
  }
  expect(heard).toEqual([[smart], [plain]])
  expect(told.slice(1)).toEqual([
    ['accountChanged', `${carrying}:${smart}`],
    ['accountChanged', `${carrying}:${plain}`],
  ])
})

test('T143: a network without smart accounts has the plain one, alone, and says that the other is wanted', async () => {
  const made = createWallet({ type: 'smartAccount' })
  const { account, types, provider } = await logIn(made)
  made.wallet.isDeployed = true
  await provider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
  expect(account()?.caipAddress).toBe(`${other}:${plain}`)
  await expect.poll(types, { interval: 1 }).toEqual([[plain, 'eoa']])
  expect(account()).toMatchObject({
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
    user: { accountType: 'eoa' },
  })
  await provider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] })
  expect(account()).toMatchObject({
    caipAddress: `${carrying}:${smart}`,
    user: { accountType: 'smartAccount' },
  })
  await expect.poll(() => account()?.smartAccountDeployed, { interval: 1 }).toBe(true)
  expect(types()).toEqual(both)
})

test('T143: whether the account is deployed is of its network, and unknown while the chain does not say', async () => {
  const made = createWallet({ type: 'smartAccount' })
  const { ctx, id, account } = await logIn(made)
  expect(account()?.smartAccountDeployed).toBe(false)
  made.wallet.isDeployed = true
  await refreshOwn(ctx, { connectionId: id(), namespace: 'eip155' })
  expect(account()).toMatchObject({ smartAccountDeployed: true, user: { isSmartAccountDeployed: true } })
  made.wallet.isDeployed = undefined
  await refreshOwn(ctx, { connectionId: id(), namespace: 'eip155' })
  expect(account()).not.toHaveProperty('smartAccountDeployed')
  expect(account()?.user).not.toHaveProperty('isSmartAccountDeployed')
})

test('an answer about a network that the wallet has left counts nothing', async () => {
  const made = createWallet({ type: 'smartAccount' })
  const { ctx, id, account, provider } = await logIn(made)
  const said = made.answers.GET_USER as (asked: object) => object
  let release = () => {}
  const late = new Promise<void>(resolve => {
    release = resolve
  })
  made.answers.GET_USER = async (asked: object) => {
    await late
    return { ...said(asked), smartAccountDeployed: true }
  }
  const refreshed = refreshOwn(ctx, { connectionId: id(), namespace: 'eip155' })
  made.answers.GET_USER = said
  await provider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
  await expect.poll(() => account()?.allAccounts.length, { interval: 1 }).toBe(1)
  release()
  await refreshed
  expect(account()).toMatchObject({ caipAddress: `${other}:${plain}`, smartAccountDeployed: false })
  expect(account()?.allAccounts).toHaveLength(1)
})
