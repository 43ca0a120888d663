import { setTimeout as pause } from 'node:timers/promises'
import { newMessage, newTopic, openLoadSocket, signHandshake } from './loadSocket.ts'
import { type FloodResult, type Windows, windowAt } from './relayPlan.ts'

/** Milliseconds between two messages of a socket: it sends more than ten times what it may. */
const gap = 5
/** In calm seconds every so many goes to the relay: 14 a second of a client, of the 15 that it may. */
const lawful = 14
const sockets = 10
/** None of the addresses of the neighbours. */
const firstPlace = 100

/**
 * Sends a flood of 2,000 messages a second: ten clients at addresses of their own, which ignore answers and reconnect
 * under a new key whenever they are closed. Their allowed messages cost as much as any, so in calm seconds they stay
 * within the limit: the comparison is between an enforced limit and none. On two cores the sender itself takes time
 * from the measured clients. So its rate is bounded, and messages withheld from the relay in calm seconds go to a
 * server that reads none.
 */
export async function flood(
  plan: Windows & { readonly url: string; readonly sink: string },
): Promise<FloodResult> {
  const result = { sent: 0, taken: 0, refused: 0, closed: 0 }
  const one = async (index: number, window: 'calm' | 'flooded') => {
    const isOn = () => windowAt(plan, Date.now()) === window
    const isFlood = window === 'flooded'
    const relay = await openLoadSocket(signHandshake(plan.url), firstPlace + index)
    const sink = isFlood ? relay : await openLoadSocket(signHandshake(plan.sink), firstPlace + index)
    if (isFlood) {
      relay.ws.on('message', (data: Buffer) => {
        if (data.includes('"error"')) result.refused++
        else result.taken++
      })
    }
    let next = performance.now() + (index / sockets) * gap
    for (let count = 0; isOn() && relay.ws.readyState === relay.ws.OPEN; next += gap, count++) {
      await pause(Math.max(0, next - performance.now()))
      if (isFlood) result.sent++
      const params = { topic: newTopic(), message: newMessage(), ttl: 300, tag: 1_108 }
      const { ws } = count % lawful === 0 ? relay : sink
      ws.send(
        JSON.stringify({
          id: next.toFixed(3).replace('.', ''),
          jsonrpc: '2.0',
          method: 'irn_publish',
          params,
        }),
      )
    }
    if (isFlood && isOn()) result.closed++
    relay.ws.terminate()
    sink.ws.terminate()
  }
  await Promise.all(
    Array.from({ length: sockets }, async (_, index) => {
      for (;;) {
        const window = windowAt(plan, Date.now())
        if (window === 'over') return
        if (window === 'pause') await pause(5)
        else await one(index, window).catch(() => pause(500))
      }
    }),
  )
  return result
}
