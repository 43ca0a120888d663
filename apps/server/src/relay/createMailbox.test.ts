import { expect, it } from 'vitest'
import { parseEnvironment } from '../settings/parseEnvironment.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import { createMailbox, type StoredMessage } from './createMailbox.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'
import { sweepOnce } from './sweepRelay.ts'

const day = 86_400_000
const now = 1_790_000_000_000
const { limits } = parseEnvironment({}).relay
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

eachStore('the mailbox', open => {
  it('keeps a message once until its time is over, and then takes it as a new one', async () => {
    const store = await open()
    const mailbox = createMailbox({ store, limits })
    const topic = newTopic()
    const put = (each: StoredMessage) =>
      mailbox.write({ clientId: each.publisher, messages: [each], now }).then(({ kept }) => kept[0])
    const read = async (at: number) =>
      (await mailbox.undelivered({ clientId: 'wallet', topics: [topic], after: -1, most: 10, now: at })).map(
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
    const mailbox = createMailbox({ store, limits: { ...limits, mailboxMessages: 2 } })
    const [a, b] = [newTopic(), newTopic()]
    const messages = [message(a, '1'), message(a, '2'), message(a, '3'), message(b, '1'), message(a, '1')]
    const { kept } = await mailbox.write({ clientId: 'dapp', messages, now })
    expect(kept).toEqual(['kept', 'kept', 'full', 'kept', 'known'])
  })

  it('T88: lets four of many clients have a topic, whoever asks at the same time', async () => {
    const store = await open()
    const mailbox = createMailbox({ store, limits })
    const topic = newTopic()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        mailbox.write({ clientId: `client${index}`, topics: [topic], now }),
      ),
    )
    expect(answers.filter(({ isSubscribed }) => isSubscribed[0])).toHaveLength(4)
  })

  it('sweeps what is over and leaves the rest', async () => {
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
