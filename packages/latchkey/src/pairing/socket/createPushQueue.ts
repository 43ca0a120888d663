/** Messages of the relay, handled one after another in the order they came, and acknowledged after that. */
import type { LogWriter } from '../../contract/createLog.ts'
import type { RelayFrame } from './parseRelayFrame.ts'
import type { RelayMessage } from './relayLink.ts'

export type RelayPush = Omit<RelayMessage, 'leads'>

export interface PushQueueOptions {
  readonly log: LogWriter
  /** Whether the topic is still wanted; the others are acknowledged and forgotten. */
  readonly isWanted: (topic: string) => boolean
  readonly onPush: (push: RelayPush) => Promise<void>
  /** It could not be handled, and was not acknowledged. */
  readonly onFailed: (topic: string) => void
}

/** Messages beyond this are refused, and come again with the next subscription. */
const mostPushes = 4_000

export function createPushQueue({ log, isWanted, onPush, onFailed }: PushQueueOptions) {
  let handling: Promise<void> = Promise.resolve()
  let queued = 0

  /** `send` writes to the socket that the message came on. */
  return function take(frame: RelayFrame & { readonly type: 'push' }, send: (text: string) => void): void {
    if (queued >= mostPushes) return
    queued++
    const { rawId, type: _push, ...push } = frame
    const { topic } = push
    handling = handling
      .then(async () => {
        if (isWanted(topic)) await onPush(push)
        send(`{"id":${rawId},"jsonrpc":"2.0","result":true}`)
      })
      .catch(cause => {
        log.write('error', `relay: a message could not be handled: ${cause}`)
        onFailed(topic)
      })
      .finally(() => {
        queued--
      })
  }
}
