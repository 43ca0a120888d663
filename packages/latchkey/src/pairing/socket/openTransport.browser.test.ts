import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../engine/base/clock.ts'
import { openDatabase } from '../../engine/base/database.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createTabShare } from '../tabs/createTabShare.ts'
import type { SocketLike } from './openRelaySocket.ts'
import { openTransport, type TransportOptions } from './openTransport.ts'
import type { PairingTransport } from './pairingTransport.ts'
import type { RelayMessage } from './relayLink.ts'

const topic = 'ab'.repeat(32)
const opened: PairingTransport[] = []
const names: string[] = []
let count = 0

interface Line extends SocketLike {
  readonly url: URL
  readonly sent: readonly { readonly id: string; readonly method?: string; readonly params?: unknown }[]
  isOpen: boolean
  push(message: string, id: number): void
}

/** A relay in this page: sockets that answer everything with true. */
function openLine(url: string, lines: Line[]): SocketLike {
  const sent: Line['sent'][number][] = []
  const hear = (frame: unknown) => line.onmessage?.({ data: JSON.stringify(frame) } as never)
  const line: Line = {
    url: new URL(url),
    sent,
    isOpen: true,
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      const call = JSON.parse(text) as Line['sent'][number]
      sent.push(call)
      if (call.method) queueMicrotask(() => hear({ id: call.id, jsonrpc: '2.0', result: true }))
    },
    close() {
      line.isOpen = false
    },
    push(message, id) {
      const data = { topic, message, tag: 1_101, publishedAt: 1 }
      hear({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } })
    },
  }
  lines.push(line)
  queueMicrotask(() => line.onopen?.({} as never))
  return line
}

function freshName(): string {
  const name = `@latchkey/browser-${count++}/pairing`
  names.push(name)
  return name
}

async function openTab(name: string, lines: Line[], given: Partial<TransportOptions> = {}) {
  const database = await openDatabase({ name, clock: systemClock })
  const transport = openTransport({
    name,
    database,
    relayUrl: 'wss://relay.example/relay',
    projectId: 'project',
    version: '1',
    clock: systemClock,
    random: systemRandom,
    alert: () => undefined,
    openSocket: url => openLine(url, lines),
    isHidden: () => false,
    ...given,
  })
  opened.push(transport)
  const messages: RelayMessage[] = []
  transport.link.onMessage(message => void messages.push(message))
  return { transport, messages, ...transport }
}

/** Everything in the database of a name, as it lies there. */
async function readAll(name: string): Promise<ReadonlyMap<string, unknown>> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open(name))
  const store = database.transaction('entries').objectStore('entries')
  const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
  database.close()
  return new Map(keys.map((key, at) => [String(key), values[at] as unknown]))
}

afterEach(() => {
  for (const each of opened.splice(0)) each.close()
  for (const name of names.splice(0)) indexedDB.deleteDatabase(name)
})

describe('keys in IndexedDB (relay.md §5)', () => {
  it('no secret can be read out; all come back after a reload; the marker is 1', async () => {
    const name = freshName()
    const lines: Line[] = []
    const first = await openTab(name, lines)
    const keys = await first.crypto.generateKeyPair()
    expect(keys.secret).toBeInstanceOf(CryptoKey)
    const symKey = first.crypto.generateSymKey()
    await first.store.symKeys.set(topic, symKey)
    await first.store.keyPairs.set(keys.publicKey, keys)
    await first.link.subscribe([topic])
    first.close()

    const all = await readAll(name)
    expect(all.get('@latchkey/version')).toBe(1)
    const secrets = [...all].filter(([key]) => /^(symkey|keypair|identity|vault)\//.test(key))
    expect(secrets).toHaveLength(4)
    for (const [, value] of secrets) {
      const stored = value instanceof CryptoKey ? value : (value as { readonly data: unknown }).data
      if (stored instanceof CryptoKey) expect(stored.extractable).toBe(false)
      else expect(String((stored as { readonly sealed: Uint8Array }).sealed)).not.toContain(String(symKey))
    }

    const second = await openTab(name, lines)
    expect(second.store.kind).toBe('indexeddb')
    expect(await second.store.symKeys.get(topic)).toEqual(symKey)
    const again = (await second.store.keyPairs.get(keys.publicKey)) ?? expect.unreachable()
    const peer = await second.crypto.generateKeyPair()
    expect(await second.crypto.agree(again, peer.publicKey)).toEqual(
      await second.crypto.agree(peer, keys.publicKey),
    )
    await second.link.subscribe([topic])
    const issuers = lines.map(({ url }) => atob(url.searchParams.get('auth')?.split('.')[1] ?? ''))
    expect(issuers.map(text => (JSON.parse(text) as { readonly iss: string }).iss)).toSatisfy(
      (all: readonly string[]) => all.length === 2 && all[0] === all[1],
    )
  })

  it('F32: where nothing may be stored, everything works until the page ends', async () => {
    const name = freshName()
    const database = await openDatabase({
      name,
      clock: systemClock,
      indexedDB: new Proxy(indexedDB, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    })
    const lines: Line[] = []
    const { store, link, crypto } = await openTab(name, lines, { database })
    expect(store.kind).toBe('memory')
    const symKey = crypto.generateSymKey()
    await store.symKeys.set(topic, symKey)
    expect(await store.symKeys.get(topic)).toEqual(symKey)
    await link.subscribe([topic])
    expect(link.state.status).toBe('connected')
  })
})

describe('F36: tabs', () => {
  it('one socket and one identity for tabs that open at the same moment', async () => {
    const name = freshName()
    const lines: Line[] = []
    const tabs = await Promise.all([openTab(name, lines), openTab(name, lines), openTab(name, lines)])
    await Promise.all(tabs.map(({ link }) => link.subscribe([topic])))
    await Promise.all(tabs.map(({ link }) => link.publish({ topic, message: 'AAAA', tag: 1, ttl: 300 })))
    expect(lines).toHaveLength(1)
    lines[0]?.push('BBBB', 1)
    await expect.poll(() => tabs.map(({ messages }) => messages.length)).toEqual([1, 1, 1])
    expect(tabs.filter(({ messages }) => messages[0]?.leads)).toHaveLength(1)
    expect([...(await readAll(name)).keys()].filter(key => key.startsWith('identity/'))).toHaveLength(1)
  })

  it('a page in a frame is a tab like any other; when it goes, its place is taken', async () => {
    const name = freshName()
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inside = frame.contentWindow as unknown as typeof globalThis
    const theirs = createTabShare({
      name,
      locks: inside.navigator.locks,
      openChannel: of => new inside.BroadcastChannel(of),
    })
    await expect.poll(() => theirs.leads).toBe(true)
    const ours = createTabShare({ name })
    const turns: boolean[] = []
    ours.onLead(leads => turns.push(leads))
    const heard = new Promise(resolve => theirs.onMessage(resolve))
    ours.send({ hello: 1 })
    expect(await heard).toEqual({ hello: 1 })
    expect(ours.leads).toBe(false)
    frame.remove()
    await expect.poll(() => ours.leads).toBe(true)
    expect(turns).toEqual([true])
    ours.close()
    expect(turns).toEqual([true, false])
  })

  it('takeOver() takes the place of one that still holds it, who then waits for its turn', async () => {
    const name = freshName()
    const [one, two] = [createTabShare({ name }), createTabShare({ name })]
    await expect.poll(() => one.leads).toBe(true)
    two.takeOver()
    await expect.poll(() => [one.leads, two.leads]).toEqual([false, true])
    two.close()
    await expect.poll(() => one.leads).toBe(true)
    one.close()
    const left = async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(lock => lock.name === name)
    }
    await expect.poll(left).toEqual([])
  })
})

it('a page that comes back asks whether the relay is there (F04, F35)', async () => {
  const name = freshName()
  const lines: Line[] = []
  const { link } = await openTab(name, lines)
  await link.subscribe([topic])
  dispatchEvent(new Event('online'))
  await expect
    .poll(() => lines[0]?.sent.filter(({ method }) => method === 'irn_batchSubscribe').length)
    .toBe(2)
})
