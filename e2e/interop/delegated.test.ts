/** The plain account that the wallet has delegated (EIP-7702), as viem reads it, on a local chain with the published contracts. */
import {
  bundlerFolder,
  type Chain,
  deployContracts,
  devAccounts,
  devContracts,
  putSmartContracts,
  startChain,
} from '@latchkey/devstack'
import { delegatedContracts, type UserOperation } from 'latchkey/services'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  isAddressEqual,
  numberToHex,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import {
  entryPoint08Abi,
  entryPoint08Address,
  formatUserOperation,
  getUserOperationHash,
  getUserOperationTypedData,
  type SmartAccount,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeDelegation, prepareChange } from '../../apps/frame/src/delegation/changeDelegation.ts'
import { addressesOf } from '../../apps/frame/src/keys/derive/addressesOf.ts'
import { toWords } from '../../apps/frame/src/keys/derive/words.ts'
import type { PendingApproval } from '../../apps/frame/src/provider/approval.ts'
import { createProvider } from '../../apps/frame/src/provider/createProvider.ts'
import type { ProviderDeps } from '../../apps/frame/src/provider/deps.ts'
import type { LoggedIn } from '../../apps/frame/src/provider/loggedIn.ts'
import { NodeFault } from '../../apps/frame/src/provider/nodes.ts'
import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

const chainId = 31_337
const network = `eip155:${chainId}` as const
const [bundler] = devAccounts as [(typeof devAccounts)[0]]
const someone: Address = '0x00000000000000000000000000000000000a11ce'

const load = (name: string): unknown => loadPackage(peerFolder('smart'), name).exported
const peer = load('viem') as typeof import('viem')
const peerAccounts = load('viem/accounts') as typeof import('viem/accounts')
const { toSimple7702SmartAccount } = load('viem/account-abstraction') as {
  toSimple7702SmartAccount(options: object): Promise<SmartAccount>
}

let chain: Chain
let client: ReturnType<typeof openClient>
function openClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0, pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}
beforeAll(async () => {
  chain = await startChain({ chainId, port: 0 })
  await deployContracts(chain)
  await putSmartContracts(chain, bundlerFolder)
  client = openClient(chain.url)
})
afterAll(() => chain?.stop())

/** Operations that the bundler keeps for one bundle; undefined: it hands each over at once. */
let bundle: UserOperation[] | undefined
let seed = 40
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeEach(async () => {
  bundle = undefined
  wallet = await openNext()
})

/** The wallet of another visitor each time. */
function openNext() {
  seed += 1
  return openWallet(Uint8Array.from({ length: 32 }, (_, at) => at + seed))
}

interface CallsStatus {
  readonly status: number
  readonly receipts?: readonly {
    readonly transactionHash: Hex
    readonly logs: readonly {
      readonly address: Address
      readonly topics: readonly Hex[]
      readonly data: Hex
    }[]
  }[]
}

/** The wallet of the frame, with a bundler that hands each operation to the entry point at once. */
async function openWallet(entropy: Uint8Array<ArrayBuffer>) {
  const addresses = await addressesOf(entropy)
  const operations: UserOperation[] = []
  const shown: PendingApproval[] = []
  const login: LoggedIn = {
    account: 'ada',
    addresses,
    isLocked: async () => false,
    touch: async () => {},
    withKey: async (_request, use) => use(entropy.slice(), addresses),
  }
  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_estimateUserOperationGas':
        return { callGasLimit: '0x7a120', verificationGasLimit: '0x7a120', preVerificationGas: '0x0' }
      case 'eth_sendUserOperation': {
        const operation = params[0] as UserOperation
        operations.push(operation)
        if (bundle) bundle.push(operation)
        else await handle([operation])
        return hashOf(operation)
      }
      case 'eth_getUserOperationReceipt':
      case 'eth_getUserOperationByHash':
        throw new NodeFault({ code: -32_601, message: 'no such method' })
      default:
        return client.request({ method, params } as never)
    }
  }
  const values = new Map<string, unknown>()
  let batchId: string | undefined
  let now = 0
  const deps = {
    host: 'https://shop.example',
    login: async () => login,
    nodes: () => (method, params) => answer(method, (params ?? []) as readonly unknown[]),
    balances: async () => [],
    show(approval) {
      shown.push(approval)
      return { result: new Promise(() => {}), close: () => {} }
    },
    store: {
      read: async kept => kept.read(values.get(kept.name), kept.version),
      write: async (kept, data) => Boolean(values.set(kept.name, data)),
      remove: async kept => void values.delete(kept.name),
      clear: async () => values.clear(),
    },
    smartNetworks: async () => [{ chainId: network, safe: false, delegation: true }],
    networks: () => [network],
    emit: () => {},
    clock: {
      now: () => now,
      wait: async milliseconds => {
        now += milliseconds
      },
      after: () => () => {},
    },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
  } satisfies ProviderDeps
  const provider = createProvider(deps)
  const ask = (method: string, params: readonly unknown[]) =>
    provider.request({ chainId: network, method, params: params as [] })
  await client.setBalance({ address: addresses.eip155, value: parseEther('2') })
  return {
    address: addresses.eip155,
    words: toWords(entropy),
    operations,
    shown,
    deps,
    ask,
    async send(calls: readonly object[]) {
      const at = shown.length
      const answer = ask('wallet_sendCalls', [
        { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls },
      ])
      await expect.poll(() => shown[at]?.progress().at).toBe('known')
      await shown[at]?.approve()
      batchId = ((await answer) as { readonly id: string }).id
      return this.status()
    },
    /** What became of the batch that was sent last. */
    async status() {
      return (await ask('wallet_getCallsStatus', [batchId ?? ''])) as unknown as CallsStatus
    },
    async change(to: 'own' | 'none') {
      const asked = await prepareChange(deps, login, { chainId: network, to }, AbortSignal.timeout(20_000))
      await changeDelegation(deps, login, asked)
    },
  }
}

/** An operation as viem has it. */
function ofViem({ eip7702Auth, ...operation }: UserOperation) {
  return {
    ...formatUserOperation(operation as never),
    ...(eip7702Auth && { authorization: { address: eip7702Auth.address, chainId, nonce: 0 } }),
  } as never
}

function hashOf(operation: UserOperation): Hex {
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint08Address,
    entryPointVersion: '0.8',
    userOperation: ofViem(operation),
  })
}

/** Hands operations to the entry point as one bundle, as a bundler does, with what delegates their accounts. */
async function handle(operations: readonly UserOperation[]): Promise<void> {
  const packed = operations.map(operation => ({
    ...toPackedUserOperation(ofViem(operation)),
    initCode: operation.eip7702Auth ? `0x7702${'0'.repeat(36)}` : '0x',
  })) as never
  const authorizationList = operations.flatMap(({ eip7702Auth: signed }) =>
    signed
      ? [
          {
            chainId: Number(signed.chainId),
            address: signed.address,
            nonce: Number(signed.nonce),
            r: signed.r,
            s: signed.s,
            yParity: Number(signed.yParity),
          },
        ]
      : [],
  )
  const hash = await client.sendTransaction({
    account: privateKeyToAccount(bundler.privateKey),
    chain: null,
    to: entryPoint08Address,
    gas: 3_000_000n,
    data: encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [packed, bundler.address],
    }),
    ...(authorizationList.length > 0 && { authorizationList, type: 'eip7702' }),
  } as never)
  const receipt = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  if (receipt.status !== 'success') throw new NodeFault({ code: -32_500, message: 'refused' })
}

/** The account as viem has it, by the wallet's words alone. */
function theirs(): Promise<SmartAccount> {
  const transport = peer.http(chain.url)
  const local = peer.defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  return toSimple7702SmartAccount({
    client: peer.createPublicClient({ chain: local, transport }),
    owner: peerAccounts.mnemonicToAccount(wallet.words),
  })
}

const code = () => client.getCode({ address: wallet.address })
const held = () => client.getBalance({ address: someone })
const pay = { to: someone, value: numberToHex(parseEther('0.1')), data: '0x' } as const
// It has no such function.
const failing = { to: delegatedContracts.entryPoint, value: '0x0', data: '0x12345678' } as const
const ownCode = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`

test('11: viem reads the account that one operation has delegated, and makes the same of its calls', async () => {
  const before = await held()
  expect(await wallet.send([pay, pay])).toMatchObject({ status: 200, atomic: true })
  expect(await held()).toBe(before + parseEther('0.2'))
  expect(await code()).toBe(ownCode)
  const account = await theirs()
  expect([account.address, account.entryPoint.address]).toEqual([wallet.address, entryPoint08Address])
  expect(await account.isDeployed()).toBe(true)
  const [operation] = wallet.operations as [UserOperation]
  const calls = [pay, pay].map(({ to, data }) => ({ to, value: parseEther('0.1'), data }))
  expect(operation.callData).toBe(await account.encodeCalls(calls))
  // With one key and one hash there is one signature.
  const { signature, ...unsigned } = ofViem(operation) as { readonly signature: Hex }
  expect(await account.signUserOperation({ ...unsigned, chainId } as never)).toBe(signature)
  expect(await account.getNonce({ key: 0n })).toBe(1n)
  // Messages are signed as before: the account is what it was to sites.
  const text = await account.signMessage({ message: 'hello' })
  expect(await client.verifyMessage({ address: wallet.address, message: 'hello', signature: text })).toBe(
    true,
  )
})

test('11: a batch is all or nothing at the same address, before and after', async () => {
  const before = await held()
  for (const expected of ['ready', 'supported']) {
    expect(await wallet.ask('wallet_getCapabilities', [wallet.address])).toMatchObject({
      '0x7a69': { atomic: { status: expected } },
    })
    expect(await wallet.send([pay, failing])).toMatchObject({ status: 500, atomic: true })
    expect(await held()).toBe(before)
    expect(await code()).toBe(ownCode)
  }
})

test('two visitors in one bundle, one of whose calls fail: each has the end and the logs of its own alone', async () => {
  const other = await openNext()
  const allow = (amount: bigint) => ({
    to: devContracts.usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [someone, amount] }),
  })
  bundle = []
  expect(await wallet.send([allow(3n)])).toMatchObject({ status: 100 })
  expect(await other.send([allow(5n), failing])).toMatchObject({ status: 100 })
  const third = await openNext()
  expect(await third.send([allow(7n)])).toMatchObject({ status: 100 })
  await handle(bundle)
  const ends = await Promise.all([wallet, other, third].map(each => each.status()))
  expect(ends.map(({ status }) => status)).toEqual([200, 500, 200])
  const told = ends.map(({ receipts: [receipt] = [] }) =>
    (receipt?.logs ?? [])
      .filter(log => isAddressEqual(log.address, devContracts.usdc))
      .map(({ topics, data }) => [getAddress(`0x${topics[1]?.slice(26)}`), BigInt(data)]),
  )
  expect(told).toEqual([[[wallet.address, 3n]], [], [[third.address, 7n]]])
  const [first, ...rest] = ends.map(({ receipts: [receipt] = [] }) => receipt?.transactionHash)
  expect(rest).toEqual([first, first])
})

test('11: undone, the account has no code, and no operation of it counts', async () => {
  await wallet.change('own')
  expect(await code()).toBe(ownCode)
  expect(await wallet.send([pay])).toMatchObject({ status: 200 })
  await wallet.change('none')
  expect(await code()).toBeUndefined()
  const [first] = wallet.operations as [UserOperation]
  const before = await held()
  await expect(handle([{ ...first, nonce: '0x1' }])).rejects.toThrow()
  expect(await held()).toBe(before)
  expect(await wallet.ask('wallet_getCapabilities', [wallet.address])).toMatchObject({
    '0x7a69': { atomic: { status: 'ready' } },
  })
})

test('T144: no typed data that a page gets signed moves the delegated account; its key over the same would', async () => {
  await wallet.change('own')
  const account = await theirs()
  const operation = {
    sender: wallet.address,
    nonce: 0n,
    callData: await account.encodeCalls([{ to: someone, value: parseEther('0.5') }]),
    callGasLimit: 500_000n,
    verificationGasLimit: 500_000n,
    preVerificationGas: 0n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    signature: '0x' as Hex,
  }
  const typed = getUserOperationTypedData({
    chainId,
    entryPointAddress: entryPoint08Address,
    userOperation: operation,
  })
  const { signature: _none, ...message } = typed.message as typeof typed.message & { signature?: Hex }
  const text = JSON.stringify(
    {
      ...typed,
      message,
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        ...typed.types,
      },
    },
    (_key, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  const before = await held()
  await expect(wallet.ask('eth_signTypedData_v4', [wallet.address, text])).rejects.toMatchObject({
    code: 'ACCOUNT_SIGNATURE_REFUSED',
  })
  expect([wallet.shown.length, await held()]).toEqual([0, before])
  // The control: what was refused is worth half an ether.
  const owner = peerAccounts.mnemonicToAccount(wallet.words)
  const signature = await owner.signTypedData(typed as never)
  const hex = Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? numberToHex(value) : value,
    ]),
  ) as unknown as UserOperation
  await handle([{ ...hex, signature }])
  expect(await held()).toBe(before + parseEther('0.5'))
})
