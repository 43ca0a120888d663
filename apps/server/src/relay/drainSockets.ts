import { relayCloseCodes } from 'latchkey/services'
import type { Clock } from '../core/http/appTypes.ts'
import type { Hub } from './createHub.ts'
import type { RelayMetrics } from './relayMetrics.ts'

/** Lets sockets go one by one: those who come back at once do not come all together. */
export async function drainSockets(options: {
  readonly hub: Pick<Hub, 'sockets'>
  readonly metrics: Pick<RelayMetrics, 'closed'>
  readonly clock: Clock
  /** Milliseconds for all of them. */
  readonly time: number
  /** Milliseconds that the last one has to answer. */
  readonly lastWords: number
}): Promise<void> {
  const { hub, metrics, clock, time } = options
  const left = [...hub.sockets]
  const gone = left.map(
    (socket, index) =>
      new Promise<void>(resolve => {
        // Evenly over the time, each somewhere within its share.
        const at = ((index + Math.random()) / left.length) * time
        setTimeout(() => {
          metrics.closed('drain')
          socket.transport.close(relayCloseCodes.goingAway, 'The relay stops')
          resolve()
        }, at)
      }),
  )
  await Promise.all(gone)
  const until = clock() + options.lastWords
  while (hub.sockets.size > 0 && clock() < until) await new Promise(resolve => setTimeout(resolve, 20))
  for (const socket of hub.sockets) socket.transport.terminate()
}
