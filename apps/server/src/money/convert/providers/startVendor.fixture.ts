import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a fake vendor saw it. */
export interface VendorRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a fake vendor answers: a JSON value with its status and headers, or its own way of answering. */
export type VendorAnswer =
  | { readonly json: unknown; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | ((response: ServerResponse) => void)

/** A vendor's service on this machine. */
export interface FakeVendor {
  readonly url: string
  /** In order. */
  readonly requests: readonly VendorRequest[]
  close(): Promise<void>
}

/** Starts an HTTP server in a vendor's place. */
export async function startVendor(answer: (request: VendorRequest) => VendorAnswer): Promise<FakeVendor> {
  const requests: VendorRequest[] = []
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://vendor.example')
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(request)
      const given = answer(request)
      if (typeof given === 'function') return given(response)
      response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
      return response.end(JSON.stringify(given.json))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Milliseconds that a test waits for a fake vendor: short only where there is no answer to come. */
export function patienceFor(name: string): number {
  return name === 'silence' ? 100 : 60_000
}

/** Ways of answering HTTP that no vendor documents; each has the reason that the services give for it. */
export const hostileAnswers: readonly (readonly [name: string, answer: VendorAnswer])[] = [
  ['silence', () => {}],
  ['a cut connection', response => void response.destroy()],
  ['no JSON', { json: undefined, headers: {} }],
  [
    'garbage with the type of JSON',
    response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"liquidity'),
  ],
  [
    'a page of HTML',
    response => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>hello'),
  ],
  ['JSON with another type', { json: {}, headers: { 'content-type': 'text/plain' } }],
  [
    'a redirect to another host',
    response => void response.writeHead(302, { location: 'http://127.0.0.1:9/quote' }).end(),
  ],
  [
    'a body without end',
    response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const part = `"${'x'.repeat(65_536)}",`
      response.write('[')
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    },
  ],
  ['another shape', { json: { quotes: [] } }],
  [
    'a name that poisons objects',
    response => answerText(response, '{"__proto__":{"liquidityAvailable":true}}'),
  ],
  ['brackets a thousand deep', response => answerText(response, '['.repeat(1_000) + ']'.repeat(1_000))],
  ['an error of its own', { json: { name: 'INTERNAL_SERVER_ERROR', code: 1_006 }, status: 500 }],
  ['a refusal without a name', { json: {}, status: 400 }],
]

function answerText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}
