import { setTimeout as pause } from 'node:timers/promises'
import { newMessage, newTopic, openLoadSocket, signHandshake } from './loadSocket.ts'
import { type FloodResult, type Windows, windowAt } from './relayPlan.ts'

/** Milliseconds between two messages of a socket: it sends more than ten times what it may. */
const gap = 5
const sockets = 10
/** None of the addresses of the neighbours. */
const firstPlace = 100

/**
 * A flood of 2,000 messages a second: ten clients at addresses of their own, which go on whatever they are answered and
 * come back under a new key whenever they are thrown out. On two cores the sender itself takes time from those who are measured:
 * its rate is bounded, and in calm seconds it sends the same to a server that reads none of it.
 */
export async function flood(
  plan: Windows & { readonly url: string; readonly sink: string },
): Promise<FloodResult> {
  const result = { sent: 0, taken: 0, refused: 0, closed: 0 }
  const one = async (index: number, window: 'calm' | 'flooded') => {
    const isOn = () => windowAt(plan, Date.now()) === window
    const isFlood = window === 'flooded'
    const { ws } = await openLoadSocket(signHandshake(isFlood ? plan.url : plan.sink), firstPlace + index)
    ws.on('message', (data: Buffer) => {
      if (data.includes('"error"')) result.refused++
      else result.taken++
    })
    let next = performance.now() + (index / sockets) * gap
    for (; isOn() && ws.readyState === ws.OPEN; next += gap) {
      await pause(Math.max(0, next - performance.now()))
      if (isFlood) result.sent++
      const params = { topic: newTopic(), message: newMessage(), ttl: 300, tag: 1_108 }
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
    ws.terminate()
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
