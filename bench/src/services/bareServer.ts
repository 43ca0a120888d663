/** The yardstick: one Hono handler that answers one JSON, and a node that answers one JSON-RPC, as fast as Node can. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/', c => c.json({ status: 'ok' }))
const bare = await new Promise<number>(resolve => {
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, info =>
    resolve(info.port),
  )
})

const results: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x10',
  net_listening: true,
  eth_getBalance: '0xde0b6b3a7640000',
}
const node = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown; method: string } | unknown[]
    const answer = (call: { id: unknown; method: string }) => ({
      jsonrpc: '2.0',
      id: call.id,
      result: results[call.method] ?? '0x',
    })
    const text = JSON.stringify(Array.isArray(body) ? body.map(call => answer(call as never)) : answer(body))
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Content-Length', Buffer.byteLength(text))
    response.end(text)
  })
})
await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
// What was compiled is kept where a process ends by itself.
process.on('SIGTERM', () => process.exit(0))
console.log(JSON.stringify({ bare, node: (node.address() as AddressInfo).port }))
