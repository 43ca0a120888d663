import type { PeerMetadata } from 'latchkey/pairing'
import type { Approval } from '../core/createPendingList.ts'
import type { ScriptControl } from '../core/createScriptedWallet.ts'
import type { Verification } from './verifyAsker.ts'

/** A request of a site that waits for the visitor's decision. */
export interface PhoneAsk {
  /** Unique among the asks of this phone. */
  readonly key: string
  readonly method: string
  /** As the site sent them, nothing shortened; of proposals, what they ask for. */
  readonly params: unknown
  readonly peer: PeerMetadata
  /** Of the question itself; of requests within a session, of the question that began it. */
  readonly verification: Verification
  /** Of requests within a session. */
  readonly topic?: string
  readonly chainId?: string
  /** Until when the site waits, in milliseconds since the epoch; absent when it did not say. */
  readonly expiresAt?: number
  approve(approval?: Approval): void
  reject(message?: string): void
}

/** What waits for the person, of proposals and requests alike. */
export interface AskList {
  /** Oldest first; a new list after each change. */
  readonly all: readonly PhoneAsk[]
  /** Plays a request and shows it for as long as it waits in the pending list of `control`. */
  follow(
    control: ScriptControl,
    ask: Omit<PhoneAsk, 'key' | 'approve' | 'reject'>,
    play: () => unknown,
    from: AskSource,
  ): Promise<unknown>
  /** Withdraws a site's requests on a topic: the site went away. */
  withdraw(topic: string): void
}

/** The source of a request, and its lifetime. */
export interface AskSource {
  readonly topic: string
  /** Calls `over` when the site no longer waits for the answer. The returned function cancels that. */
  ends?(over: () => void): () => void
}

interface Followed {
  readonly topic: string
  readonly control: ScriptControl
  readonly id: number
  readonly ask: PhoneAsk
}

/** Makes an empty list. */
export function createAskList(changed: () => void): AskList {
  let followed: readonly Followed[] = []
  let count = 0
  let shown: readonly PhoneAsk[] = []

  function drop({ control, id }: Followed) {
    if (control.pending.some(other => other.id === id)) control.reject(id)
  }

  return {
    get all() {
      const waiting = followed.filter(({ control, id }) => control.pending.some(other => other.id === id))
      const isSame = waiting.length === shown.length && waiting.every(({ ask }, at) => ask === shown[at])
      if (!isSame) shown = Object.freeze(waiting.map(({ ask }) => ask))
      return shown
    },
    async follow(control, ask, play, from) {
      const answer = play()
      // The log has it since the call.
      const id = control.requests.at(-1)?.id ?? 0
      count += 1
      const entry: Followed = {
        topic: from.topic,
        control,
        id,
        ask: {
          ...ask,
          key: `${count}`,
          approve: approval => control.approve(id, approval),
          reject: message => control.reject(id, message),
        },
      }
      followed = [...followed, entry]
      const cancel = from.ends?.(() => drop(entry))
      changed()
      try {
        return await answer
      } finally {
        cancel?.()
        followed = followed.filter(other => other !== entry)
        changed()
      }
    },
    withdraw(topic) {
      for (const entry of followed) if (entry.topic === topic) drop(entry)
    },
  }
}
