import type { RequestRecord } from './createRequestLog.ts'

/** Why a request waits: for the visitor's answer, for `release()`, or for the wallet to be unlocked. */
export type PendingReason = 'ask' | 'slow' | 'locked'

/** A request that waits inside the wallet. */
export interface PendingRequest {
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** When the request came, in milliseconds since the epoch. */
  readonly at: number
  readonly reason: PendingReason
}

/** The visitor's choices while approving. */
export interface Approval {
  /** Indexes of the accounts that the site may see from now on. */
  readonly accounts?: readonly number[]
  /** The allowance that the visitor types over the one that the site asked for, in base units. */
  readonly allowance?: string
}

/** The requests that wait inside a wallet. */
export interface PendingList {
  /** Oldest first; a new list after each change. */
  readonly requests: readonly PendingRequest[]
  /** Waits until the request is approved; throws what it is rejected with. */
  wait(record: RequestRecord, reason: PendingReason): Promise<Approval>
  approve(id: number, approval?: Approval): void
  reject(id: number, error: unknown): void
}

interface Waiting extends PendingRequest {
  readonly resolve: (approval: Approval) => void
  readonly fail: (error: unknown) => void
}

/** Makes an empty list; `changed` is called after each change. */
export function createPendingList(changed: () => void): PendingList {
  let waiting: readonly Waiting[] = []
  let requests: readonly PendingRequest[] = []

  function replace(next: readonly Waiting[]) {
    waiting = next
    requests = next.map(({ id, method, params, at, reason }) =>
      Object.freeze({ id, method, params, at, reason }),
    )
    changed()
  }

  function remove(id: number): Waiting | undefined {
    const found = waiting.find(entry => entry.id === id)
    if (found !== undefined) replace(waiting.filter(entry => entry !== found))
    return found
  }

  return {
    get requests() {
      return requests
    },
    wait({ id, method, params, at }, reason) {
      return new Promise((resolve, fail) => {
        replace([...waiting, { id, method, params, at, reason, resolve, fail }])
      })
    },
    approve: (id, approval = {}) => remove(id)?.resolve(approval),
    reject: (id, error) => remove(id)?.fail(error),
  }
}
