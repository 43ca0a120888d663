import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from 'latchkey/contract'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import { openNames, visitor } from '../names/names.fixture.ts'

const ens = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverseWithGateways(bytes reverseName, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
])
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const account = visitor(1).address

/** A chain with nothing but a universal resolver, which answers what the test says. */
interface Chain {
  name: string
  owner: Address
  avatar: string
  /** Instead of an answer to the reverse question. */
  revert: Hex | undefined
  isDown: boolean
  /** Instead of an answer to any question. */
  trouble: { readonly code: number; readonly message: string } | undefined
  calls: number
}

let chain: Chain
let node: Server
let environment: Record<string, string>
beforeEach(async () => {
  chain = {
    name: '',
    owner: account,
    avatar: '',
    revert: undefined,
    isDown: false,
    trouble: undefined,
    calls: 0,
  }
  node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString())
      if (chain.isDown) return response.writeHead(500).end()
      const one = (call: { id: number; method: string; params: { data: Hex }[] }) => ({
        jsonrpc: '2.0',
        id: call.id,
        ...(call.method === 'eth_call'
          ? answerCall(call.params[0]?.data ?? '0x')
          : { result: { eth_chainId: '0x1', eth_blockNumber: '0x10' }[call.method] ?? true }),
      })
      const answer = Array.isArray(body) ? body.map(one) : one(body)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  environment = {
    NAME_CHAIN: 'eip155:1',
    RPC_UPSTREAMS: JSON.stringify({
      'eip155:1': [`http://127.0.0.1:${(node.address() as AddressInfo).port}`],
    }),
    RPC_TIMEOUT_MS: '3000',
  }
})
afterEach(() => {
  node.close()
  node.closeAllConnections()
})

function answerCall(data: Hex): object {
  chain.calls++
  if (chain.trouble !== undefined) return { error: chain.trouble }
  const { functionName, args } = decodeFunctionData({ abi: ens, data })
  if (functionName === 'reverseWithGateways') {
    if (chain.revert !== undefined)
      return { error: { code: 3, message: 'execution reverted', data: chain.revert } }
    const result = [chain.name, zeroAddress, zeroAddress] as const
    return { result: encodeFunctionResult({ abi: ens, functionName, result }) }
  }
  const question = decodeFunctionData({ abi: ens, data: args[1] as Hex })
  const result =
    question.functionName === 'addr'
      ? encodeAbiParameters([{ type: 'address' }], [chain.owner])
      : encodeAbiParameters([{ type: 'string' }], [chain.avatar])
  return {
    result: encodeFunctionResult({
      abi: ens,
      functionName: 'resolveWithGateways',
      result: [result, zeroAddress],
    }),
  }
}

const none = { name: null, avatar: null }

eachStore('identity', open => {
  const openWithClock = async () => {
    const clock = { ahead: 0 }
    const names = await openNames(await open(), {
      now: Date.now,
      clock: () => performance.now() + clock.ahead,
      environment,
    })
    return { identify: (address: string) => names.get(`/v1/identity/${address}`), clock }
  }

  it('returns the ENS name of the account and its picture, read once in five minutes', async () => {
    Object.assign(chain, { name: 'alice.eth', avatar: 'ipfs://picture' })
    const { identify, clock } = await openWithClock()
    const answers = await Promise.all(Array.from({ length: 20 }, () => identify(account)))
    for (const { body } of answers) expect(body).toEqual({ name: 'alice.eth', avatar: 'ipfs://picture' })
    expect(chain.calls).toBe(3)
    chain.name = 'bob.eth'
    expect((await identify(account.toLowerCase())).body).toMatchObject({ name: 'alice.eth' })
    clock.ahead += limits.identityCache
    expect((await identify(account)).body).toMatchObject({ name: 'bob.eth' })
  })

  it('is null for an account without a name, which is cached too', async () => {
    const { identify } = await openWithClock()
    expect((await identify(account)).body).toEqual(none)
    expect((await identify(account)).body).toEqual(none)
    expect(chain.calls).toBe(1)
  })

  it.each([
    [
      'T65: a name that leads to another account',
      { name: 'alice.eth', owner: getAddress(`0x${'1'.repeat(40)}`) },
    ],
    ['T65: a name that leads nowhere', { name: 'alice.eth', owner: zeroAddress }],
    ['T64: a name that is not in normal form', { name: 'Alice.eth' }],
    ['T64: a name with characters that are not seen', { name: 'ali\u200bce.eth' }],
    [
      'T65: what the universal resolver itself refuses',
      {
        revert: encodeErrorResult({ abi: ens, errorName: 'ReverseAddressMismatch', args: ['a.eth', '0x'] }),
      },
    ],
    ['nonsense from a resolver', { revert: '0x12345678' as Hex }],
    [
      'T95: a gateway that is not on the public internet',
      {
        revert: encodeErrorResult({
          abi: ens,
          errorName: 'OffchainLookup',
          args: [universalResolver, ['http://169.254.169.254/{data}'], '0x00', '0x12345678', '0x'],
        }),
      },
    ],
  ] as readonly (readonly [string, Partial<Chain>])[])('is null for %s', async (_name, state) => {
    Object.assign(chain, state)
    const { identify } = await openWithClock()
    const answer = await identify(account)
    expect([answer.status, answer.body]).toEqual([200, none])
  })

  it.each([
    ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['javascript:alert(1)', null],
    ['eip155:1/erc721:0x1/1', null],
    ['https://', null],
    [`https://pictures.example/${'a'.repeat(5_000)}`, null],
  ])('reads the avatar record %s as %j', async (avatar, shown) => {
    Object.assign(chain, { name: 'alice.eth', avatar })
    const { identify } = await openWithClock()
    expect((await identify(account)).body).toEqual({ name: 'alice.eth', avatar: shown })
  })

  it('is an error, not null, while the nodes are out; and recovers with them', async () => {
    chain.name = 'alice.eth'
    const { identify, clock } = await openWithClock()
    chain.isDown = true
    const answer = await identify(account)
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'APKT009' }])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    chain.isDown = false
    clock.ahead += 60_000
    expect((await identify(account)).body).toMatchObject({ name: 'alice.eth' })
  })

  it('is an error, not null, while a node fails internally', async () => {
    chain.trouble = { code: -32_000, message: 'header not found' }
    const { identify } = await openWithClock()
    const answer = await identify(account)
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'APKT009' }])
  })

  it('is null for accounts of other namespaces; without an address the request is invalid', async () => {
    const { identify } = await openWithClock()
    expect((await identify('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).body).toEqual(none)
    expect((await identify('a%20b')).status).toBe(400)
    expect((await identify('a'.repeat(200))).status).toBe(400)
    expect(chain.calls).toBe(0)
  })
})
