/** Permissions of the smart account beside MetaMask's smart accounts kit: the frame's provider over a dev stack, and a holder that redeems. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devstack, devAccounts, devContracts, startDevstack } from '@latchkey/devstack'
import type { CaipNetworkId } from 'latchkey/contract'
import { permissionContracts } from 'latchkey/services'
import type * as Viem from 'viem'
import type * as ViemAccounts from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deriveOwnerKey } from '../../apps/frame/src/keys/derive/deriveEvmKey.ts'
import { seedOf, toWords } from '../../apps/frame/src/keys/derive/words.ts'
import { openVisitor as openServedVisitor } from '../../apps/frame/src/provider/operation/visitor.fixture.ts'
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

function openNode(on: Viem.Chain) {
  return peer
    .createTestClient({ mode: 'anvil', chain: on, transport: peer.http(), cacheTime: 0, pollingInterval: 20 })
    .extend(peer.publicActions)
    .extend(peer.walletActions)
}

/** A chain of the stack, as the kit knows it from now on. */
function readChain(at: number): Viem.Chain {
  const { id, rpcUrls } = stack.description.chains[at] as (typeof stack.description.chains)[number]
  kit.overrideDeployedEnvironment(Number(id), '1.3.0', {
    DelegationManager: permissionContracts.manager,
    caveatEnforcers: {},
    implementations: {},
  })
  return peer.defineChain({
    id: Number(id),
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrls.default.http[0] ?? ''] } },
  })
}

beforeAll(async () => {
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'] })
  expect(await stack.bundler?.settled).toBe('running')
  chain = readChain(0)
  node = openNode(chain)
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A new visitor with 5 ETH in a smart account that is nowhere yet, at a page of this project. */
async function openVisitor(projectId: string) {
  const world = await openServedVisitor(stack, projectId)
  const { key, account } = world
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
  return { world, key, account, through, request, page: erc7715ProviderActions()(client as never) }
}

/** A key of the page with gas money of its own, that acts by what it was given. */
async function openHolder(granted: () => Granted) {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await node.setBalance({ address: account.address, value: peer.parseEther('1') })
  /** Makes one call as the visitor's account, on the first chain unless another one is given. */
  async function send(call: { to: Hex; value?: bigint; data?: Hex }, on = chain) {
    const { context, delegationManager } = granted()
    const wallet = peer.createWalletClient({ account, chain: on, transport: peer.http() })
    const hash = await erc7710WalletActions()(wallet as never).sendTransactionWithDelegation({
      account,
      chain: on,
      ...call,
      permissionContext: context,
      delegationManager,
    })
    return openNode(on).waitForTransactionReceipt({ checkReplacement: false, hash })
  }
  return {
    key,
    address: account.address,
    send,
    pay: (to: Hex, value: string, on?: Viem.Chain) => send({ to, value: peer.parseEther(value) }, on),
    payToken: (token: Hex, to: Hex, amount: bigint) =>
      send({
        to: token,
        data: peer.encodeFunctionData({
          abi: peer.erc20Abi,
          functionName: 'transfer',
          args: [to, amount],
        }),
      }),
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

test('an amount of a token, amounts each period, and streams: the holder gets what its time allows, and no more', async () => {
  const { usdc } = devContracts
  const visitor = await openVisitor('latchkey-dev-login')
  const minter = devAccounts.at(-1)?.address as Hex
  const hash = await node.writeContract({
    account: minter,
    chain,
    address: usdc,
    abi: peer.parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [visitor.account, 1_000n],
  })
  await node.waitForTransactionReceipt({ checkReplacement: false, hash })
  const startTime = Number((await node.getBlock()).timestamp)
  const tokensOf = (owner: Hex) =>
    node.readContract({ address: usdc, abi: peer.erc20Abi, functionName: 'balanceOf', args: [owner] })
  /** A holder that was given a permission of this kind, as the visitor saw it. */
  async function holderOf(type: string, data: object, shown: object) {
    let granted: readonly Granted[] = []
    const holder = await openHolder(() => granted[0] as Granted)
    granted = await visitor.through(
      visitor.page.requestExecutionPermissions([
        {
          chainId,
          to: holder.address,
          expiry: startTime + 86_400,
          permission: { type, isAdjustmentAllowed: false, data },
        },
      ]),
    )
    expect(visitor.world.shown.at(-1)?.approval.request).toMatchObject({
      is: 'permission',
      to: holder.address,
      permission: { ...shown, expiry: startTime + 86_400 },
    })
    return holder
  }
  const periodic = await holderOf(
    'erc20-token-periodic',
    { tokenAddress: usdc, periodAmount: 100n, periodDuration: 3_600, startTime },
    { is: 'periodic', token: usdc, amount: '0x64', seconds: 3_600, start: startTime },
  )
  const stream = await holderOf(
    'native-token-stream',
    {
      initialAmount: peer.parseEther('0.01'),
      maxAmount: peer.parseEther('0.05'),
      amountPerSecond: peer.parseEther('0.00001'),
      startTime,
    },
    {
      ...{ is: 'stream', initial: '0x2386f26fc10000', most: '0xb1a2bc2ec50000', perSecond: '0x9184e72a000' },
      start: startTime,
    },
  )
  const tokenStream = await holderOf(
    'erc20-token-stream',
    { tokenAddress: usdc, initialAmount: 10n, maxAmount: 5_000n, amountPerSecond: 1n, startTime },
    { is: 'stream', token: usdc, initial: '0xa', most: '0x1388', perSecond: '0x1', start: startTime },
  )
  const nativePeriodic = await holderOf(
    'native-token-periodic',
    { periodAmount: peer.parseEther('0.02'), periodDuration: 3_600, startTime },
    { is: 'periodic', amount: '0x470de4df820000', seconds: 3_600, start: startTime },
  )
  const tokenAllowance = await holderOf(
    'erc20-token-allowance',
    { tokenAddress: usdc, allowanceAmount: 50n },
    { is: 'allowance', token: usdc, amount: '0x32' },
  )

  const to = privateKeyToAccount(generatePrivateKey()).address
  const snapshot = await node.snapshot()
  const pass = async (seconds: number) => {
    await node.increaseTime({ seconds })
    await node.mine({ blocks: 1 })
  }
  // Of this period, in two parts; neither more nor another call of the token.
  await periodic.payToken(usdc, to, 60n)
  await periodic.payToken(usdc, to, 40n)
  await expect(periodic.payToken(usdc, to, 1n)).rejects.toThrow(/transfer-amount-exceeded/)
  const approving = peer.encodeFunctionData({
    abi: peer.erc20Abi,
    functionName: 'approve',
    args: [to, 1n],
  })
  await expect(periodic.send({ to: usdc, data: approving })).rejects.toThrow(/invalid-method/)
  await tokenAllowance.payToken(usdc, shop, 50n)
  await expect(tokenAllowance.payToken(usdc, shop, 1n)).rejects.toThrow(/allowance-exceeded/)
  await nativePeriodic.pay(to, '0.02')
  await expect(nativePeriodic.pay(to, '0.001')).rejects.toThrow(/transfer-amount-exceeded/)
  // What there is at once, and no second part of it before its time.
  await stream.pay(to, '0.01')
  await expect(stream.pay(to, '0.03')).rejects.toThrow(/allowance-exceeded/)
  await expect(tokenStream.payToken(usdc, to, 3_000n)).rejects.toThrow(/allowance-exceeded/)
  expect([await tokensOf(to), await balanceOf(to)]).toEqual([100n, peer.parseEther('0.03')])

  await pass(3_600)
  await periodic.payToken(usdc, to, 100n)
  await expect(periodic.payToken(usdc, to, 1n)).rejects.toThrow(/transfer-amount-exceeded/)
  await nativePeriodic.pay(to, '0.02')
  await stream.pay(to, '0.03')
  await tokenStream.payToken(usdc, to, 500n)
  // However long it runs, not beyond its most.
  await pass(7_200)
  await expect(stream.pay(to, '0.011')).rejects.toThrow(/allowance-exceeded/)
  await stream.pay(to, '0.01')
  await expect(stream.pay(to, '0.000001')).rejects.toThrow(/allowance-exceeded/)
  expect([await tokensOf(to), await balanceOf(to)]).toEqual([700n, peer.parseEther('0.09')])
  await pass(86_400)
  for (const holder of [stream, nativePeriodic])
    await expect(holder.pay(to, '0.0001')).rejects.toThrow(/expired-delegation/)
  for (const holder of [periodic, tokenStream])
    await expect(holder.payToken(usdc, to, 1n)).rejects.toThrow(/expired-delegation/)
  await node.revert({ id: snapshot })
}, 180_000)

test('T113: nothing that the services stored of a permission is a key', async () => {
  const visitor = await openVisitor('latchkey-dev-login')
  let granted: readonly Granted[] = []
  const holder = await openHolder(() => granted[0] as Granted)
  const now = Number((await node.getBlock()).timestamp)
  granted = await visitor.through(
    visitor.page.requestExecutionPermissions([
      {
        chainId,
        to: holder.address,
        expiry: now + 3_600,
        permission: {
          type: 'native-token-allowance',
          isAdjustmentAllowed: false,
          data: { allowanceAmount: 1n },
        },
      },
    ]),
  )
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => readFileSync(join(each.parentPath, each.name)))
  /** Whether a file holds these bytes, as they are or in a usual spelling. */
  const isStored = (bytes: Uint8Array) => {
    const buffer = Buffer.from(bytes)
    const hex = buffer.toString('hex')
    const spelled = [hex, hex.toUpperCase(), buffer.toString('base64url'), buffer.toString('base64')]
    return files.some(file => file.includes(buffer) || spelled.some(each => file.includes(each)))
  }
  // It finds what is there: a part of the permission's context, in hexadecimal.
  expect(isStored(peer.toBytes(granted[0]?.context ?? '0x').slice(200, 264))).toBe(true)
  expect(isStored(peer.toBytes(holder.key))).toBe(false)
  expect(isStored(visitor.key)).toBe(false)
  expect(isStored(deriveOwnerKey(await seedOf(visitor.key)))).toBe(false)
  expect(files.some(file => file.includes(toWords(visitor.key)))).toBe(false)
}, 60_000)

test('T61: what was given on one chain counts on no other one, though the account and every contract is there as well', async () => {
  const visitor = await openVisitor('latchkey-dev-login')
  let granted: readonly Granted[] = []
  const holder = await openHolder(() => granted[0] as Granted)
  const second = readChain(1)
  const now = Number((await node.getBlock()).timestamp)
  const asked = {
    chainId,
    to: holder.address,
    expiry: now + 3_600,
    permission: {
      type: 'native-token-allowance',
      isAdjustmentAllowed: false,
      data: { allowanceAmount: peer.parseEther('1') },
    },
  }
  // The wallet is on the first one, and shows nothing of a request for another.
  await expect(
    visitor.page.requestExecutionPermissions([{ ...asked, chainId: second.id }]),
  ).rejects.toMatchObject({ cause: { context: { rpc: { code: 4901 } } } })
  expect(visitor.world.shown).toEqual([])
  granted = await visitor.through(visitor.page.requestExecutionPermissions([asked]))
  await holder.pay(shop, '0.01')

  const other = openNode(second)
  await other.loadState({ state: await node.dumpState() })
  for (const address of [visitor.account, permissionContracts.manager])
    expect(await other.getCode({ address })).toBe(await node.getCode({ address }))
  const before = await other.getBalance({ address: visitor.account })
  expect(before).toBe(await balanceOf(visitor.account))
  // The Safe's own word for a signature that is not its owner's: on this chain, it is of something else.
  await expect(holder.pay(shop, '0.01', second)).rejects.toThrow(/GS026/)
  expect(await other.getBalance({ address: visitor.account })).toBe(before)
  await holder.pay(shop, '0.01')
}, 60_000)

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
