import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readText, rpcCall } from './rpcCall.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** An RPC that redirects, or says yes; and how often it was called. */
async function somebody(elsewhere?: string) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    if (elsewhere !== undefined) response.writeHead(307, { location: elsewhere })
    response.end(elsewhere === undefined ? '{"jsonrpc":"2.0","id":1,"result":"0x01"}' : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

/** Of runtimes at the edge, which refuse to begin a call that is to fail at a redirect. */
const fetchAtTheEdge: typeof fetch = async (input, init) => {
  if (init?.redirect === 'error') throw new TypeError('Invalid redirect value, must be "follow" or "manual"')
  return fetch(input, init)
}

const ask = (url: string, by: typeof fetch) =>
  rpcCall(url, 'eth_call', [], { fetch: by, signal: new AbortController().signal })

test.each([
  ['of Node', fetch],
  ['at the edge', fetchAtTheEdge],
])('T30 the fetch %s calls the URL it was given, and follows no redirect', async (_where, by) => {
  const target = await somebody()
  const leading = await somebody(target.url)
  expect(await ask(target.url, by)).toEqual({ result: '0x01' })
  expect(await ask(leading.url, by)).toEqual({ unreachable: true })
  expect([target.asked(), leading.asked()]).toEqual([1, 1])
})

test('T30 an answer is read up to its limit, whether it says its length or not', async () => {
  const stream = (text: string) => new Response(new Blob([text]).stream())
  expect(await readText(stream('12345'), 5)).toBe('12345')
  expect(await readText(stream('123456'), 5)).toBeUndefined()
  const named = new Response('123456', { headers: { 'content-length': '6' } })
  expect(await readText(named, 5)).toBeUndefined()
})

test.each([{ toString: 1, valueOf: 1 }, [{ toString: 1 }], null])(
  'T117 a refusal whose words are %j is one that says nothing, and throws nothing',
  async message => {
    const by: typeof fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: 1, message } })
    expect(await ask('https://node.example', by)).toEqual({ unreachable: true })
  },
)
