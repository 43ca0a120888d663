import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Solana, startSolana } from '../startSolana.ts'

let solana: Solana
const lines: string[] = []
beforeAll(async () => {
  solana = await startSolana({ port: 0, slotTime: 20, log: line => lines.push(line) })
})
afterAll(() => solana.stop())

const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(solana.url, { method: 'POST', headers, body })
const ask = async (method: unknown, params?: unknown) => {
  const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))
  return (await answer.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
}

const key = 'So11111111111111111111111111111111111111112'
const signature = '1'.repeat(64)

test.each<[string, unknown, number, RegExp | string]>([
  ['eth_chainId', [], -32601, 'Method not found'],
  ['__proto__', [], -32601, 'Method not found'],
  ['constructor', [], -32601, 'Method not found'],
  ['getBalance', {}, -32602, /array of parameters/],
  ['getBalance', 'x', -32602, /array of parameters/],
  ['getBalance', [], -32602, '`params` should have at least 1 argument(s)'],
  ['getBalance', [1], -32602, /invalid type: integer `1`, expected a string/],
  ['getBalance', ['abc'], -32602, 'Invalid param: WrongSize'],
  ['getBalance', ['0OIl'.repeat(11)], -32602, 'Invalid param: Invalid'],
  ['getBalance', ['1'.repeat(40_000)], -32602, 'Invalid param: WrongSize'],
  ['getBalance', [key, 'confirmed'], -32602, /expected a map/],
  ['getBalance', [key, { commitment: 'sure' }], -32602, /unknown variant `sure`/],
  ['getBalance', [key, { commitment: {} }], -32602, /unknown variant/],
  ['getBalance', [key, { minContextSlot: 1e15 }], -32016, 'Minimum context slot has not been reached'],
  ['getAccountInfo', [key, { encoding: 'xml' }], -32602, /unknown variant `xml`/],
  ['getAccountInfo', [key, { encoding: 'base64', dataSlice: { offset: -1, length: 1 } }], -32602, /offset/],
  ['getMultipleAccounts', [Array(101).fill(key)], -32602, 'Too many inputs provided; max 100'],
  ['getMultipleAccounts', [[1]], -32602, /expected a string/],
  ['getTokenAccountsByOwner', [key, {}], -32602, /mint/],
  [
    'getTokenAccountsByOwner',
    [key, { mint: '11111111111111111111111111111111' }],
    -32602,
    /could not find mint/,
  ],
  ['getTokenAccountsByOwner', [key, { programId: key }], -32602, /unrecognized Token program id/],
  ['getTokenAccountBalance', [key], -32602, 'Invalid param: not a Token account'],
  ['getTokenSupply', ['11111111111111111111111111111111'], -32602, 'Invalid param: not a Token mint'],
  ['getProgramAccounts', [key, { filters: Array(5).fill({ dataSize: 1 }) }], -32602, /max 4/],
  ['getProgramAccounts', [key, { filters: [{ memcmp: { offset: 0, bytes: '0' } }] }], -32602, /Invalid/],
  ['getProgramAccounts', [key, { filters: [{ other: 1 }] }], -32602, /filter/],
  ['getMinimumBalanceForRentExemption', ['x'], -32602, /whole number/],
  ['getMinimumBalanceForRentExemption', [1e12], -32602, /no account holds/],
  ['getSignatureStatuses', [Array(257).fill(signature)], -32602, 'Too many inputs provided; max 256'],
  ['getSignatureStatuses', [['abc']], -32602, 'Invalid param: WrongSize'],
  ['getSignaturesForAddress', [key, { limit: 0 }], -32602, 'Invalid limit; max 1000'],
  ['getSignaturesForAddress', [key, { commitment: 'processed' }], -32602, /below `confirmed`/],
  ['getTransaction', ['abc'], -32602, 'Invalid param: WrongSize'],
  ['getTransaction', [signature, { commitment: 'processed' }], -32602, /below `confirmed`/],
  ['getFeeForMessage', ['AAAA'], -32602, /failed to deserialize/],
  ['getBlockTime', [1], -32009, /skipped/],
  ['getBlockTime', [1e15], -32004, 'Block not available for slot 1000000000000000'],
  ['sendTransaction', ['!'], -32602, 'invalid base58 encoding: InvalidCharacter'],
  ['sendTransaction', ['AAA', { encoding: 'base64' }], -32602, 'invalid base64 encoding: InvalidByte'],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }], -32602, /failed to deserialize/],
  ['sendTransaction', ['A'.repeat(1_648), { encoding: 'base64' }], -32602, /too large: 1648 bytes/],
  ['sendTransaction', ['1'.repeat(1_684)], -32602, /too large: 1684 bytes/],
  ['sendTransaction', ['1'.repeat(1_683)], -32602, /decoded .* too large/],
  ['simulateTransaction', ['AAAA', { encoding: 'base58', sigVerify: 1 }], -32602, /.+/],
  ['requestAirdrop', [key], -32602, /at least 2/],
  ['requestAirdrop', [key, -1], -32602, /whole number/],
  ['requestAirdrop', [key, 1.5], -32602, /whole number/],
  ['requestAirdrop', [key, 1e15], -32602, /at most/],
])('%s %j is refused as by a node', async (method, params, code, message) => {
  const { error, result } = await ask(method, params)
  expect(result).toBeUndefined()
  const expected = typeof message === 'string' ? message : expect.stringMatching(message)
  expect(error).toMatchObject({ code, message: expected })
})

test.each([
  ['', -32700],
  ['{', -32700],
  ['null', -32600],
  ['1', -32600],
  ['"x"', -32600],
  ['[]', -32600],
  [`[${Array(101).fill('1').join()}]`, -32600],
  ['{"id":1,"method":"getSlot"}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"getSlot"}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":5}', -32600],
])('the body %j is refused', async (body, code) => {
  expect(await (await post(body)).json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
})

test('a batch is answered call by call', async () => {
  const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method })
  const answer = await post(JSON.stringify([call(1, 'getHealth'), 5, call(2, 'nothing')]))
  expect(await answer.json()).toMatchObject([
    { id: 1, result: 'ok' },
    { id: null, error: { code: -32600 } },
    { id: 2, error: { code: -32601 } },
  ])
})

test.each([
  ['GET', {}, undefined, 405],
  ['POST', { 'content-type': 'text/plain' }, '{}', 415],
  ['POST', { 'content-type': 'application/json' }, ' '.repeat(51 * 1024), 413],
  [
    'OPTIONS',
    { origin: 'http://shop.example', 'access-control-request-headers': 'solana-client' },
    undefined,
    200,
  ],
])('%s with %j is answered by its status', async (method, headers, body, status) => {
  const answer = await fetch(solana.url, { method, headers, ...(body !== undefined && { body }) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  await answer.arrayBuffer()
})

test('amounts beyond 2^53 are written with all their digits', async () => {
  const answer = await post(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getAccountInfo',
      params: [key, { encoding: 'base64' }],
    }),
  )
  expect(await answer.text()).toContain('"rentEpoch":18446744073709551615')
})

test('whatever is asked, the answer is JSON-RPC and the chain goes on', async () => {
  const methods = [
    'getBalance',
    'getAccountInfo',
    'getProgramAccounts',
    'sendTransaction',
    'simulateTransaction',
    'getTransaction',
    'getSignaturesForAddress',
    'getTokenAccountsByOwner',
    'getFeeForMessage',
    'requestAirdrop',
  ]
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(key, signature, 'AAAA', {}, [key]))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.array(value, { maxLength: 3 }),
      async (method, params) => {
        const answer = await ask(method, params)
        expect('result' in answer || typeof answer.error?.code === 'number').toBe(true)
        expect(answer.error?.code).not.toBe(-32603)
      },
    ),
    { numRuns: 200 },
  )
  expect((await ask('getHealth')).result).toBe('ok')
  expect(lines).toEqual([])
})

async function openSocket() {
  const socket = new WebSocket(solana.wsUrl)
  await once(socket, 'open')
  return socket
}
const nextMessage = async (socket: WebSocket) => {
  const [data] = await once(socket, 'message')
  return JSON.parse(String(data))
}

test.each<[unknown, number]>([
  ['{', -32700],
  [{ jsonrpc: '2.0', id: 1, method: 'getSlot' }, -32601],
  [{ jsonrpc: '2.0', id: 1, method: 'toString' }, -32601],
  [{ jsonrpc: '2.0', id: 1, method: 'accountSubscribe', params: ['x'] }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: [key] }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'slotUnsubscribe', params: [99] }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'logsSubscribe', params: [{ mentions: [key, key] }] }, -32602],
])('the message %j is answered by an error', async (message, code) => {
  const socket = await openSocket()
  socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  expect(await nextMessage(socket)).toMatchObject({ error: { code } })
  socket.terminate()
})

test('a frame that is too large ends its connection alone', async () => {
  const [greedy, other] = await Promise.all([openSocket(), openSocket()])
  greedy.on('error', () => undefined)
  greedy.send('x'.repeat(60_000))
  await once(greedy, 'close')
  other.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' }))
  expect(await nextMessage(other)).toMatchObject({ id: 1, result: 1 })
  other.terminate()
})

test('a subscription ends by its unsubscribing call', async () => {
  const socket = await openSocket()
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' }))
  expect(await nextMessage(socket)).toMatchObject({ result: 1 })
  expect(await nextMessage(socket)).toMatchObject({ method: 'slotNotification', params: { subscription: 1 } })
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'slotUnsubscribe', params: [1] }))
  let message: { id?: number; result?: unknown }
  do message = await nextMessage(socket)
  while (message.id !== 2)
  expect(message.result).toBe(true)
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'nothing' }))
  expect(await nextMessage(socket)).toMatchObject({ id: 3 })
  socket.terminate()
})
