import { randomBytes } from 'node:crypto'
import { median } from '../median.ts'
import { openLoadSocket, signHandshake } from '../services/relay/loadSocket.ts'

const rounds = 61

/** The median of a message there and one back through a relay, by sockets that do nothing else, in milliseconds. */
export async function measureRoundTrip(relay: string): Promise<number> {
  const [near, far] = await Promise.all([0, 1].map(place => openLoadSocket(signHandshake(relay), place)))
  if (!near || !far) return Number.NaN
  const [there, back] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await near.call('irn_subscribe', { topic: back })
  await far.call('irn_subscribe', { topic: there })
  // A request of that size, and its answer.
  const message = () => randomBytes(450).toString('base64')
  far.onPush = () => void far.call('irn_publish', { topic: back, message: message(), ttl: 300, tag: 1_109 })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const answered = new Promise<void>(resolve => {
      near.onPush = () => resolve()
    })
    void near.call('irn_publish', { topic: there, message: message(), ttl: 300, tag: 1_108 })
    await answered
    times.push(performance.now() - start)
  }
  near.ws.terminate()
  far.ws.terminate()
  return median(times.slice(10)) ?? Number.NaN
}
