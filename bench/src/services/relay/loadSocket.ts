import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The address of a handshake by a client of its own, signed beforehand: the server is measured, not the signing. */
export function signHandshake(url: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let clientId = ''
  for (; value > 0n; value /= 58n) clientId = letters[Number(value % 58n)] + clientId
  const iat = Math.floor(Date.now() / 1_000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const body = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({
    iss: `did:key:z${clientId}`,
    sub: randomBytes(32).toString('hex'),
    aud: url,
    iat,
    exp: iat + 86_400,
  })}`
  const auth = `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
  return `${url}?${new URLSearchParams({ auth, projectId: 'latchkey-dev', useOnCloseEvent: 'true' })}`
}

/** Bytes of a session request, as it is seen in the wild. */
const size = 600
export const newTopic = (): string => randomBytes(32).toString('hex')
export const newMessage = (): string => randomBytes((size * 3) / 4).toString('base64')

export interface LoadSocket {
  readonly ws: WebSocket
  /** Resolves with the frame that answers. */
  call(method: string, params: object): Promise<string>
  /** Called with the message of each push, which is acknowledged. */
  onPush: (message: string) => void
}

/** Several addresses of this machine: one has too few ports for a storm, and limits of its own. */
export const addresses = 8

/** Opens a socket from one of this machine's addresses. @throws when it is not let in. */
export async function openLoadSocket(handshake: string, place = 0): Promise<LoadSocket> {
  const ws = new WebSocket(handshake, {
    perMessageDeflate: false,
    localAddress: `127.0.0.${2 + place}`,
  })
  const waiting = new Map<number, (text: string) => void>()
  let lastId = 0
  const socket: LoadSocket = {
    ws,
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, resolve)
        ws.once('close', reject)
        ws.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }), () => ws.off('close', reject))
      }),
    onPush() {},
  }
  ws.on('message', (data: Buffer) => {
    const text = data.toString()
    const frame = JSON.parse(text)
    if (frame.method === undefined) {
      waiting.get(frame.id)?.(text)
      waiting.delete(frame.id)
      return
    }
    ws.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
    socket.onPush(frame.params.data.message)
  })
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  ws.on('error', () => {})
  return socket
}

/** Opens many, a few at a time, each again until it is let in. */
export async function openLoadSockets(
  handshakes: readonly string[],
  then: (socket: LoadSocket, index: number) => Promise<void>,
): Promise<readonly LoadSocket[]> {
  const sockets: LoadSocket[] = []
  let next = 0
  const open = async (): Promise<void> => {
    for (let index = next++; index < handshakes.length; index = next++) {
      for (;;) {
        try {
          const socket = await openLoadSocket(String(handshakes[index]), index % addresses)
          await then(socket, index)
          sockets.push(socket)
          break
        } catch {
          await new Promise(resolve => setTimeout(resolve, 20 + Math.random() * 100))
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 500 }, open))
  return sockets
}
