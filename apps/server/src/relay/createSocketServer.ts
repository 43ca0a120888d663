import { relayCloseCodes, relayLimits } from 'latchkey/contract'
import type { Clock } from '../http/appTypes.ts'
import type { Outcome, ReadyCall } from './createCalls.ts'
import type { Hub } from './createHub.ts'
import { type Incoming, parseFrame } from './parseFrame.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { RelayError, toRelayFault } from './relayError.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { RelaySocket } from './socket.ts'

interface Answer {
  readonly text: string
  readonly afterwards?: (() => void) | undefined
}

/** Takes the frames of a socket: calls are answered under the ids that they came with, answers settle pushes. */
export function createSocketServer(deps: {
  readonly hub: Hub
  readonly readyCall: (method: string, params: unknown) => ReadyCall
  readonly limits: RelayServerLimits
  readonly metrics: RelayMetrics
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): (socket: RelaySocket, text: string) => Promise<void> {
  const { hub, limits, metrics, clock } = deps

  /** Takes a call's cost from the socket's bucket, or refuses. */
  const charge = (socket: RelaySocket, cost: number): void => {
    const now = clock()
    const gained = (Math.max(0, now - socket.tokensAt) / 1_000) * limits.callsPerSecond
    socket.tokens = Math.min(limits.callsBurst, socket.tokens + gained)
    socket.tokensAt = now
    // A batch that is larger than the bucket passes when the bucket is full, and then takes longer to refill.
    if (socket.tokens < Math.min(cost, limits.callsBurst)) {
      socket.refused += cost
      throw new RelayError('TooManyRequests')
    }
    socket.tokens -= cost
    socket.refused = Math.max(0, socket.refused - cost)
  }

  const refuse = (id: string, error: unknown): Answer => {
    const fault = toRelayFault(error)
    metrics.failed(fault.data)
    if (!(error instanceof RelayError)) deps.onFailure(error)
    return { text: `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(fault)}}` }
  }

  const take = async (socket: RelaySocket, item: Incoming): Promise<Answer | undefined> => {
    if (item.kind === 'answer') {
      // One that no push asked for costs like a call, or it would be free to send them.
      if (!hub.acknowledge(socket, item.id, item.isTaken)) chargeQuietly(socket)
      return undefined
    }
    try {
      if (item.kind === 'fault') {
        charge(socket, 1)
        return refuse(item.id, item.error)
      }
      const call = readyOrCharge(socket, item)
      charge(socket, call.cost)
      const outcome: Outcome = await call.run(socket)
      return {
        text: `{"id":${item.id},"jsonrpc":"2.0","result":${JSON.stringify(outcome.result)}}`,
        afterwards: outcome.afterwards,
      }
    } catch (error) {
      return refuse(item.id, error)
    }
  }

  const readyOrCharge = (socket: RelaySocket, item: Incoming & { kind: 'call' }): ReadyCall => {
    try {
      return deps.readyCall(item.method, item.params)
    } catch (error) {
      charge(socket, 1)
      throw error
    }
  }

  const chargeQuietly = (socket: RelaySocket): void => {
    try {
      charge(socket, 1)
    } catch {
      // Counted; there is nothing to answer.
    }
  }

  /** Whoever goes on although every call is refused is let go, late: those who come back at once would be worse. */
  const stopAbuse = (socket: RelaySocket): void => {
    if (socket.refused <= limits.callsBurst) return
    socket.refused = 0
    metrics.closed('limit')
    socket.transport.pause()
    setTimeout(
      () => socket.transport.close(relayCloseCodes.tooMany, 'Too many requests'),
      relayLimits.refusalDelay,
    ).unref()
  }

  return async (socket, text) => {
    socket.isAlive = true
    socket.heardAt = clock()
    let frame: ReturnType<typeof parseFrame>
    try {
      frame = parseFrame(text, relayLimits.batch)
    } catch (error) {
      frame = { isBatch: false, items: [{ kind: 'fault', id: '0', error: error as RelayError }] }
    }
    const answers = (await Promise.all(frame.items.map(item => take(socket, item)))).filter(
      answer => answer !== undefined,
    )
    if (answers.length > 0) {
      const texts = answers.map(each => each.text)
      socket.transport.send(frame.isBatch ? `[${texts.join(',')}]` : texts.join())
      for (const { afterwards } of answers) afterwards?.()
    }
    stopAbuse(socket)
  }
}
