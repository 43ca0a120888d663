import { relayCloseCodes, relayLimits } from 'latchkey/services'
import type { Clock } from '../core/http/appTypes.ts'
import type { Outcome, ReadyCall } from './createCalls.ts'
import type { Hub } from './createHub.ts'
import { costOfBytes, type Meter } from './createMeter.ts'
import type { PushGate } from './createPushGate.ts'
import { type Incoming, parseFrame, readFrameId } from './parseFrame.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { RelayError, toRelayFault } from './relayError.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { RelaySocket } from './socket.ts'

interface Answer extends Omit<Outcome, 'result'> {
  readonly text: string
  /** Of a publish: to be called once the answer has left. */
  readonly onGone?: (() => void) | undefined
}

/**
 * Takes the frames of a socket: calls are answered under the ids that they came with, answers settle pushes. What comes
 * too fast is counted before it is read.
 */
export function createSocketServer(deps: {
  readonly hub: Hub
  readonly readyCall: (method: string, params: unknown) => ReadyCall
  readonly meter: Meter
  readonly gate: PushGate
  readonly limits: Pick<RelayServerLimits, 'callsBurst' | 'refusalDelay'>
  readonly metrics: RelayMetrics
  readonly clock: Clock
  /** Called with an address whose socket is closed because it did not stop. */
  readonly onAbuse: (address: string) => void
  readonly onFailure: (error: unknown) => void
}): (socket: RelaySocket, data: Buffer) => Promise<void> {
  const { hub, gate, limits, metrics, clock } = deps
  const { charge, left } = deps.meter

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
    let onGone: (() => void) | undefined
    try {
      if (item.kind === 'fault') {
        charge(socket, 1)
        return refuse(item.id, item.error)
      }
      const call = readyOrCharge(socket, item)
      charge(socket, call.cost)
      // Before others have the message: what they answer comes after.
      if (call.publishes) onGone = gate.begin(socket)
      const { result, ...rest } = await call.run(socket)
      return { text: `{"id":${item.id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`, ...rest, onGone }
    } catch (error) {
      return { ...refuse(item.id, error), onGone }
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

  /**
   * Stops reading a socket that continues although every call is refused, and closes it late: clients that reconnect at
   * once would be worse.
   */
  const stopAbuse = (socket: RelaySocket): void => {
    if (socket.refused <= limits.callsBurst || socket.isDismissed) return
    socket.isDismissed = true
    socket.isLeaving = true
    metrics.closed('limit')
    deps.onAbuse(socket.address)
    socket.transport.pause()
    setTimeout(
      () => socket.transport.dismiss(relayCloseCodes.tooMany, 'Too many requests'),
      limits.refusalDelay,
    ).unref()
  }

  /** What it costs to read a frame that is larger than any message; @returns whether the socket has it left. */
  const mayRead = (socket: RelaySocket, size: number): boolean => {
    const cost = costOfBytes(size)
    // An answer that may acknowledge a push is free, and has to be parsed to be distinguished from a call.
    if (left(socket) < (cost > 0 || socket.pushed === undefined ? cost + 1 : 0)) return false
    socket.tokens -= cost
    return true
  }

  return async (socket, data) => {
    // A dismissed socket's frames may still arrive.
    if (socket.isDismissed) return
    socket.isAlive = true
    socket.heardAt = clock()
    if (!mayRead(socket, data.length)) {
      socket.refused++
      socket.transport.send(refuse(readFrameId(data), new RelayError('TooManyRequests')).text)
      stopAbuse(socket)
      return
    }
    const text = data.toString('utf8')
    let frame: ReturnType<typeof parseFrame>
    try {
      frame = parseFrame(text, relayLimits.batch)
    } catch (error) {
      frame = { isBatch: false, items: [{ kind: 'fault', id: '0', error: error as RelayError }] }
    }
    const answers = (await Promise.all(frame.items.map(item => take(socket, item)))).filter(
      answer => answer !== undefined,
    )
    // Who asks and does not read would fill the memory as well (T91).
    if (answers.length > 0 && socket.transport.unsent > relayLimits.unsent) hub.letGo(socket)
    else if (answers.length > 0) {
      const texts = answers.map(each => each.text)
      const whenSent = answers.flatMap(({ onSent }) => onSent ?? [])
      const whenGone = answers.flatMap(({ onGone }) => onGone ?? [])
      const onSent = (isSent: boolean) => {
        if (isSent) for (const each of whenSent) each()
        for (const each of whenGone) each()
      }
      const answer = frame.isBatch ? `[${texts.join(',')}]` : texts.join()
      socket.transport.send(answer, whenSent.length + whenGone.length > 0 ? onSent : undefined)
      for (const { afterwards } of answers) afterwards?.()
    }
    stopAbuse(socket)
  }
}
