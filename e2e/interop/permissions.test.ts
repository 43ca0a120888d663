/** Permissions of the smart account beside MetaMask's smart accounts kit: the frame's provider over a dev stack, and a holder that redeems. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devstack, startDevstack } from '@latchkey/devstack'
import type { CaipNetworkId } from 'latchkey/contract'
import { permissionContracts } from 'latchkey/services'
import type * as Viem from 'viem'
import type * as ViemAccounts from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { randomBytes } from '../../apps/frame/src/keys/bytes.ts'
import { addressesOf } from '../../apps/frame/src/keys/derive/addressesOf.ts'
import { createSmartNetworks } from '../../apps/frame/src/provider/createSmartNetworks.ts'
import { createNodes } from '../../apps/frame/src/provider/nodes.ts'
import { openOperationWorld } from '../../apps/frame/src/provider/operation/operation.fixture.ts'
import { createPaymasters } from '../../apps/frame/src/provider/operation/paymasters.ts'
import { safeAccountOf } from '../../apps/frame/src/smartaccount/safeAccountOf.ts'
import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

// The kit reports each call to its makers, unless this variable forbids it.
process.env.DO_NOT_TRACK = '1'
const load = (name: string): unknown => loadPackage(peerFolder('smart'), name).exported
const peer = load('viem') as typeof Viem
const { generatePrivateKey, privateKeyToAccount } = load('viem/accounts') as typeof ViemAccounts
type Hex = Viem.Hex

/** What is used of the kit. */
interface Granted {
  readonly context: Hex
  readonly delegationManager: Hex
  readonly from: Hex
}
interface Asking {
  requestExecutionPermissions(requests: readonly object[]): Promise<readonly Granted[]>
  getSupportedExecutionPermissions(): Promise<Readonly<Record<string, object>>>
  getGrantedExecutionPermissions(): Promise<readonly Granted[]>
}
interface Redeeming {
  sendTransactionWithDelegation(call: object): Promise<Hex>
}
const kit = load('@metamask/smart-accounts-kit/utils') as {
  overrideDeployedEnvironment(chainId: number, version: string, environment: object): void
}
const { erc7715ProviderActions, erc7710WalletActions } = load('@metamask/smart-accounts-kit/actions') as {
  erc7715ProviderActions(): (client: never) => Asking
  erc7710WalletActions(): (client: never) => Redeeming
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-permissions-'))
const shop: Hex = '0x00000000000000000000000000000000000b0b00'
const chainId = 31_337
const network: CaipNetworkId = `eip155:${chainId}`
let stack: Devstack
let chain: Viem.Chain
let node: ReturnType<typeof openNode>

function openNode() {
  return peer
    .createTestClient({ mode: 'anvil', chain, transport: peer.http(), cacheTime: 0, pollingInterval: 20 })
    .extend(peer.publicActions)
    .extend(peer.walletActions)
}

beforeAll(async () => {
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'] })
  expect(await stack.bundler?.settled).toBe('running')
  const url = stack.description.chains[0]?.rpcUrls.default.http[0] ?? ''
  chain = peer.defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  node = openNode()
  kit.overrideDeployedEnvironment(chainId, '1.3.0', {
    DelegationManager: permissionContracts.manager,
    caveatEnforcers: {},
    implementations: {},
  })
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A new visitor with 5 ETH in a smart account that is nowhere yet, at a page of this project. */
async function openVisitor(projectId: string) {
  const key = randomBytes(32)
  const addresses = await addressesOf(key)
  const place = {
    services: stack.description.services,
    projectId,
    fetch: ((url: string, init?: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { ...init?.headers, origin: stack.description.frame },
      })) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  const smartNetworks = createSmartNetworks({ ...place, now: () => performance.now() })
  await vi.waitUntil(async () => (await smartNetworks()).length > 0, { timeout: 30_000, interval: 500 })
  const world = openOperationWorld({
    login: async () => ({
      account: 'ada',
      addresses,
      isLocked: async () => false,
      touch: async () => {},
      withKey: (_request, use) => use(key.slice(), addresses),
    }),
    nodes: createNodes({ ...place, wait }),
    smartNetworks,
    paymasters: createPaymasters(place),
    services: place,
    networks: () => [network],
    clock: { now: () => Date.now(), wait, after: () => () => {} },
  })
  const account = safeAccountOf(addresses.owner).address
  await node.setBalance({ address: account, value: peer.parseEther('5') })
  let shown = 0
  /** Asks, and approves what is shown once all about it is known. */
  async function through<T>(answer: Promise<T>): Promise<T> {
    const at = shown
    answer.catch(() => {})
    const known = vi.waitUntil(() => world.shown[at]?.approval.progress().at === 'known', { timeout: 20_000 })
    await Promise.race([known, answer])
    shown++
    await world.shown[at]?.approval.approve()
    return answer
  }
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    world.ask(method, params, network)
  const client = peer.createClient({ chain, transport: peer.custom({ request }, { retryCount: 0 }) })
  return { world, account, through, request, page: erc7715ProviderActions()(client as never) }
}

/** A key of the page with gas money of its own, that acts by what it was given. */
async function openHolder(granted: () => Granted) {
  const account = privateKeyToAccount(generatePrivateKey())
  await node.setBalance({ address: account.address, value: peer.parseEther('1') })
  const wallet = peer.createWalletClient({ account, chain, transport: peer.http() })
  const { sendTransactionWithDelegation } = erc7710WalletActions()(wallet as never)
  return {
    address: account.address,
    async pay(to: Hex, value: string) {
      const { context, delegationManager } = granted()
      const hash = await sendTransactionWithDelegation({
        account,
        chain,
        to,
        value: peer.parseEther(value),
        permissionContext: context,
        delegationManager,
      })
      return node.waitForTransactionReceipt({ hash })
    },
  }
}

const balanceOf = (address: Hex) => node.getBalance({ address })

test('the kit asks, the visitor allows, and the kit’s holder spends up to its limit until it is withdrawn', async () => {
  const visitor = await openVisitor('latchkey-dev-login')
  let granted: readonly Granted[] = []
  const first = () => granted[0] as Granted
  const holder = await openHolder(first)
  const now = Number((await node.getBlock()).timestamp)
  const asked = {
    chainId,
    to: holder.address,
    expiry: now + 3_600,
    permission: {
      type: 'native-token-allowance',
      isAdjustmentAllowed: false,
      data: { allowanceAmount: peer.parseEther('0.1') },
    },
  }
  const supported = await visitor.page.getSupportedExecutionPermissions()
  expect(Object.keys(supported)).toContain('native-token-allowance')
  granted = await visitor.through(visitor.page.requestExecutionPermissions([asked]))
  expect(granted).toMatchObject([{ from: visitor.account, delegationManager: permissionContracts.manager }])
  expect(await visitor.page.getGrantedExecutionPermissions()).toMatchObject([{ context: first().context }])

  // It arrives from the visitor's account.
  const before = [await balanceOf(shop), await balanceOf(visitor.account)] as const
  await holder.pay(shop, '0.06')
  await holder.pay(shop, '0.04')
  expect((await balanceOf(shop)) - before[0]).toBe(peer.parseEther('0.1'))
  expect(before[1] - (await balanceOf(visitor.account))).toBe(peer.parseEther('0.1'))
  await expect(holder.pay(shop, '0.01')).rejects.toThrow(/allowance-exceeded/)

  // A second one needs no set-up; it is for one payee, and ends.
  let second: readonly Granted[] = []
  const payee = await openHolder(() => second[0] as Granted)
  second = await visitor.through(
    visitor.page.requestExecutionPermissions([
      { ...asked, to: payee.address, payee: [shop], expiry: now + 7_200 },
    ]),
  )
  const last = visitor.world.shown.at(-1)?.approval.request
  expect(last).toMatchObject({ is: 'permission' })
  expect(last).not.toHaveProperty('operation')
  await expect(payee.pay(holder.address, '0.01')).rejects.toThrow(/target-address-not-allowed/)
  await payee.pay(shop, '0.01')

  // Withdrawn by the page: the chain takes it no more, and the list says so.
  const withdraw = () =>
    visitor.through(
      visitor.request({
        method: 'wallet_revokeExecutionPermission',
        params: [{ permissionContext: second[0]?.context }],
      }),
    )
  expect(await withdraw()).toEqual({})
  await expect(payee.pay(shop, '0.01')).rejects.toThrow()
  expect(await visitor.page.getGrantedExecutionPermissions()).toMatchObject([{ context: first().context }])
  const shownBefore = visitor.world.shown.length
  expect(
    await visitor.request({
      method: 'wallet_revokePermissions',
      params: [{ permissionContext: second[0]?.context }],
    }),
  ).toEqual({})
  expect(visitor.world.shown).toHaveLength(shownBefore)
}, 120_000)

test('the older method gives the same permission, its end is kept, and EIP-2255 still disconnects', async () => {
  const visitor = await openVisitor('latchkey-dev-login')
  let context: Hex = '0x'
  const holder = await openHolder(() => ({
    context,
    delegationManager: permissionContracts.manager,
    from: visitor.account,
  }))
  const now = Number((await node.getBlock()).timestamp)
  const answer = await visitor.through(
    visitor.request({
      method: 'wallet_grantPermissions',
      params: [
        {
          chainId: peer.toHex(chainId),
          expiry: now + 3_600,
          signer: { type: 'account', data: { address: holder.address } },
          permissions: [
            { type: 'native-token-transfer', data: { allowance: peer.toHex(peer.parseEther('0.1')) } },
          ],
        },
      ],
    }),
  )
  context = (answer as { readonly permissionsContext: Hex }).permissionsContext
  await holder.pay(shop, '0.05')
  const snapshot = await node.snapshot()
  await node.increaseTime({ seconds: 7_200 })
  await node.mine({ blocks: 1 })
  await expect(holder.pay(shop, '0.01')).rejects.toThrow(/expired-delegation/)
  await node.revert({ id: snapshot })
  expect(
    await visitor.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
  ).toBeNull()
  expect(visitor.world.told).toContainEqual(['PROVIDER', { event: 'disconnect' }])
}, 120_000)

test('a project that the operator did not name is refused, and shown nothing', async () => {
  const visitor = await openVisitor('latchkey-dev')
  for (const method of [
    'wallet_requestExecutionPermissions',
    'wallet_grantPermissions',
    'wallet_revokeExecutionPermission',
    'wallet_getSupportedExecutionPermissions',
    'wallet_getGrantedExecutionPermissions',
  ])
    await expect(visitor.request({ method, params: [{}] })).rejects.toMatchObject({
      context: { rpc: { code: 4200, message: 'Action not allowed' } },
    })
  expect(visitor.world.shown).toEqual([])
}, 60_000)
