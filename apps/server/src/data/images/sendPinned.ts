import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type PublicAnswer, PublicFetchError, type PublicRequest } from './fetchPublic.ts'

export interface PinnedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Whether an answer says that the thing is elsewhere; its own body is of no use then. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/**
 * Sends one request to exactly these addresses, whatever the name's resolver would say by now, and reads the answer up
 * to its limit. A connection of its own, no cookies, no proxy; the certificate has to be the name's.
 * @throws PublicFetchError.
 */
export function sendPinned(options: {
  readonly target: URL
  readonly addresses: readonly PinnedAddress[]
  readonly request: PublicRequest
  readonly maxBytes: number
  readonly signal: AbortSignal
}): Promise<Omit<PublicAnswer, 'url'>> {
  const { target, addresses, request, maxBytes, signal } = options
  const pinned: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family ?? 4)
  }
  const send = target.protocol === 'https:' ? requestHttps : requestHttp

  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(toFailure(error, signal))
    const outgoing = send(
      target,
      {
        method: request.method ?? 'GET',
        agent: false,
        lookup: pinned,
        signal,
        headers: {
          ...request.headers,
          'user-agent': 'Latchkey',
          // An uncompressed body cannot unpack to more than its limit.
          'accept-encoding': 'identity',
          ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
        },
      },
      incoming => {
        readAnswer(incoming, maxBytes).then(resolve, error => {
          outgoing.destroy()
          fail(error)
        })
      },
    )
    outgoing.on('error', fail)
    outgoing.end(request.body)
  })
}

async function readAnswer(incoming: IncomingMessage, maxBytes: number): Promise<Omit<PublicAnswer, 'url'>> {
  const { headers, statusCode = 0 } = incoming
  const answer = {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  }
  if (isRedirect(statusCode) && headers.location !== undefined) {
    incoming.destroy()
    return { ...answer, body: new Uint8Array(0) }
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new PublicFetchError('unreachable', 'The answer is packed, which was not asked for')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return { ...answer, body: Buffer.concat(chunks, size) }
}

function tooLarge(): PublicFetchError {
  return new PublicFetchError('too-large', 'The answer is longer than what is taken')
}

function toFailure(error: unknown, signal: AbortSignal): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  if (signal.aborted) return new PublicFetchError('timeout', 'No answer in time', error)
  return new PublicFetchError('unreachable', 'No HTTP server answers there', error)
}
