import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatNameMessage, type NameNonce } from 'latchkey/services'
import {
  type Address,
  concat,
  createPublicClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  namehash,
  parseAbi,
  serializeErc6492Signature,
  stringToHex,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { normalize, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devAccounts } from '../chains/devAccounts.ts'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { deployContracts } from '../contracts/deployContracts.ts'
import { create2Factory, create2Salt } from '../contracts/planContract.ts'
import type { Listening } from '../http/serveApp.ts'
import { startServices } from '../stack/startServices.ts'
import { devNameSignerKey } from './ensPlan.ts'
import { pointGateway } from './setUpEns.ts'

/** Code that answers ERC-1271's magic word to everything. */
const yes = '0x631626ba7e60e01b5f5260205ff3'
const picture = 'data:image/png;base64,iVBORw0KGgo='
let folder: string
let chain: Chain
let operator: ChainClient
let services: Listening
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  operator = createChainClient(chain)
  services = await startServices({
    port: 0,
    host: '127.0.0.1',
    dataFolder: folder,
    fresh: true,
    chains: [chain],
  })
  url = `http://127.0.0.1:${services.port}`
})
afterAll(async () => {
  await services.close()
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => pointGateway(chain, url))

/** viem as a host page has it: nothing but the chain's description is ours. */
function asHost() {
  return createPublicClient({
    chain: defineChain({
      id: 31337,
      name: 'Alder',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.url] } },
      contracts: {
        ensRegistry: { address: devContracts.ensRegistry },
        ensUniversalResolver: { address: devContracts.ensUniversalResolver },
      },
    }),
    transport: http(chain.url, { retryCount: 0 }),
    cacheTime: 0,
  })
}

const visitor = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

async function ask(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${url}${path}?projectId=latchkey-dev`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function register(
  account: Pick<PrivateKeyAccount, 'address' | 'signMessage'>,
  name: string,
  options: { attributes?: Record<string, string>; chain?: `eip155:${number}` } = {},
): Promise<number> {
  const { nonce, domain, ts } = (await ask('/v1/profile/nonce')).body as NameNonce
  const { attributes = {}, chain: signedFor = 'eip155:31337' } = options
  const message = formatNameMessage({ name, domain, chain: signedFor, nonce, ts, attributes })
  const body = {
    coin_type: 60,
    address: account.address,
    message,
    signature: await account.signMessage({ message }),
  }
  const answer = await fetch(`${url}/v1/profile/account?projectId=latchkey-dev`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.status
}

async function mined(hash: Hex): Promise<void> {
  expect((await operator.waitForTransactionReceipt({ checkReplacement: false, hash })).status).toBe('success')
}

/** Runs a foreign gateway with scripted answers. */
async function withGateway<T>(
  answer: (question: { sender: Address; data: Hex }) => Promise<unknown> | unknown,
  run: () => Promise<T>,
): Promise<T> {
  const server: Server = createServer(async (request, response) => {
    const [data = '', sender = ''] = (request.url ?? '').split('/').reverse()
    const body = await answer({ sender: sender as Address, data: data as Hex })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await pointGateway(chain, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return await run()
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('a name that was registered with the services', () => {
  test('resolves with viem’s own actions, forth and back, with its texts', async () => {
    const alice = visitor()
    const attributes = { avatar: picture, description: 'Down the rabbit-hole' }
    expect(await register(alice, 'alice.latch.eth', { attributes })).toBe(201)

    const viem = asHost()
    const name = normalize('Alice.latch.eth')
    expect(await viem.getEnsAddress({ name })).toBe(alice.address)
    expect(await viem.getEnsAddress({ name, coinType: 60n })).toBe(alice.address.toLowerCase())
    expect(await viem.getEnsAddress({ name, coinType: 0n })).toBeNull()
    expect(await viem.getEnsName({ address: alice.address })).toBe('alice.latch.eth')
    expect(await viem.getEnsText({ name, key: 'description' })).toBe('Down the rabbit-hole')
    expect(await viem.getEnsText({ name, key: 'url' })).toBeNull()
    expect(await viem.getEnsAvatar({ name })).toBe(picture)
    expect(await viem.getEnsResolver({ name })).toBe(devContracts.ensGatewayResolver)
    expect((await ask(`/v1/identity/${alice.address}`)).body).toEqual({ name, avatar: picture })
  })

  test('resolves with the gateway’s POST form as well', async () => {
    const poster = visitor()
    expect(await register(poster, 'poster.latch.eth')).toBe(201)
    await mined(
      await operator.writeContract({
        address: devContracts.ensGatewayResolver,
        abi: parseAbi(['function setUrls(string[] urls)']),
        functionName: 'setUrls',
        args: [[`${url}/v1/names/ccip`]],
      }),
    )
    expect(await asHost().getEnsAddress({ name: 'poster.latch.eth' })).toBe(poster.address)
  })

  test('does not resolve an unregistered name, or an address without a name', async () => {
    const viem = asHost()
    expect(await viem.getEnsAddress({ name: 'nobody.latch.eth' })).toBeNull()
    expect(await viem.getEnsAvatar({ name: 'nobody.latch.eth' })).toBeNull()
    expect(await viem.getEnsName({ address: visitor().address })).toBeNull()
    expect(await viem.getEnsAddress({ name: 'unknown.eth' })).toBeNull()
    expect((await ask(`/v1/identity/${visitor().address}`)).body).toEqual({ name: null, avatar: null })
  })
})

describe('a forged answer of a gateway', () => {
  const thief = visitor()
  const honest = (question: { sender: Address; data: Hex }) =>
    fetch(`${url}/v1/names/ccip/${question.sender}/${question.data}`).then(answer => answer.json())
  const result = encodeAbiParameters([{ type: 'address' }], [thief.address])

  async function answerSigned(
    key: Hex,
    question: { sender: Address; data: Hex },
    over: { expires?: bigint; sender?: Address; data?: Hex; result?: Hex } = {},
  ) {
    const expires = over.expires ?? BigInt(Math.floor(Date.now() / 1_000) + 300)
    const digest = keccak256(
      encodePacked(
        ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
        [
          '0x1900',
          over.sender ?? question.sender,
          expires,
          keccak256(over.data ?? question.data),
          keccak256(over.result ?? result),
        ],
      ),
    )
    const signature = await sign({ hash: digest, privateKey: key, to: 'hex' })
    return {
      data: encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      ),
    }
  }

  /** What the chain says to it. */
  const refusal = (answer: Parameters<typeof withGateway>[0]) =>
    withGateway(answer, () =>
      asHost()
        .getEnsAddress({ name: 'victim.latch.eth', strict: true })
        .then(
          address => address,
          error => String(error),
        ),
    )
  const resolver = devContracts.ensGatewayResolver

  test('is refused on the chain, whatever is wrong with it', async () => {
    expect(await register(visitor(), 'victim.latch.eth')).toBe(201)
    const past = BigInt(Math.floor(Date.now() / 1_000) - 3_600)
    // The same answer with nothing wrong is believed, so each refusal below has its own reason.
    expect(await refusal(q => answerSigned(devNameSignerKey, q))).toBe(thief.address)
    const cases: Record<string, Parameters<typeof withGateway>[0]> = {
      'another key': q => answerSigned(generatePrivateKey(), q),
      expired: q => answerSigned(devNameSignerKey, q, { expires: past }),
      'signed for another contract': q => answerSigned(devNameSignerKey, q, { sender: zeroAddress }),
      'signed for another question': q => answerSigned(devNameSignerKey, q, { data: '0x00' }),
      'signed for another answer': q => answerSigned(devNameSignerKey, q, { result: '0x00' }),
      'no answer of this kind': () => ({ data: '0x1234' }),
    }
    for (const [name, answer] of Object.entries(cases)) {
      expect(await refusal(answer), name).toMatch(/revert/i)
    }
  })

  test('is refused when it is the true answer to another question', async () => {
    const other = await fetch(
      `${url}/v1/names/ccip/${resolver}/${encodeFunctionData({
        abi: parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)']),
        functionName: 'resolve',
        args: [
          toHex(packetToBytes('alice.latch.eth')),
          encodeFunctionData({
            abi: parseAbi(['function addr(bytes32 node) view returns (address)']),
            functionName: 'addr',
            args: [namehash('alice.latch.eth')],
          }),
        ],
      })}`,
    ).then(answer => answer.json())
    expect(await refusal(() => other)).toMatch(/revert/i)
    expect(await refusal(honest)).toMatch(/^0x/)
  })
})

describe('the services', () => {
  const ens = {
    registry: parseAbi([
      'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
    ]),
    resolver: parseAbi([
      'function setAddr(bytes32 node, address a)',
      'function setText(bytes32 node, string key, string value)',
    ]),
    reverse: parseAbi(['function setName(string name) returns (bytes32)']),
  }

  /** A name whose records are on the chain. */
  async function putOnChain(label: string, address: Address, avatar: string): Promise<void> {
    const node = namehash(`${label}.eth`)
    const { ensRegistry, ensResolver } = devContracts
    const args = [
      namehash('eth'),
      keccak256(stringToHex(label)),
      operator.account.address,
      ensResolver,
      0n,
    ] as const
    await mined(
      await operator.writeContract({
        address: ensRegistry,
        abi: ens.registry,
        functionName: 'setSubnodeRecord',
        args,
      }),
    )
    const resolver = { address: ensResolver, abi: ens.resolver } as const
    await mined(await operator.writeContract({ ...resolver, functionName: 'setAddr', args: [node, address] }))
    await mined(
      await operator.writeContract({ ...resolver, functionName: 'setText', args: [node, 'avatar', avatar] }),
    )
  }

  async function callMyself(index: number, name: string): Promise<void> {
    await mined(
      await operator.sendUnsignedTransaction({
        from: devAccounts[index]?.address ?? zeroAddress,
        to: devContracts.ensReverseRegistrar,
        data: encodeFunctionData({ abi: ens.reverse, functionName: 'setName', args: [name] }),
      }),
    )
  }

  test('T65: know an account by its ENS name, if the name leads back to it', async () => {
    const [owner, liar] = [devAccounts[5], devAccounts[6]]
    await putOnChain('onchain', owner?.address ?? zeroAddress, 'https://pictures.example/me.png')
    await callMyself(5, 'onchain.eth')
    await callMyself(6, 'onchain.eth')
    expect((await ask(`/v1/identity/${owner?.address}`)).body).toEqual({
      name: 'onchain.eth',
      avatar: 'https://pictures.example/me.png',
    })
    expect((await ask(`/v1/identity/${liar?.address}`)).body).toEqual({ name: null, avatar: null })
    // A name of the services' zone that was registered later comes first.
    expect(await register(privateKeyToAccount(devAccounts[5]?.privateKey ?? '0x'), 'inzone.latch.eth')).toBe(
      201,
    )
    expect((await ask(`/v1/identity/${owner?.address}`)).body).toEqual({
      name: 'inzone.latch.eth',
      avatar: null,
    })
  })

  test('T64: do not know an account by a name that is not in normal form', async () => {
    await callMyself(7, 'OnChain.eth')
    expect((await ask(`/v1/identity/${devAccounts[7]?.address}`)).body).toEqual({ name: null, avatar: null })
  })

  test('take the signature of a contract on its own chain, and no other’s', async () => {
    const no = '0x60205ff3'
    const signature = `0x${'ab'.repeat(100)}` as const
    const contract = (address: Address) => ({ address, signMessage: async () => signature })
    const [believer, denier] = [visitor().address, visitor().address]
    await operator.setCode({ address: believer, bytecode: yes })
    await operator.setCode({ address: denier, bytecode: no })
    expect(await register(contract(denier), 'smart.latch.eth')).toBe(401)
    expect(await register(contract(believer), 'smart.latch.eth', { chain: 'eip155:1' })).toBe(401)
    expect(await register(contract(visitor().address), 'smart.latch.eth')).toBe(401)
    expect(await register(contract(believer), 'smart.latch.eth')).toBe(201)
    expect(await asHost().getEnsName({ address: believer })).toBe('smart.latch.eth')
  })

  test('take the signature of a contract that is yet to be deployed (ERC-6492)', async () => {
    // Deploys the contract that says yes to everything.
    const creationCode = `0x6d${yes.slice(2)}5f52600e6012f3` as const
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: create2Factory,
      salt: create2Salt,
      bytecode: creationCode,
    })
    const wrapped = serializeErc6492Signature({
      address: create2Factory,
      data: concat([create2Salt, creationCode]),
      signature: '0xabcd',
    })
    const contract = (of: Address) => ({ address: of, signMessage: async () => wrapped })
    expect(await register(contract(visitor().address), 'notyet.latch.eth')).toBe(401)
    expect(await register(contract(address), 'notyet.latch.eth')).toBe(201)
    expect(await operator.getCode({ address })).toBeUndefined()
  })
})
