import {
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isLoopbackOrigin } from 'latchkey/services'

/** A server that is called repeatedly, with its kept-alive connections. */
export interface HttpTarget {
  readonly isSecure: boolean
  readonly options: RequestOptions
  readonly agent: PlainAgent
}

/** What is asked of it: a body to post to its address, or a path below it to get. */
type Message = { readonly body: string } | { readonly path: string }

interface Bounds {
  /** Milliseconds, from connecting to the last byte. */
  readonly timeout: number
  /** Bytes of the answer, unpacked. */
  readonly limit: number
  /** On a connection of its own. */
  readonly fresh: boolean
}

export type PostOptions = { readonly body: string } & Bounds

interface PostFailure {
  readonly failure: string
  /** Whether the server may have got the request. */
  readonly mayHaveActed: boolean
  /** Whether a kept-alive connection proved to be closed. */
  readonly wasKept: boolean
}

type PostReply =
  | {
      readonly status: number
      readonly retryAfter: string | undefined
      /** Undefined for more than the limit. */
      readonly bytes: Buffer | undefined
    }
  | PostFailure

/** Keeps connections to a server; they hold no process up. Redirects are not followed. */
export function createTarget(address: string): HttpTarget {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  const settings = { keepAlive: true, maxSockets: 512, maxFreeSockets: 64, scheduling: 'lifo' } as const
  return {
    isSecure,
    agent: isSecure ? new SecureAgent(settings) : new PlainAgent(settings),
    options: {
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        // On one machine packing costs more than it saves.
        'accept-encoding': isLoopbackOrigin(url.origin) ? 'identity' : 'gzip',
      },
    },
  }
}

/** Posts a JSON text and reads the answer, bounded in time and size; it never throws. */
export function postJson(target: HttpTarget, options: PostOptions): Promise<PostReply> {
  return send(target, options)
}

/** Gets what is at a path below the server's address, with its own query before the path's; bounded as `postJson`. */
export function getJson(
  target: HttpTarget,
  options: { readonly path: string } & Omit<Bounds, 'fresh'>,
): Promise<PostReply> {
  return send(target, { ...options, fresh: false })
}

async function send(target: HttpTarget, options: Message & Bounds): Promise<PostReply> {
  const reply = await sendOnce(target, options)
  // A server may close a kept-alive connection just when it is reused: retry on a new one.
  return 'failure' in reply && reply.wasKept && !options.fresh
    ? sendOnce(target, { ...options, fresh: true })
    : reply
}

function sendOnce(
  target: HttpTarget,
  { timeout, limit, fresh, ...message }: Message & Bounds,
): Promise<PostReply> {
  return new Promise(resolve => {
    let isConnected = false
    let hasAnswer = false
    const open = target.isSecure ? secureRequest : plainRequest
    const request = open({
      ...('body' in message ? toPost(target.options, message.body) : toGet(target.options, message.path)),
      agent: fresh ? false : target.agent,
    })
    const timer = setTimeout(() => request.destroy(new Timeout()), Math.ceil(timeout))
    const settle = (reply: PostReply): void => {
      clearTimeout(timer)
      resolve(reply)
    }
    const fail = (error: unknown): void => {
      const { code, name } = error as { code?: unknown; name?: string }
      settle({
        failure: typeof code === 'string' ? code : (name ?? 'unknown'),
        mayHaveActed: isConnected,
        wasKept: request.reusedSocket && !hasAnswer && code === 'ECONNRESET',
      })
    }
    request.on('socket', socket => {
      if (request.reusedSocket) isConnected = true
      else socket.once(target.isSecure ? 'secureConnect' : 'connect', () => (isConnected = true))
    })
    request.on('error', fail)
    request.on('response', response => {
      hasAnswer = true
      const status = response.statusCode ?? 0
      const retryAfter = response.headers['retry-after']
      readBody(response, limit).then(bytes => {
        // Do not wait for the rest of an oversized answer.
        if (bytes === undefined) request.destroy()
        settle({ status, retryAfter, bytes })
      }, fail)
    })
    request.end('body' in message ? message.body : undefined)
  })
}

function toPost(options: RequestOptions, body: string): RequestOptions {
  const headers = options.headers as Record<string, string>
  return { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }
}

function toGet(options: RequestOptions, path: string): RequestOptions {
  const { 'content-type': _, ...headers } = options.headers as Record<string, string>
  const [base = '', own] = (options.path ?? '').split('?')
  const [below, query] = path.split('?')
  const queries = [own, query].filter(each => each !== undefined && each !== '').join('&')
  const whole = `${base.replace(/\/+$/, '')}${below}`
  return { ...options, method: 'GET', headers, path: queries === '' ? whole : `${whole}?${queries}` }
}

class Timeout extends Error {
  override readonly name = 'timeout'
}

/** The body, unpacked; undefined once it proves longer than the limit. */
async function readBody(response: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of unpack(response) as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

function unpack(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response
  const gunzip = createGunzip()
  response.on('error', error => gunzip.destroy(error))
  return response.pipe(gunzip)
}
