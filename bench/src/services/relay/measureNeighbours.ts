import { setTimeout as pause } from 'node:timers/promises'
import {
  addresses,
  type LoadSocket,
  newMessage,
  newTopic,
  openLoadSocket,
  signHandshake,
} from './loadSocket.ts'
import { type NeighboursResult, roundAt, timingsOf, type Windows, windowAt } from './relayPlan.ts'

const lanes = 64
/** Messages a second of each: within the limits. */
const rate = 10

/** Publishes within the limits all the time; each message counts for the window in which it was sent. */
export async function measureNeighbours(plan: Windows & { readonly url: string }): Promise<NeighboursResult> {
  const sentAt = new Map<string, { readonly at: number; readonly times: Times; readonly round: number }>()
  const all = { calm: newTimes(), flooded: newTimes(), pause: newTimes(), over: newTimes() }
  const open = (place: number) => openLoadSocket(signHandshake(plan.url), place % addresses)
  const pairs: { readonly from: LoadSocket; readonly topic: string }[] = []
  for (let i = 0; i < lanes; i++) {
    const topic = newTopic()
    const to = await open(i)
    to.onPush = message => {
      const sent = sentAt.get(message)
      sentAt.delete(message)
      if (sent === undefined) return
      const took = performance.now() - sent.at
      sent.times.delivery.push(took)
      const round = sent.times.rounds[sent.round] ?? []
      sent.times.rounds[sent.round] = round
      round.push(took)
    }
    await to.call('irn_subscribe', { topic })
    pairs.push({ from: await open(i), topic })
  }
  const started = performance.now()
  await Promise.all(
    pairs.map(async ({ from, topic }, index) => {
      for (let turn = 0; ; turn++) {
        const due = started + ((turn * lanes + index) / (rate * lanes)) * 1_000
        if (due > performance.now()) await pause(due - performance.now())
        const now = windowAt(plan, Date.now())
        if (now === 'over') return
        const times = all[now]
        const message = newMessage()
        const at = performance.now()
        sentAt.set(message, { at, times, round: Math.max(0, roundAt(plan, Date.now())) })
        // An answer that is late does not hold the next message up.
        void from.call('irn_publish', { topic, message, ttl: 300, tag: 1_108, prompt: true }).then(text => {
          if (text.includes('"result":true')) times.ack.push(performance.now() - at)
          else times.failed++
        })
      }
    }),
  )
  await pause(500)
  const lasted = plan.seconds * plan.rounds
  const resultOf = ({ ack, delivery, failed }: Times) => ({
    ack: timingsOf(ack, lasted),
    delivery: timingsOf(delivery, lasted),
    failed,
  })
  const roundsOf = ({ rounds }: Times) => rounds.map(each => timingsOf(each, plan.seconds).p99)
  return {
    calm: resultOf(all.calm),
    flooded: resultOf(all.flooded),
    rounds: { calm: roundsOf(all.calm), flooded: roundsOf(all.flooded) },
  }
}

interface Times {
  readonly ack: number[]
  readonly delivery: number[]
  readonly rounds: number[][]
  failed: number
}

function newTimes(): Times {
  return { ack: [], delivery: [], rounds: [], failed: 0 }
}
