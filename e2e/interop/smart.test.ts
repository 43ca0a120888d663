/** The wallet's own smart account code beside permissionless and viem, on a local chain with the published contracts. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlerFolder, type Chain, devAccounts, putSmartContracts, startChain } from '@latchkey/devstack'
import { type RunningServer, startServer } from '@latchkey/server'
import fc from 'fast-check'
import { formatSignInMessage, verifySignIn } from 'latchkey/server'
import {
  formatRouteUrl,
  getSignInNonce,
  permissionContracts,
  postSignIn,
  safeContracts,
  type UserOperation,
} from 'latchkey/services'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseEther,
  publicActions,
  recoverMessageAddress,
  walletActions,
} from 'viem'
import {
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Abi,
  entryPoint08Address,
  formatUserOperation,
  type SmartAccount,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../../apps/frame/src/keys/derive/addressesOf.ts'
import { toWords } from '../../apps/frame/src/keys/derive/words.ts'
import { signOwnerDigest } from '../../apps/frame/src/keys/signWith.ts'
import { readTypedData } from '../../apps/frame/src/provider/evm/typedData.ts'
import { decodeOperationCalls } from '../../apps/frame/src/smartaccount/decodeOperationCalls.ts'
import { encodeOperationCalls } from '../../apps/frame/src/smartaccount/encodeOperationCalls.ts'
import { operationHash } from '../../apps/frame/src/smartaccount/operationHash.ts'
import { type SafeAccount, safeAccountOf } from '../../apps/frame/src/smartaccount/safeAccountOf.ts'
import {
  operationSignature,
  safeOperationDigest,
} from '../../apps/frame/src/smartaccount/safeOperationDigest.ts'
import { formatSignature, signSafeMessage } from '../../apps/frame/src/smartaccount/signSafeMessage.ts'
import { createPageKey, type PageKey } from '../../packages/latchkey/src/engine/flows/signin/createPageKey.ts'
import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

const chainId = 31_337
const network = `eip155:${chainId}` as const
const always = { validAfter: 0, validUntil: 0 }
const [sender] = devAccounts as [(typeof devAccounts)[0]]
const folder = mkdtempSync(join(tmpdir(), 'latchkey-smart-'))
const someone: Address = '0x00000000000000000000000000000000000a11ce'

// permissionless, MetaMask's kit and the viem beside them are in the peers' folder alone. The kit reports each call to its makers,
// unless this variable forbids it.
process.env.DO_NOT_TRACK = '1'
const load = (name: string): unknown => loadPackage(peerFolder('smart'), name).exported
const peer = load('viem') as typeof import('viem')
const peerAccounts = load('viem/accounts') as typeof import('viem/accounts')
const { toSafeSmartAccount } = load('permissionless/accounts') as {
  toSafeSmartAccount(options: object): Promise<SmartAccount>
}
const { toMetaMaskSmartAccount } = load('@metamask/smart-accounts-kit') as {
  toMetaMaskSmartAccount(options: object): Promise<SmartAccount>
}
const { deploySmartAccountsEnvironment } = load('@metamask/smart-accounts-kit/utils') as {
  deploySmartAccountsEnvironment(...args: readonly object[]): Promise<object>
}

let chain: Chain
let client: ReturnType<typeof openClient>
const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 7)
let addresses: Awaited<ReturnType<typeof addressesOf>>
let safe: SafeAccount

function openClient(url: string) {
  const transport = http(url)
  return createTestClient({ mode: 'anvil', transport, cacheTime: 0, pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}

beforeAll(async () => {
  chain = await startChain({ chainId, port: 0 })
  await putSmartContracts(chain, bundlerFolder)
  client = openClient(chain.url)
  addresses = await addressesOf(entropy)
  safe = safeAccountOf(addresses.owner)
})
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A client of the peers' own viem. */
function openTheirs() {
  const local = peer.defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  return peer.createPublicClient({ chain: local, transport: peer.http(chain.url), pollingInterval: 10 })
}

/** As other software makes the Safe of an owner. */
function permissionless(owner: unknown, saltNonce = 0n): Promise<SmartAccount> {
  return toSafeSmartAccount({
    client: openTheirs(),
    owners: [owner],
    version: '1.4.1',
    entryPoint: { address: entryPoint07Address, version: '0.7' },
    useMultiSendForSetup: false,
    saltNonce,
  })
}

/** As the wallet signs for its smart account. */
async function sign(
  request: { readonly text: string } | { readonly bytes: Hex } | { readonly data: object },
  change: { readonly chainId?: typeof network | 'eip155:31338'; readonly of?: Uint8Array<ArrayBuffer> } = {},
): Promise<Hex> {
  const { chainId = network, of: key = entropy } = change
  const own = await addressesOf(key)
  const asked = { host: 'https://shop.example', chainId, account: safeAccountOf(own.owner).address }
  const data = 'data' in request ? readTypedData(request.data) : undefined
  if ('data' in request && !data) throw new Error('No typed data')
  return signSafeMessage(
    {
      account: 'ada',
      addresses: own,
      isLocked: async () => false,
      touch: async () => {},
      withKey: async (_request, use) => use(key.slice(), own),
    },
    data
      ? { ...asked, is: 'typed', data, isEverywhere: false }
      : { ...asked, is: 'message', bytes: bytesOf(request) },
    (method, params) => client.request({ method, params } as never),
  )
}

function bytesOf(request: Parameters<typeof sign>[0]): Hex {
  if ('bytes' in request) return request.bytes
  return peer.stringToHex('text' in request ? request.text : '')
}

async function send(to: Address, data: Hex, value = 0n) {
  const hash = await client.sendUnsignedTransaction({ from: sender.address, to, data, value })
  const receipt = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(receipt.status).toBe('success')
  return receipt
}

/**
 * Hands an operation to the entry point, as a bundler does. Answers whether its calls were done.
 * @throws Error with the entry point's word for one that it refuses.
 */
async function handle(operation: UserOperation): Promise<boolean> {
  const packed = toPackedUserOperation(formatUserOperation(operation as never))
  const args = [[packed], sender.address] as const
  const question = {
    abi: entryPoint07Abi,
    address: entryPoint07Address,
    functionName: 'handleOps',
    args,
  } as const
  await client.simulateContract({ ...question, account: sender.address })
  const { logs } = await send(
    entryPoint07Address,
    encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args }),
  )
  const [event] = peer.parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs })
  return event?.args.success === true
}

const gas = {
  callGasLimit: numberToHex(500_000),
  verificationGasLimit: numberToHex(1_000_000),
  preVerificationGas: '0x0',
  maxFeePerGas: numberToHex(10n ** 10n),
  maxPriorityFeePerGas: '0x1',
} as const

test('1: the pinned contracts are on the chain, made by CREATE2 of the published bytes (T138)', async () => {
  expect(safeContracts.entryPoint).toBe(entryPoint07Address)
  for (const address of Object.values(safeContracts))
    expect((await client.getCode({ address }))?.length).toBeGreaterThan(100)
})

test('2: 100 owners have the address, the factory data and the call data that permissionless makes', async () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map(each => peer.bytesToHex(each))
  const calls = fc.array(fc.record({ to: bytes(20), value: fc.bigInt(0n, 1n << 200n), data: bytes(37) }), {
    minLength: 1,
    maxLength: 4,
  })
  const cases = fc.sample(fc.tuple(bytes(32), calls), { numRuns: 100, seed: 33 })
  for (const [key, each] of cases) {
    const owner = peerAccounts.privateKeyToAccount(key)
    const [ours, theirs] = [safeAccountOf(owner.address), await permissionless(owner)]
    const made = encodeOperationCalls(each)
    expect({ address: ours.address, factory: ours.factory, factoryData: ours.factoryData }).toEqual({
      address: theirs.address,
      ...(await theirs.getFactoryArgs()),
    })
    expect(made).toBe(await theirs.encodeCalls(each))
    expect(decodeOperationCalls(made)).toEqual(each.map(call => ({ ...call, to: peer.getAddress(call.to) })))
  }
})

describe('before the account is deployed, and after', () => {
  const typed = {
    domain: { name: 'Shop', chainId },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Vote: [{ name: 'for', type: 'uint256' }],
    },
    primaryType: 'Vote',
    message: { for: '1' },
  } as const
  const text = 'hello'
  let services: RunningServer
  let key: PageKey
  beforeAll(async () => {
    services = await startServer({
      port: 0,
      env: {
        LATCHKEY_DEV: '1',
        DATA_FOLDER: folder,
        RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      },
    })
    const context = {
      config: { endpoints: { api: services.url } },
      clock: { now: () => Date.now() },
      random: { id: () => randomUUID() },
    }
    const store = { read: async () => undefined, write: async () => {}, clear: async () => {} }
    key = await createPageKey(context as never, store)
  })
  afterAll(() => services?.close())

  /** The account that the services' hosted sign-in takes, or the code of its refusal. */
  async function signsInHosted(accountAddress: string, signText: (message: string) => Promise<Hex>) {
    const origin = 'http://localhost:4400'
    const query = { projectId: 'latchkey-dev-signin', st: 'latchkey-js', sv: 'latchkey-0.0.0' }
    const nonceUrl = formatRouteUrl(services.url, getSignInNonce, {
      query: { ...query, key: key.thumbprint },
    } as never)
    const { nonce } = (await (await fetch(nonceUrl, { headers: { origin } })).json()) as { nonce: string }
    const data = {
      accountAddress,
      chainId: network,
      domain: new URL(origin).host,
      uri: origin,
      version: '1',
      nonce,
      issuedAt: new Date().toISOString(),
    }
    const message = formatSignInMessage(data)
    const answer = await fetch(formatRouteUrl(services.url, postSignIn, { query } as never), {
      method: 'POST',
      headers: { ...(await key.headers(postSignIn)), origin, 'content-type': 'application/json' },
      body: JSON.stringify({ data, message, signature: await signText(message) }),
    })
    const { session, code } = (await answer.json()) as { session?: { address: string }; code?: string }
    return session?.address ?? code
  }

  const verifies = (address: Address, signature: Hex, message = text) =>
    client.verifyMessage({ address, message, signature })
  const verifiesTyped = (address: Address, signature: Hex) =>
    client.verifyTypedData({ address, signature, ...typed, message: { for: 1n } })

  async function signsIn(accountAddress: string, signature: Hex, message: string) {
    const verdict = await verifySignIn({
      message,
      signature,
      expected: {
        origins: ['https://shop.example'],
        nonce: 'n0nceN0nceN0nceN0nceN0nce',
        chains: [network],
        now: Date.parse('2026-11-20T12:00:00.000Z'),
      },
      rpc: { [network]: chain.url },
    })
    return verdict.valid && verdict.address === accountAddress ? verdict.signedBy : 'refused'
  }
  const signInText = (accountAddress: string) =>
    formatSignInMessage({
      domain: 'shop.example',
      accountAddress,
      uri: 'https://shop.example',
      version: '1',
      chainId: network,
      nonce: 'n0nceN0nceN0nceN0nceN0nce',
      issuedAt: '2026-11-20T12:00:00Z',
    })

  /** Rows 4 and 5 of one state of the chain. */
  async function check(other: SmartAccount, bytes: number): Promise<void> {
    const [message, data] = [await sign({ text }), await sign({ data: typed })]
    expect((message.length - 2) / 2).toBe(bytes)
    expect(await verifies(safe.address, message)).toBe(true)
    expect(await verifiesTyped(safe.address, data)).toBe(true)
    // Which texts: the other way round, neither counts.
    expect(await verifies(safe.address, message, 'hello!')).toBe(false)
    expect(await verifies(safe.address, data)).toBe(false)
    // T31: of another account of this owner, of the plain account, of the owner and on another network it counts not.
    for (const each of [other.address, addresses.eip155, addresses.owner]) {
      expect(await verifies(each, message)).toBe(false)
      expect(await verifiesTyped(each, data)).toBe(false)
    }
    expect(await verifies(safe.address, await sign({ text }, { chainId: 'eip155:31338' }))).toBe(false)
    // Latchkey's server takes the sign-in of the smart account, and of no other.
    const own = signInText(safe.address)
    const signature = await sign({ text: own })
    expect(await signsIn(safe.address, signature, own)).toBe('contract')
    const theirs = signInText(other.address)
    expect(await signsIn(other.address, await sign({ text: theirs }), theirs)).toBe('refused')
    const plain = signInText(addresses.eip155)
    expect(await signsIn(addresses.eip155, await sign({ text: plain }), plain)).toBe('refused')
    // So do the services that sign in for hosts. The plain account's signature does not sign in the smart account.
    const inUse = (message: string) => sign({ text: message })
    const { signMessage } = peerAccounts.mnemonicToAccount(toWords(entropy))
    expect(await signsInHosted(safe.address, inUse)).toBe(safe.address)
    expect(await signsInHosted(other.address, inUse)).toBe('SIGN_IN_INVALID')
    expect(await signsInHosted(safe.address, message => signMessage({ message }))).toBe('SIGN_IN_INVALID')
    // A site that only recovers keys learns no account of the visitor's.
    const recovered = await recoverMessageAddress({ message: text, signature: message }).catch(
      () => undefined,
    )
    expect([safe.address, addresses.owner, addresses.eip155]).not.toContain(recovered)
  }

  test('4, 5: signatures count for this account on this network alone', async () => {
    const owner = peerAccounts.mnemonicToAccount(toWords(entropy), { accountIndex: 1 })
    const other = await permissionless(owner, 1n)
    expect(await client.getCode({ address: safe.address })).toBeUndefined()
    await check(other, 960)
    const before = await sign({ text })
    await send(safe.factory, safe.factoryData)
    const { factory, factoryData } = await other.getFactoryArgs()
    await send(factory as Address, factoryData as Hex)
    expect((await client.getCode({ address: safe.address }))?.length).toBeGreaterThan(100)
    await check(other, 65)
    // What was signed before counts still.
    expect(await verifies(safe.address, before)).toBe(true)
    // T137: the EOA's word is not the account's.
    const plain = peerAccounts.mnemonicToAccount(toWords(entropy))
    expect(plain.address).toBe(addresses.eip155)
    expect(await verifies(safe.address, await plain.signMessage({ message: text }))).toBe(false)
  })

  test('5, control: one signature for a HybridDeleGator counts for another one of its owner, and for the owner', async () => {
    const theirs = openTheirs()
    const payer = peerAccounts.privateKeyToAccount(sender.privateKey)
    const environment = await deploySmartAccountsEnvironment(
      peer.createWalletClient({ account: payer, chain: theirs.chain, transport: peer.http(chain.url) }),
      theirs,
      theirs.chain,
      { EntryPoint: entryPoint07Address, DelegationManager: permissionContracts.manager },
    )
    const owner = peerAccounts.mnemonicToAccount(toWords(entropy), { accountIndex: 2 })
    const open = async (deploySalt: Hex) => {
      const account = await toMetaMaskSmartAccount({
        client: theirs,
        implementation: 'Hybrid',
        deployParams: [owner.address, [], [], []],
        deploySalt,
        signer: { account: owner },
        environment,
      })
      const { factory, factoryData } = await account.getFactoryArgs()
      await send(factory as Address, factoryData as Hex)
      return account
    }
    const [one, other] = [await open('0x'), await open('0x01')]
    expect(one.address).not.toBe(other.address)
    const signature = await one.signMessage({ message: text })
    // What `check` finds of ours to be false.
    for (const each of [one.address, other.address, owner.address])
      expect(await verifies(each, signature)).toBe(true)
  })
})

describe('operations', () => {
  test('are called by the hash of each entry point', async () => {
    const operation = {
      sender: safe.address,
      nonce: '0x7',
      ...safeFactory(),
      callData: encodeOperationCalls([{ to: someone, value: 1n, data: '0x1234' }]),
      ...gas,
      paymaster: someone,
      paymasterVerificationGasLimit: '0x5',
      paymasterPostOpGasLimit: '0x6',
      paymasterData: '0xbeef',
      signature: '0x',
    } as const
    const packed = toPackedUserOperation(formatUserOperation(operation as never))
    const question = { functionName: 'getUserOpHash', args: [packed] } as const
    expect(operationHash(operation, chainId, entryPoint07Address)).toBe(
      await client.readContract({ abi: entryPoint07Abi, address: entryPoint07Address, ...question }),
    )
    expect(operationHash(operation, chainId, entryPoint08Address)).toBe(
      await client.readContract({ abi: entryPoint08Abi, address: entryPoint08Address, ...question }),
    )
  })

  test('of the wallet are done by the entry point: the first one deploys, a batch is all or nothing', async () => {
    const own = Uint8Array.from(entropy, byte => byte ^ 1)
    const { owner } = await addressesOf(own)
    const account = safeAccountOf(owner)
    await client.setBalance({ address: account.address, value: parseEther('1') })

    async function operate(calls: Parameters<typeof encodeOperationCalls>[0], nonce: number) {
      const isFirst = (await client.getCode({ address: account.address })) === undefined
      const operation = {
        sender: account.address,
        nonce: numberToHex(nonce),
        ...(isFirst && { factory: account.factory, factoryData: account.factoryData }),
        callData: encodeOperationCalls(calls),
        ...gas,
      }
      const digest = safeOperationDigest(operation, chainId, always)
      const signature = formatSignature(await signOwnerDigest(own, digest, owner))
      return handle({ ...operation, signature: operationSignature(always, signature) })
    }
    const pay = { to: someone, value: parseEther('0.1'), data: '0x' } as const
    // It has no such function.
    const failing = { to: safeContracts.factory, value: 0n, data: '0x12345678' } as const
    const held = () => client.getBalance({ address: someone })
    const before = await held()
    expect(await operate([pay, pay], 0)).toBe(true)
    expect(await held()).toBe(before + pay.value * 2n)
    expect(await operate([pay], 1)).toBe(true)
    expect(await held()).toBe(before + pay.value * 3n)
    expect(await operate([pay, failing], 2)).toBe(false)
    expect(await held()).toBe(before + pay.value * 3n)
  })

  test('6: no text that a page gets signed moves the Safe; one signed by its owner would (T137)', async () => {
    const own = Uint8Array.from(entropy, byte => byte ^ 3)
    const known = await addressesOf(own)
    const account = safeAccountOf(known.owner)
    await send(account.factory, account.factoryData)
    await client.setBalance({ address: account.address, value: parseEther('1') })
    const operation = {
      sender: account.address,
      nonce: '0x0',
      callData: encodeOperationCalls([{ to: someone, value: parseEther('0.5'), data: '0x' }]),
      ...gas,
    } as const
    const raw = peer.bytesToHex(safeOperationDigest(operation, chainId, always))
    // Safe takes EIP-191 signatures of an owner with 4 added to their last byte.
    const asSafe = (signature: Hex): Hex =>
      `${signature.slice(0, 132) as Hex}`.replace(/..$/, last =>
        (Number.parseInt(last, 16) + 4).toString(16),
      ) as Hex
    const words = toWords(own)
    const plain = peerAccounts.mnemonicToAccount(words)
    const personal = await plain.signMessage({ message: { raw } })
    const nested = await sign({ bytes: raw }, { of: own })
    const before = await client.getBalance({ address: account.address })
    for (const signature of [personal, asSafe(personal), nested, asSafe(nested)]) {
      const signed = { ...operation, signature: operationSignature(always, signature) }
      await expect(handle(signed)).rejects.toThrow(/AA24/)
    }
    expect(await client.getBalance({ address: account.address })).toBe(before)
    const owner = peerAccounts.mnemonicToAccount(words, { accountIndex: 1 })
    const taken = asSafe(await owner.signMessage({ message: { raw } }))
    expect(await handle({ ...operation, signature: operationSignature(always, taken) })).toBe(true)
    expect(await client.getBalance({ address: account.address })).toBeLessThan(parseEther('0.5'))
  })

  test('13: the words, typed into other software, lead to the owner, and it moves the funds of the Safe', async () => {
    const own = Uint8Array.from(entropy, byte => byte ^ 2)
    const known = await addressesOf(own)
    const account = safeAccountOf(known.owner)
    await client.setBalance({ address: account.address, value: parseEther('1') })

    const words = toWords(own)
    expect(peerAccounts.mnemonicToAccount(words).address).toBe(known.eip155)
    const owner = peerAccounts.mnemonicToAccount(words, { path: "m/44'/60'/1'/0/0" })
    expect(owner.address).toBe(known.owner)
    const theirs = await permissionless(owner)
    expect(theirs.address).toBe(account.address)
    const operation = {
      sender: theirs.address,
      nonce: await theirs.getNonce(),
      ...(await theirs.getFactoryArgs()),
      callData: await theirs.encodeCalls([{ to: someone, value: parseEther('0.9'), data: '0x' }]),
      callGasLimit: 500_000n,
      verificationGasLimit: 1_000_000n,
      preVerificationGas: 0n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    }
    const signature = await theirs.signUserOperation({ ...operation, chainId, signature: '0x' } as never)
    const before = await client.getBalance({ address: someone })
    const packed = toPackedUserOperation({ ...operation, signature } as never)
    await send(
      entryPoint07Address,
      encodeFunctionData({
        abi: entryPoint07Abi,
        functionName: 'handleOps',
        args: [[packed], sender.address],
      }),
    )
    expect(await client.getBalance({ address: someone })).toBe(before + parseEther('0.9'))
  })
})

function safeFactory(): Pick<SafeAccount, 'factory' | 'factoryData'> {
  return { factory: safe.factory, factoryData: safe.factoryData }
}
