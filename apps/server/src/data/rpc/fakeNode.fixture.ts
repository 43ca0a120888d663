import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { probeId } from './watchUpstreams.ts'

interface NodeCall {
  readonly jsonrpc: string
  readonly id: number | string
  readonly method: string
  readonly params: unknown
}

export interface FakeNode {
  readonly url: string
  /** The calls of each request so far, but for the proxy's own pings. */
  readonly requests: NodeCall[][]
  /** The methods of those pings. */
  readonly pings: string[]
  close(): Promise<void>
}

/** How the node answers one request; `calls` is what it was asked, `batch` whether as an array. */
export type NodeScript = (
  request: { readonly calls: NodeCall[]; readonly batch: boolean; readonly incoming: IncomingMessage },
  response: ServerResponse,
) => void

/** How a healthy node of chain 31337 answers the proxy's pings. */
export const healthy = answerWith(({ method }) => ({
  result: { eth_chainId: '0x7a69', eth_blockNumber: '0x64', net_listening: true }[method],
}))

/**
 * A JSON-RPC node on loopback that does what its script says; without one it answers each call with its method. Pings
 * have a script of their own.
 */
export async function startNode(
  script: NodeScript = answerWith(call => ({ result: call.method })),
  pingScript: NodeScript = healthy,
): Promise<FakeNode> {
  const requests: NodeCall[][] = []
  const pings: string[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as NodeCall | NodeCall[]
      const calls = Array.isArray(body) ? body : [body]
      const isPing = calls[0]?.id === probeId
      if (isPing) pings.push(calls[0]?.method ?? '')
      else requests.push(calls)
      const answer = isPing ? pingScript : script
      answer({ calls, batch: Array.isArray(body), incoming }, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`,
    requests,
    pings,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers properly, with this outcome for each call. */
export function answerWith(outcome: (call: NodeCall) => object): NodeScript {
  return ({ calls, batch }, response) => {
    const answers = calls.map(call => ({ jsonrpc: '2.0', id: call.id, ...outcome(call) }))
    sendJson(response, batch ? answers : answers[0])
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Answers with this status and text. */
export function sendStatus(status: number, headers: Record<string, string> = {}, text = ''): NodeScript {
  return (_request, response) => response.writeHead(status, headers).end(text)
}

/** Follows one script after the other, the last one from then on. */
export function inTurn(...scripts: NodeScript[]): NodeScript {
  let turn = 0
  return (request, response) => scripts[Math.min(turn++, scripts.length - 1)]?.(request, response)
}
