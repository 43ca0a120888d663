import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { testAccounts } from '@latchkey/testing'
import {
  type Abi,
  type Address,
  concat,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashMessage,
  http,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnvil } from '../../../testing/src/fixtures/startAnvil.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { validatorCode } from './validatorCode.ts'
import { type SignInClaim, verifySignIn } from './verifySignIn.ts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}
const artifact = (name: string): Artifact =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../apps/devstack/contracts/artifacts/${name}.json`, import.meta.url),
      'utf8',
    ),
  )
const [owner, other, delegating] = testAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey))
if (!owner || !other || !delegating) throw new Error('three test accounts are needed')
const magic = `0x${'6492'.repeat(16)}` as const
const now = Date.parse('2026-11-20T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'

async function startChain(chainId: number) {
  const node = await startAnvil({ chainId, args: ['--hardfork', 'prague'] })
  const transport = http(node.rpcUrl)
  const client = createTestClient({ mode: 'anvil', transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const wallet = createWalletClient({ account: owner as NonNullable<typeof owner>, transport })
  async function deploy(name: string, args: readonly unknown[] = []): Promise<Address> {
    const { abi, bytecode } = artifact(name)
    const hash = await wallet.deployContract({ abi, bytecode, args, chain: null })
    const { contractAddress } = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
    return getAddress(contractAddress as Address)
  }
  return { node, client, wallet, deploy }
}
type Chain = Awaited<ReturnType<typeof startChain>>

let chain: Chain
let elsewhere: Chain
let account: Address
let factory: Address
let hostile: Address
let unmade: Address
const salt = toHex(7, { size: 32 })

beforeAll(async () => {
  ;[chain, elsewhere] = await Promise.all([startChain(31_371), startChain(31_372)])
  account = await chain.deploy('DevAccount', [owner.address, false])
  factory = await chain.deploy('DevAccountFactory')
  hostile = await chain.deploy('DevHostile')
  const { abi } = artifact('DevAccountFactory')
  const args = [owner.address, salt]
  unmade = (await chain.client.readContract({
    abi,
    address: factory,
    functionName: 'addressOf',
    args,
  })) as Address
})
afterAll(async () => {
  await Promise.all([chain?.node.stop(), elsewhere?.node.stop()])
})

const textOf = (accountAddress: string, changed: Partial<SignInMessage> = {}) =>
  formatSignInMessage({
    domain: 'shop.example',
    accountAddress,
    uri: 'https://shop.example',
    version: '1',
    chainId: 'eip155:31371',
    nonce,
    issuedAt: '2026-11-20T12:00:00Z',
    ...changed,
  })

async function verify(message: string, signature: string, claim: Partial<SignInClaim> = {}): Promise<string> {
  const chains = ['eip155:31371', 'eip155:31372'] as const
  const verdict = await verifySignIn({
    message,
    signature,
    expected: { origins: ['https://shop.example'], nonce, chains, now },
    rpc: { 'eip155:31371': chain.node.rpcUrl, 'eip155:31372': elsewhere.node.rpcUrl },
    ...claim,
  })
  return verdict.valid ? `${verdict.address} ${verdict.signedBy}` : verdict.refusal
}
const wrap = (target: Address, data: Hex, signature: Hex) =>
  concat([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [target, data, signature],
    ),
    magic,
  ])
const make = () =>
  encodeFunctionData({
    abi: artifact('DevAccountFactory').abi,
    functionName: 'create',
    args: [owner.address, salt],
  })
const call = (functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi: artifact('DevHostile').abi, functionName, args })

test('the validator is the one that its source compiles to', () => {
  expect(validatorCode).toBe(artifact('SignatureValidator').bytecode)
})

describe('ERC-1271', () => {
  test('a contract vouches for what its owner signed, and for nothing else', async () => {
    const message = textOf(account)
    expect(await verify(message, await owner.signMessage({ message }))).toBe(`${account} contract`)
    expect(await verify(message, await other.signMessage({ message }))).toBe('signature')
    expect(
      await verify(
        textOf(account.toLowerCase()),
        await owner.signMessage({ message: textOf(account.toLowerCase()) }),
      ),
    ).toBe(`${account} contract`)
  })

  test('T28 on the chain of the text only', async () => {
    const message = textOf(account, { chainId: 'eip155:31372' })
    expect(await verify(message, await owner.signMessage({ message }))).toBe('signature')
  })

  test('T31 a signature for one account is refused for another of the same owner', async () => {
    const bound = await chain.deploy('DevAccount', [owner.address, true])
    const second = await chain.deploy('DevAccount', [owner.address, true])
    const digest = (address: Address, message: string) =>
      chain.client.readContract({
        abi: artifact('DevAccount').abi,
        address,
        functionName: 'bound',
        args: [hashMessage(message)],
      }) as Promise<Hex>
    const message = textOf(bound)
    const signature = await owner.sign({ hash: await digest(bound, message) })
    expect(await verify(message, signature)).toBe(`${bound} contract`)
    expect(await verify(textOf(second), signature)).toBe('signature')
    // Even of the very same text the second account's word is its own.
    expect(
      await verify(textOf(second), await owner.sign({ hash: await digest(bound, textOf(second)) })),
    ).toBe('signature')
  })

  test('yes is the magic value alone: more than that, or what an address without code echoes, is no', async () => {
    expect(await verify(textOf(hostile), '0x00')).toBe('signature')
    expect(await verify(textOf(other.address), '0x00')).toBe('signature')
    const identity = '0x0000000000000000000000000000000000000004'
    expect(await verify(textOf(identity), '0x00')).toBe('signature')
  })
})

describe('ERC-6492', () => {
  test('an account that is not made yet', async () => {
    expect(await chain.client.getCode({ address: unmade })).toBeUndefined()
    const message = textOf(unmade)
    const signature = wrap(factory, make(), await owner.signMessage({ message }))
    expect(await verify(message, signature)).toBe(`${unmade} contract`)
    expect(await verify(message, wrap(factory, make(), await other.signMessage({ message })))).toBe(
      'signature',
    )
    expect(await verify(message, await owner.signMessage({ message }))).toBe('signature')
    expect(
      await verify(
        textOf(other.address),
        wrap(factory, make(), await owner.signMessage({ message: textOf(other.address) })),
      ),
    ).toBe('signature')
    expect(await chain.client.getCode({ address: unmade })).toBeUndefined()
    const later = textOf(unmade, { chainId: 'eip155:31372' })
    expect(await verify(later, wrap(factory, make(), await owner.signMessage({ message: later })))).toBe(
      'signature',
    )
  })

  test('an account that has been made since', async () => {
    const made = await chain.deploy('DevAccount', [owner.address, false])
    const message = textOf(made)
    expect(await verify(message, wrap(factory, '0x', await owner.signMessage({ message })))).toBe(
      `${made} contract`,
    )
  })

  test('T29 refuses a factory that loops, floods or answers with 2 MB within 3 s, without delaying others', async () => {
    const message = textOf(unmade)
    const inner = await owner.signMessage({ message })
    const calls = [
      call('loop'),
      call('flood', [2_000_000n, false]),
      call('flood', [2_000_000n, true]),
      call('flood', [100_000n, true]),
      '0x',
    ] as const
    const answers = await Promise.all(calls.map(data => verify(message, wrap(hostile, data, inner))))
    expect(answers).toEqual(calls.map(() => 'signature'))
    expect(await verify(textOf(hostile), '0x01')).toBe('signature')
  })

  test('T29 a factory that loops or answers with 2 MB is refused in 3 s, and holds the event loop for less than 50 ms', async () => {
    const message = textOf(unmade)
    const inner = await owner.signMessage({ message })
    /** Milliseconds that the loop was late at most while this ran. */
    const lagOf = async (run: () => unknown) => {
      const lag = monitorEventLoopDelay({ resolution: 1 })
      lag.enable()
      await vi.waitUntil(() => lag.count > 0, { interval: 1 })
      await run()
      const counted = lag.count
      await vi.waitUntil(() => lag.count > counted, { interval: 1 })
      lag.disable()
      return lag.max / 1e6
    }
    const block = () => {
      for (const began = performance.now(); performance.now() - began < 80; );
    }
    expect(await lagOf(block)).toBeGreaterThan(50)
    for (const data of [
      call('loop'),
      call('flood', [2_000_000n, true]),
      call('flood', [2_000_000n, false]),
    ]) {
      const lags: number[] = []
      // Work of ours would be late in each round; another process of a busy machine is not.
      for (let round = 0; round < 5; round++)
        lags.push(
          await lagOf(async () => {
            const began = performance.now()
            expect(await verify(message, wrap(hostile, data, inner))).toBe('signature')
            expect(performance.now() - began).toBeLessThan(3_000)
          }),
        )
      expect(Math.min(...lags)).toBeLessThan(50)
    }
  })

  test('T29 a hostile factory’s answer costs the thread little more than an honest one', async () => {
    const message = textOf(unmade)
    const inner = await owner.signMessage({ message })
    // CPU time of this thread alone, in microseconds: the machine may be busy with others.
    const costOf = async (signature: Hex) => {
      const busy = process.threadCpuUsage()
      await verify(message, signature)
      const { user, system } = process.threadCpuUsage(busy)
      return Math.max(1_000, user + system)
    }
    const honest = wrap(factory, make(), inner)
    await costOf(honest)
    const most = 20 * (await costOf(honest))
    expect(await costOf(wrap(hostile, call('loop'), inner))).toBeLessThan(most)
    for (const bytes of [2_000_000n, 100_000n])
      expect(await costOf(wrap(hostile, call('flood', [bytes, true]), inner))).toBeLessThan(most)
  })

  test('T29 the call changes no state on the chain', async () => {
    const message = textOf(unmade)
    const before = await chain.client.getBlockNumber()
    await verify(message, wrap(hostile, call('touch'), await owner.signMessage({ message })))
    const { abi } = artifact('DevHostile')
    expect(await chain.client.readContract({ abi, address: hostile, functionName: 'touched' })).toBe(0n)
    expect(await chain.client.getBlockNumber()).toBe(before)
  })

  test('wrappings that are none', async () => {
    const message = textOf(unmade)
    for (const each of [
      magic,
      concat(['0x00', magic]),
      concat([toHex(1, { size: 96 }), magic]),
      concat([`0x${'ff'.repeat(96)}`, magic]),
    ])
      expect(await verify(message, each)).toBe('signature')
    // 16 KB are asked about; more is no signature at all.
    expect(await verify(message, wrap(factory, `0x${'11'.repeat(15_000)}`, '0x'))).toBe('signature')
    expect(await verify(message, wrap(factory, `0x${'11'.repeat(17_000)}`, '0x'))).toBe('signature')
  })
})

test('EIP-7702: a delegated account signs in by its key, and by what it has delegated to', async () => {
  const delegate = await chain.deploy('DevDelegate')
  const wallet = createWalletClient({ account: delegating, transport: http(chain.node.rpcUrl) })
  const authorization = await wallet.signAuthorization({
    contractAddress: delegate,
    chainId: 31_371,
    executor: 'self',
  })
  const hash = await wallet.sendTransaction({
    to: owner.address,
    authorizationList: [authorization],
    chain: null,
  })
  await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(await chain.client.getCode({ address: delegating.address })).toBe(
    `0xef0100${delegate.slice(2).toLowerCase()}`,
  )
  const message = textOf(delegating.address)
  const signature = await delegating.signMessage({ message })
  expect(await verify(message, signature)).toBe(`${delegating.address} key`)
  const wrapped = concat(['0x01', signature])
  expect(await verify(message, wrapped)).toBe(`${delegating.address} contract`)
  expect(await verify(message, concat(['0x01', await other.signMessage({ message })]))).toBe('signature')
  // Without the delegation, as on the other chain, only the key counts.
  const there = textOf(delegating.address, { chainId: 'eip155:31372' })
  expect(await verify(there, concat(['0x01', await delegating.signMessage({ message: there })]))).toBe(
    'signature',
  )
})

describe('T30 whom the server asks', () => {
  const servers: { close(): void }[] = []
  afterAll(() => {
    for (const each of servers) each.close()
  })
  /** An RPC that gives this answer to each request, or none; and how often it was asked. */
  async function somebody(answer: string | undefined, type = 'application/json') {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      if (answer === undefined) return
      response.setHeader('content-type', type)
      response.end(answer)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    servers.push({
      close() {
        server.closeAllConnections()
        server.close()
      },
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
  }
  const yes = '{"jsonrpc":"2.0","id":1,"result":"0x01"}'
  const rpc = (...urls: string[]) => ({ rpc: { 'eip155:31371': urls } }) as const

  test('calls no URL that a request names', async () => {
    const evil = await somebody(yes)
    const message = textOf(other.address, { resources: [evil.url], requestId: 'rpc' })
    expect(await verify(message, wrap(factory, toHex(evil.url), '0x00'))).toBe('signature')
    const none = await verifySignIn({
      message,
      signature: '0x00',
      expected: { origins: ['https://shop.example'], nonce, chains: ['eip155:31371'], now },
    })
    expect(none).toEqual({ valid: false, refusal: 'signature' })
    expect(evil.asked()).toBe(0)
  })

  test('the next one where one is silent in words; one that lies is outvoted by two of three', async () => {
    const message = textOf(account)
    const right = await owner.signMessage({ message })
    const wrong = await other.signMessage({ message })
    const broken = await somebody('<html>')
    const liar = await somebody(yes)
    const own = chain.node.rpcUrl
    expect(await verify(message, right, rpc(broken.url, own))).toBe(`${account} contract`)
    expect(await verify(message, wrong, rpc(broken.url, own))).toBe('signature')
    expect(await verify(message, wrong, rpc(liar.url))).toBe(`${account} contract`)
    const twin = `${own}/?twin`
    expect(await verify(message, wrong, { ...rpc(liar.url, own, twin), quorum: 2 })).toBe('signature')
    expect(await verify(message, wrong, { ...rpc(liar.url, liar.url, own), quorum: 2 })).toBe('signature')
    expect(await verify(message, right, { ...rpc(broken.url, own, twin), quorum: 2 })).toBe(
      `${account} contract`,
    )
    expect(await verify(message, wrong, { ...rpc(liar.url, broken.url, own), quorum: 2 })).toBe('unreachable')
    // So many cannot agree: that says nothing of the signature.
    expect(await verify(message, right, { ...rpc(own), quorum: 2 })).toBe('unreachable')
    expect(await verify(message, wrong, { ...rpc(liar.url), quorum: Number.NaN })).toBe('unreachable')
  })

  test('the next one where one is in trouble of its own, or takes its time; but a revert is an answer', async () => {
    const message = textOf(account)
    const right = await owner.signMessage({ message })
    const own = chain.node.rpcUrl
    const fault = (code: number, text: string) =>
      somebody(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: text } }))
    const behind = await fault(-32_000, 'header not found')
    expect(await verify(message, right, rpc(behind.url, own))).toBe(`${account} contract`)
    expect(await verify(message, right, rpc(behind.url))).toBe('unreachable')
    const refusing = await fault(-32_000, 'execution reverted')
    expect(await verify(message, right, rpc(refusing.url, own))).toBe('signature')
    const silent = await somebody(undefined)
    expect(await verify(message, right, rpc(silent.url, own))).toBe(`${account} contract`)
    expect(await verify(message, right, rpc(silent.url, behind.url, own))).toBe(`${account} contract`)
  })

  test('an invalid answer never counts as a yes, however long it is', async () => {
    const message = textOf(account)
    const signature = await other.signMessage({ message })
    for (const each of [
      '',
      'null',
      '[]',
      '{"result":1}',
      `{"result":"0x01"}${' '.repeat(20_000)}`,
      `"${'x'.repeat(5_000_000)}"`,
    ]) {
      const { url } = await somebody(each)
      expect(await verify(message, signature, rpc(url)), each.slice(0, 20)).toBe('unreachable')
    }
    for (const each of ['0x', '0x00', '0x0100', '0x1', `0x${'0'.repeat(63)}1`]) {
      const { url } = await somebody(JSON.stringify({ result: each }))
      expect(await verify(message, signature, rpc(url)), each).toBe('signature')
    }
    expect(await verify(message, signature, rpc('http://127.0.0.1:1'))).toBe('unreachable')
  })

  test('T29 one that does not answer is waited for 3 s', async () => {
    const silent = await somebody(undefined)
    const message = textOf(account)
    const began = performance.now()
    expect(await verify(message, await other.signMessage({ message }), rpc(silent.url))).toBe('unreachable')
    expect(performance.now() - began).toBeGreaterThan(2_900)
  })
})
