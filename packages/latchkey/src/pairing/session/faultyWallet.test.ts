import { testAccounts } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../engine/base/clock.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { pairedPeers, pairedPeersBy } from '../conformance/pairedPeers.ts'
import { createTopicRpc } from './createTopicRpc.ts'
import { kindOf } from './sessionMethods.ts'

const sign = { method: 'personal_sign', params: ['0x6869', testAccounts[0]?.address] }
const answered = kindOf('wc_sessionRequest', 'response')

/** Paired, with a phone that leaves signatures to a second voice of the same wallet, which has its keys. */
async function twoVoices() {
  const peers = await pairedPeers({ script: { personal_sign: 'hang' } })
  const { session } = await peers.connect()
  await peers.settled()
  const { page, clock, phoneTransport } = peers
  const ids: number[] = []
  page.pairing.on('requestSent', ({ id }) => void ids.push(id))
  const rpc = createTopicRpc(phoneTransport, { clock, random: systemRandom })
  const ask = async () => {
    const answer = page.pairing.request(session.topic, 'eip155:1', sign)
    answer.catch(() => undefined)
    await vi.waitUntil(() => ids.length > 0)
    await peers.settled()
    return { answer, id: ids.pop() ?? 0 }
  }
  return { ...peers, topic: session.topic, rpc, ask }
}

test('F10 a wallet that answers twice, and differently: the first answer wins, and nothing breaks', async () => {
  const { page, topic, rpc, ask, settled, relay, connect } = await twoVoices()
  const before = relay.published.length
  const first = await ask()
  await rpc.answer(topic, first.id, answered, { result: '0xfirst' })
  await rpc.answer(topic, first.id, answered, { result: '0xsecond' })
  await rpc.answer(topic, first.id, answered, { error: { code: 5_000, message: 'refused after all' } })
  await settled()
  expect(await first.answer).toBe('0xfirst')
  // Two different messages of one id, and neither is the answer to what is asked next.
  expect(relay.published.slice(before).filter(({ tag }) => tag === answered.tag)).toHaveLength(3)
  const next = await ask()
  expect(next.id).not.toBe(first.id)
  await rpc.answer(topic, first.id, answered, { result: '0xthird' })
  await rpc.answer(topic, next.id, answered, { error: { code: 5_000, message: 'no' } })
  await rpc.answer(topic, next.id, answered, { result: '0xfourth' })
  await settled()
  await expect(next.answer).rejects.toMatchObject({ code: 5_000 })
  expect(page.pairing.sessions.map(session => session.topic)).toEqual([topic])
  expect(page.alerts).toEqual([])
  expect((await connect()).session.topic).not.toBe(topic)
})

test('F10 two answers that come after the page ended the session: ignored, and the next connect works', async () => {
  const { page, topic, rpc, ask, settled, relay, connect } = await twoVoices()
  const { answer, id } = await ask()
  const late = await Promise.all(['0xfirst', '0xsecond'].map(result => rpc.seal(topic, { id, result })))
  await page.pairing.disconnect(topic)
  await settled()
  await expect(answer).rejects.toMatchObject({ code: 4900 })
  const told = page.told.length
  for (const message of late) await relay.inject({ topic, message, ...answered })
  await settled()
  expect(page.told).toHaveLength(told)
  expect(page.pairing.sessions).toEqual([])
  expect(page.alerts).toEqual([])
  const { session } = await connect()
  expect(page.pairing.sessions.map(each => each.topic)).toEqual([session.topic])
})

test('F12 a session that vanished from the phone: no ping within 3 s, its state is cleared, and a new one connects', async () => {
  const { page, phoneTransport, connect, settled, reload } = await pairedPeersBy(systemClock)
  const { topic } = (await connect()).session
  await settled()
  expect(await page.pairing.ping(topic)).toBe(true)
  // The wallet was set up anew: it neither knows the topic nor says so.
  await phoneTransport.link.unsubscribe([topic])
  await phoneTransport.store.dropTopic(topic)
  // By the same clock: a timer that is due later may not be over first, however busy the machine is.
  const patience = new Promise<string>(resolve => setTimeout(resolve, 3_100, 'too late'))
  expect(await Promise.race([page.pairing.ping(topic), patience])).toBe(false)

  await page.pairing.disconnect(topic)
  await settled()
  const left = async () => (await page.database.keys()).filter(key => !key.startsWith('vault/'))
  expect(page.pairing.sessions).toEqual([])
  expect(await left()).toEqual([])
  const { session } = await connect()
  await settled()
  expect(session.topic).not.toBe(topic)
  expect(await page.pairing.ping(session.topic)).toBe(true)
  page.pairing.destroy()
  const next = await reload()
  expect((await next.pairing.restore()).map(each => each.topic)).toEqual([session.topic])
  next.pairing.destroy()
})
