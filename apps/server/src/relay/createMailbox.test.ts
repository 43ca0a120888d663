import { afterEach, expect, it } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import type { Store } from '../core/store/store.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createMailbox, keyOf, type Place, placeBefore, type StoredMessage } from './createMailbox.ts'
import { noShelves, openShelves } from './createShelves.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'
import { sweepOnce } from './sweepRelay.ts'

const day = 86_400_000
const now = 1_790_000_000_000
const { limits } = parseEnvironment({}).relay
const question = { clientId: 'wallet', after: placeBefore(0), most: 10, now }
let position = 0

function message(topic: string, text: string, more: Partial<StoredMessage> = {}): StoredMessage {
  return {
    topic,
    hash: hashOf(text),
    position: now * 1_000 + position++,
    publishedAt: now,
    expiresAt: now + 300_000,
    tag: 1_108,
    publisher: 'dapp',
    attestation: null,
    message: text,
    ...more,
  }
}

/** As a server opens it: on PostgreSQL with shelves. */
async function openMailbox(store: Store, own: RelayServerLimits = limits) {
  const isPostgres = store.connections !== undefined
  const shelves = isPostgres ? await openShelves({ store, now: () => now, onFailure }) : noShelves
  closing.push(shelves.stop)
  return createMailbox({ store, limits: own, shelves })
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function onFailure(error: unknown): never {
  throw error
}

eachStore('the mailbox', open => {
  it('keeps a message once until its time is over, and then takes it as a new one', async () => {
    const store = await open()
    const mailbox = await openMailbox(store)
    const topic = newTopic()
    const put = (each: StoredMessage) =>
      mailbox.write({ clientId: each.publisher, messages: [each], now }).then(({ kept }) => kept[0])
    const read = async (at: number) =>
      (await mailbox.find(await mailbox.undelivered({ ...question, topics: [topic], now: at }))).map(
        each => each.publishedAt,
      )
    expect(await put(message(topic, 'a'))).toBe('kept')
    expect(await put(message(topic, 'a', { publisher: 'other' }))).toBe('known')
    expect(await read(now + 299_999)).toEqual([now])
    expect(await read(now + 300_000)).toEqual([])
    const later = { publishedAt: now + day, expiresAt: now + 2 * day }
    expect(await put(message(topic, 'a', later))).toBe('kept')
    expect(await read(now + day)).toEqual([now + day])
  })

  it('says which of a batch had no room, and keeps the others', async () => {
    const store = await open()
    const mailbox = await openMailbox(store, { ...limits, mailboxMessages: 2 })
    const [a, b] = [newTopic(), newTopic()]
    const messages = [message(a, '1'), message(a, '2'), message(a, '3'), message(b, '1'), message(a, '1')]
    const { kept } = await mailbox.write({ clientId: 'dapp', messages, now })
    expect(kept).toEqual(['kept', 'kept', 'full', 'kept', 'known'])
  })

  it('T90: says what waits, and how large it is, without the messages themselves', async () => {
    const store = await open()
    const mailbox = await openMailbox(store)
    const [a, b] = [newTopic(), newTopic()]
    const messages = [message(a, 'one', { attestation: 'jwt' }), message(b, 'three'), message(b, 'two')]
    await mailbox.write({ clientId: 'dapp', messages, now })
    await mailbox.markDelivered([{ ...(messages[1] as StoredMessage), clientId: 'wallet' }])
    const keys = await mailbox.undelivered({ ...question, topics: [a, b] })
    expect(keys).toEqual(
      [messages[0], messages[2]].map(each => ({
        topic: each?.topic,
        hash: each?.hash,
        position: each?.position,
        bytes: each === messages[0] ? 6 : 3,
      })),
    )
    expect((await mailbox.find(keys)).map(each => each.message)).toEqual(['one', 'two'])
    // Delivered messages are counted as well.
    expect(await mailbox.count([a, b], now)).toBe(3)
    expect(await mailbox.count([], now)).toBe(0)
  })

  it('pages through messages of one position, which several processes gave out', async () => {
    const store = await open()
    const mailbox = await openMailbox(store)
    const topics = Array.from({ length: 5 }, newTopic)
    const messages = topics.flatMap(topic => [
      message(topic, 'a', { position: 7 }),
      message(topic, 'b', { position: 7 }),
      message(topic, 'c', { position: 8 }),
    ])
    await mailbox.write({ clientId: 'dapp', messages, now })
    const pagesOf = async (read: (after: Place) => Promise<readonly Place[]>) => {
      const all: string[] = []
      for (let after = placeBefore(0); ; ) {
        const page = await read(after)
        all.push(...page.map(keyOf))
        if (page.length === 0) return all
        after = page.at(-1) as Place
      }
    }
    const everything = new Set(messages.map(keyOf))
    const [kept, waiting] = await Promise.all([
      pagesOf(after => mailbox.since(after, 4)),
      pagesOf(after => mailbox.undelivered({ ...question, topics, after, most: 4 })),
    ])
    expect(kept).toHaveLength(15)
    expect(new Set(kept)).toEqual(everything)
    expect(waiting).toEqual(kept)
  })

  it('hands out a message that was published anew, whatever became of the one before', async () => {
    const store = await open()
    const mailbox = await openMailbox(store)
    const topic = newTopic()
    const first = message(topic, 'a')
    await mailbox.write({ clientId: 'dapp', messages: [first], now })
    await mailbox.markDelivered([{ ...first, clientId: 'wallet' }])
    const waiting = (at: number) => mailbox.undelivered({ ...question, topics: [topic], now: at })
    expect(await waiting(now)).toEqual([])
    const later = now + 600_000
    const again = message(topic, 'a', { publishedAt: later, expiresAt: later + 300_000 })
    await mailbox.write({ clientId: 'dapp', messages: [again], now: later })
    expect(await waiting(later)).toHaveLength(1)
    await mailbox.markDelivered([{ ...again, clientId: 'wallet' }])
    expect(await waiting(later)).toEqual([])
    expect(await mailbox.count([topic], later + 300_000)).toBe(0)
  })

  it('T88: lets four of many concurrent clients have a topic', async () => {
    const store = await open()
    const mailbox = await openMailbox(store)
    const topic = newTopic()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        mailbox.write({ clientId: `client${index}`, topics: [topic], now }),
      ),
    )
    expect(answers.filter(({ isSubscribed }) => isSubscribed[0])).toHaveLength(4)
  })

  it('deletes expired messages and leaves the rest', async () => {
    const store = await open()
    const mailbox = createMailbox({ store, limits: { ...limits, mailboxMessages: 10_000 } })
    const topic = newTopic()
    const messages = Array.from({ length: 1_200 }, (_, index) => message(topic, `short${index}`))
    const lasting = message(topic, 'long', { expiresAt: now + 30 * day })
    await mailbox.write({ clientId: 'dapp', messages: [...messages, lasting], topics: [topic], now })
    await mailbox.markDelivered(
      [...messages.slice(0, 400), lasting].map(each => ({ ...each, clientId: 'wallet' })),
    )
    await mailbox.write({ clientId: 'fresh', topics: [topic], now: now + 20 * day })
    const counts = async () => {
      const rows = await Promise.all(
        (['relay_messages', 'relay_deliveries', 'relay_subscriptions'] as const).map(table =>
          store.db
            .selectFrom(table)
            .select(eb => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow(),
        ),
      )
      return rows.map(({ count }) => Number(count))
    }
    await sweepOnce({ store, now: now + 299_999 })
    expect(await counts()).toEqual([1_201, 401, 2])
    await sweepOnce({ store, now: now + 300_000 })
    expect(await counts()).toEqual([1, 1, 2])
    await sweepOnce({ store, now: now + 30 * day + 1 })
    expect(await counts()).toEqual([0, 0, 1])
  })
})
