/** The load on the relay, a process of its own: `node generateRelay.ts '<plan as JSON>'` prints what came of it. */
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { flood } from './flood.ts'
import {
  type LoadSocket,
  newMessage,
  newTopic,
  openLoadSocket,
  openLoadSockets,
  signHandshake,
} from './loadSocket.ts'
import { measureNeighbours } from './measureNeighbours.ts'
import { type PublishResult, type RelayPlan, type Timings, timingsOf } from './relayPlan.ts'

const now = () => performance.now()
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const plan = JSON.parse(process.argv[2] ?? '') as RelayPlan
const say = (value: unknown) => console.log(JSON.stringify(value))
if (plan.kind === 'idle') await idle(plan.url, plan.sockets)
else if (plan.kind === 'echo') say(await echo(plan))
else if (plan.kind === 'publish') say(await publish(plan))
else if (plan.kind === 'neighbours') say(await measureNeighbours(plan))
else if (plan.kind === 'flood') say(await flood(plan))
else say(await replay(plan))
process.exit(0)

async function echo({
  url,
  sockets,
  seconds,
  rate,
}: {
  readonly url: string
  readonly sockets: number
  readonly seconds: number
  readonly rate?: number
}): Promise<Timings> {
  const text = JSON.stringify({
    id: 1,
    jsonrpc: '2.0',
    method: 'irn_publish',
    params: { topic: newTopic(), message: newMessage() },
  })
  const open = await Promise.all(
    Array.from({ length: sockets }, async () => {
      const ws = new WebSocket(url, { perMessageDeflate: false })
      await new Promise(resolve => ws.once('open', resolve))
      return ws
    }),
  )
  const times: number[] = []
  const started = now()
  const end = started + seconds * 1_000
  await Promise.all(
    open.map(async (ws, index) => {
      // Frames come back in the order in which they were sent.
      const waiting: { readonly since: number; resolve(): void }[] = []
      ws.on('message', () => {
        const first = waiting.shift()
        if (!first) return
        times.push(now() - first.since)
        first.resolve()
      })
      for (let turn = 0; ; turn++) {
        const due = rate === undefined ? now() : started + ((turn * sockets + index) / rate) * 1_000
        if (due >= end) return
        if (due > now()) await pause(due - now())
        const back = new Promise<void>(resolve => waiting.push({ since: now(), resolve }))
        ws.send(text)
        // At a rate, a frame that is late does not hold the next one up.
        if (rate === undefined) await back
      }
    }),
  )
  const elapsed = (now() - started) / 1_000
  await pause(500)
  return timingsOf(times, elapsed)
}

async function publish(options: {
  readonly url: string
  readonly urls?: readonly string[]
  readonly sockets: number
  readonly seconds: number
  readonly rate?: number
}): Promise<PublishResult> {
  const { url, urls = [url], sockets, seconds, rate } = options
  const urlAt = (index: number) => String(urls[index % urls.length])
  const sentAt = new Map<string, number>()
  const ack: number[] = []
  const delivery: number[] = []
  let failed = 0
  const lanes: { readonly from: LoadSocket; topic: string; count: number }[] = []
  for (let i = 0; i < sockets; i++) {
    const topic = newTopic()
    const to = await openLoadSocket(signHandshake(urlAt(i + 1)))
    to.onPush = message => {
      delivery.push(now() - Number(sentAt.get(message)))
      sentAt.delete(message)
    }
    await to.call('irn_subscribe', { topic })
    lanes.push({ from: await openLoadSocket(signHandshake(urlAt(i))), topic, count: 0 })
  }
  const started = now()
  const end = started + seconds * 1_000
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (let turn = 0; ; turn++) {
        const due = rate === undefined ? now() : started + ((turn * sockets + index) / rate) * 1_000
        if (due >= end) return
        if (due > now()) await pause(due - now())
        const message = newMessage()
        const since = now()
        sentAt.set(message, since)
        const answered = lane.from
          .call('irn_publish', { topic: lane.topic, message, ttl: 300, tag: 1_108, prompt: true })
          .then(text => {
            if (text.includes('"result":true')) ack.push(now() - since)
            else failed++
          })
        // At a rate, an answer that is late does not hold the next message up.
        if (rate === undefined) await answered
      }
    }),
  )
  const elapsed = (now() - started) / 1_000
  await pause(500)
  return { ack: timingsOf(ack, elapsed), delivery: timingsOf(delivery, elapsed), failed }
}

async function replay({
  url,
  messages,
  rounds,
}: {
  url: string
  messages: number
  rounds: number
}): Promise<Timings> {
  const times: number[] = []
  const from = await openLoadSocket(signHandshake(url))
  for (let round = 0; round < rounds; round++) {
    const topic = newTopic()
    await Promise.all(
      Array.from({ length: messages }, () =>
        from.call('irn_publish', { topic, message: newMessage(), ttl: 300, tag: 1_108 }),
      ),
    )
    const to = await openLoadSocket(signHandshake(url))
    const all = new Promise<void>(resolve => {
      let count = 0
      to.onPush = () => ++count === messages && resolve()
    })
    const since = now()
    await to.call('irn_batchSubscribe', { topics: [topic] })
    await all
    times.push(now() - since)
    to.ws.terminate()
  }
  return timingsOf(times, 1)
}

/** Opens sockets with a subscription each, reports it, and repeats all of it when the relay is back. */
async function idle(url: string, sockets: number): Promise<void> {
  const handshakes = Array.from({ length: sockets }, () => signHandshake(url))
  const topics = handshakes.map(newTopic)
  const subscribe = async (socket: LoadSocket, index: number) => {
    await socket.call('irn_batchSubscribe', { topics: [topics[index]] })
  }
  const open = async () => {
    const started = now()
    const all = await openLoadSockets(handshakes, subscribe)
    say({ sockets: all.length, seconds: (now() - started) / 1_000 })
    return all
  }
  const all = await open()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line !== 'again') break
    for (const { ws } of all) ws.terminate()
    await open()
  }
}
