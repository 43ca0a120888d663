import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A key and the client id that stands for it. */
export interface PeerKey {
  readonly privateKey: KeyObject
  readonly clientId: string
}

export function createPeerKey(): PeerKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = letters[Number(value % 58n)] + text
  return { privateKey, clientId: `z${text}` }
}

/** A token as clients sign it, with whatever the test wants to be different. */
export function signToken(
  key: PeerKey,
  aud: string,
  changes: { readonly header?: object; readonly claims?: object } = {},
): string {
  const iat = Math.floor(Date.now() / 1_000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = encode({ alg: 'EdDSA', typ: 'JWT', ...changes.header })
  const claims = encode({
    iss: `did:key:${key.clientId}`,
    sub: randomBytes(32).toString('hex'),
    aud,
    iat,
    exp: iat + 86_400,
    ...changes.claims,
  })
  const signature = sign(null, Buffer.from(`${header}.${claims}`), key.privateKey).toString('base64url')
  return `${header}.${claims}.${signature}`
}

export interface Pushed {
  readonly pushId: number
  readonly subscription: string
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly publishedAt: number
  readonly attestation?: string | null
}

/** A relay client that sends exactly what a test scripts. */
export interface Peer {
  readonly key: PeerKey
  readonly ws: WebSocket
  /** Everything that came, as text. */
  readonly frames: string[]
  readonly pushes: Pushed[]
  /** The result. @throws the error object of the answer. */
  call(method: string, params: unknown): Promise<unknown>
  /** Sends text and resolves with the next answer that is no push. */
  ask(text: string): Promise<string>
  /** Resolves once the socket is closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  /** Whether pushes are acknowledged; they are unless switched off. */
  acks: boolean
  close(): Promise<void>
}

export interface PeerOptions {
  readonly url: string
  readonly key?: PeerKey
  readonly projectId?: string
  /** Whom the token is for, where that is not the address. */
  readonly audience?: string
  readonly origin?: string
  readonly query?: Readonly<Record<string, string>>
  readonly acks?: boolean
  /** The address that a proxy reports; the test trusts this machine's. */
  readonly address?: string
}

let lastId = 1_778_341_964_282_845_123n

/** Connects as the JavaScript clients do. @throws what the socket says when it is not let in. */
export async function openPeer(options: PeerOptions): Promise<Peer> {
  const key = options.key ?? createPeerKey()
  const { url } = options
  const query = new URLSearchParams({
    auth: signToken(key, options.audience ?? url),
    projectId: options.projectId ?? 'latchkey-dev',
    ua: 'wc-2/js-0.0.0/test',
    useOnCloseEvent: 'true',
    ...options.query,
  })
  const ws = new WebSocket(`${url}?${query}`, {
    ...(options.origin !== undefined && { origin: options.origin }),
    ...(options.address !== undefined && { headers: { 'x-forwarded-for': options.address } }),
  })
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const waiting = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  const asked: ((text: string) => void)[] = []
  const peer: Peer = {
    key,
    ws,
    frames: [],
    pushes: [],
    closed,
    acks: options.acks ?? true,
    call(method, params) {
      const id = String(lastId++)
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        closed.then(({ code }) => reject(new Error(`closed ${code}`)))
        ws.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    },
    ask: text =>
      new Promise((resolve, reject) => {
        asked.push(resolve)
        closed.then(({ code }) => reject(new Error(`closed ${code}`)))
        ws.send(text)
      }),
    async close() {
      ws.close()
      await closed
    },
  }
  ws.on('message', (data: Buffer) => {
    const text = data.toString()
    peer.frames.push(text)
    const frame = JSON.parse(text)
    if (typeof frame.method === 'string') {
      peer.pushes.push({ ...frame.params.data, pushId: frame.id, subscription: frame.params.id })
      if (peer.acks) ws.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return
    }
    const waiter = waiting.get(frame.id)
    if (waiter === undefined) {
      asked.shift()?.(text)
      return
    }
    waiting.delete(frame.id)
    if ('error' in frame) waiter.reject(frame.error)
    else waiter.resolve(frame.result)
  })
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve())
    ws.once('error', reject)
  })
  ws.on('error', () => {})
  return peer
}

export const newTopic = (): string => randomBytes(32).toString('hex')
export const hashOf = (message: string): string => createHash('sha256').update(message).digest('hex')
