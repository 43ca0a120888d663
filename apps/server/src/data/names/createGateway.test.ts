import fc from 'fast-check'
import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  recoverAddress,
  toHex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'

const signerKey: Hex = `0x${'7'.repeat(64)}`
const resolver: Address = '0x1111111111111111111111111111111111111111'
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function multicall(bytes[] data) returns (bytes[])',
])

let app: TestApp
beforeEach(async () => {
  app = await openApp({ LATCHKEY_DEV: '1', NAME_SIGNER_KEY: signerKey })
  const row = {
    zone: 'latch.eth',
    label: 'alice',
    skeleton: 'allce',
    address: owner,
    attributes: JSON.stringify({ description: 'Alice', avatar: 'https://a.example/a.png' }),
    registered_at: 1,
    updated_at: 1,
  }
  await app.store.write([app.store.compose.insertInto('names').values(row).compile()])
})
afterEach(() => app.close())

const question = (name: string, data: Hex): Hex =>
  encodeFunctionData({ abi, functionName: 'resolve', args: [toHex(packetToBytes(name)), data] })
const addr = (name: string) => encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] })
const text = (name: string, key: string) =>
  encodeFunctionData({ abi, functionName: 'text', args: [namehash(name), key] })

async function ask(data: Hex): Promise<{ status: number; result: Hex | undefined }> {
  const answer = await app.request(`/v1/names/ccip/${resolver}/${data}`)
  if (answer.status !== 200) return { status: answer.status, result: undefined }
  const body = (await answer.json()) as { data: Hex }
  const [result, expires, signature] = decodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    body.data,
  )
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', resolver, expires, keccak256(data), keccak256(result)],
    ),
  )
  expect(await recoverAddress({ hash, signature })).toBe(privateKeyToAddress(signerKey))
  const left = Number(expires) - Date.now() / 1_000
  expect(left > 200 && left <= 300).toBe(true)
  return { status: 200, result }
}
const string = (result: Hex | undefined) => decodeAbiParameters([{ type: 'string' }], result ?? '0x')[0]

describe('the gateway', () => {
  it('signs what it knows of a name, for the resolver that asks', async () => {
    const name = 'alice.latch.eth'
    const { result } = await ask(question(name, addr(name)))
    expect(decodeAbiParameters([{ type: 'address' }], result ?? '0x')[0].toLowerCase()).toBe(owner)
    expect(string((await ask(question(name, text(name, 'description')))).result)).toBe('Alice')
    for (const key of ['url', '__proto__', 'constructor', 'toString'])
      expect(string((await ask(question(name, text(name, key)))).result)).toBe('')
    const coin = (coinType: bigint) =>
      encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name), coinType] })
    const bytes = async (coinType: bigint) => {
      const answer = await ask(question(name, coin(coinType)))
      return decodeAbiParameters([{ type: 'bytes' }], answer.result ?? '0x')[0]
    }
    expect(await bytes(60n)).toBe(owner)
    expect(await bytes(0n)).toBe('0x')
    expect(await bytes(2n ** 255n)).toBe('0x')
  })

  it('signs how an address is called', async () => {
    const ask40 = async (digits: string) => {
      const name = `${digits}.addr.reverse`
      const data = encodeFunctionData({ abi, functionName: 'name', args: [namehash(name)] })
      return string((await ask(question(name, data))).result)
    }
    expect(await ask40(owner.slice(2))).toBe('alice.latch.eth')
    expect(await ask40('0'.repeat(40))).toBe('')
  })

  it('answers many questions at once, but not within one another', async () => {
    const name = 'alice.latch.eth'
    const calls = (data: readonly Hex[]) =>
      encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
    const { result } = await ask(
      question(name, calls([text(name, 'description'), calls([addr(name)]), '0x12345678'])),
    )
    const [answers] = decodeAbiParameters([{ type: 'bytes[]' }], result ?? '0x')
    expect([string(answers[0]), answers[1], answers[2]]).toEqual(['Alice', '0x', '0x'])
    const many = Array.from({ length: 33 }, () => addr(name))
    expect((await ask(question(name, calls(many)))).result).toBe('0x')
  })

  it('has nothing under another node, for another function, or below a name', async () => {
    const name = 'alice.latch.eth'
    const contenthash = encodeFunctionData({ abi, functionName: 'contenthash', args: [namehash(name)] })
    expect((await ask(question(name, addr('bob.latch.eth')))).result).toBe('0x')
    expect((await ask(question(name, contenthash))).result).toBe('0x')
    const nobody = (await ask(question('nobody.latch.eth', addr('nobody.latch.eth')))).result
    expect(BigInt(nobody ?? '0x1')).toBe(0n)
    expect((await ask(question('deep.alice.latch.eth', addr('deep.alice.latch.eth')))).status).toBe(404)
    expect((await ask(question('vitalik.eth', addr('vitalik.eth')))).status).toBe(404)
    // Labels with a dot in them would read as a name of the zone.
    const trick = `0x0b${toHex('alice.latch').slice(2)}03${toHex('eth').slice(2)}00` as const
    const asked = encodeFunctionData({ abi, functionName: 'resolve', args: [trick, addr(name)] })
    expect((await ask(asked)).status).toBe(404)
    // What comes behind the end of a name is no part of it.
    const longer = `${toHex(packetToBytes(name))}00` as const
    const more = encodeFunctionData({ abi, functionName: 'resolve', args: [longer, addr(name)] })
    expect((await ask(more)).status).toBe(404)
  })

  it('may be asked from any page, with a long question as a body', async () => {
    const data = question('alice.latch.eth', addr('alice.latch.eth'))
    const headers = { origin: 'https://any.example', 'content-type': 'application/json' }
    const asked = await app.request(`/v1/names/ccip/${resolver}/${data}`, { headers })
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    const before = await app.request('/v1/names/ccip', { method: 'OPTIONS', headers })
    expect([before.status, before.headers.get('access-control-allow-headers')]).toEqual([204, 'Content-Type'])
    const body = JSON.stringify({ sender: resolver, data })
    const posted = await app.request('/v1/names/ccip', { method: 'POST', headers, body })
    expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const refused = await app.request('/v1/names/ccip/0x12/0x', { headers })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
  })

  it('T102: limits each client', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 260; n++)
      statuses.add((await app.request(`/v1/names/ccip/${resolver}/0x`, {}, '198.51.100.9')).status)
    expect([...statuses]).toEqual([404, 429])
    expect((await app.request(`/v1/names/ccip/${resolver}/0x`, {}, '198.51.100.10')).status).toBe(404)
  })

  it('T101: never fails, whatever the query', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map(value => toHex(value))
    const nearly = fc
      .tuple(bytes, bytes)
      .map(args => encodeFunctionData({ abi, functionName: 'resolve', args }))
    const inZone = bytes.map(data => question('alice.latch.eth', data))
    let client = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, nearly, inZone), async data => {
        const from = `198.51.100.${client++ % 250}`
        const answer = await app.request(`/v1/names/ccip/${resolver}/${data}`, {}, from)
        expect([200, 404]).toContain(answer.status)
      }),
      { numRuns: 200 },
    )
  })
})
