import { type CaipNetworkId, namespaceOf } from 'latchkey/contract'
import { approvalExpiry, type JsonValue, mostApprovals } from 'latchkey/services'
import type { ApprovalProgress, ApprovalRequest, PendingApproval } from './approval.ts'
import type { ProviderDeps } from './deps.ts'
import { aborted, isPasskeyRefusal, refusal } from './refusal.ts'

/** The work after the visitor's approval. */
export interface ApprovedWork {
  /** As it was when the visitor agreed. */
  readonly agreed: ApprovalProgress
  readonly update: (change: Partial<ApprovalProgress>) => void
  /** Answers the page before all of it is done; or once that is known, whatever becomes of the screen. */
  readonly answer: (value: JsonValue | Promise<JsonValue>) => void
}

export interface Approvals {
  /**
   * Shows a request and waits for the visitor; `prepare` fills in what the nodes say meanwhile.
   * @throws LatchkeyError with 4001 when it is refused, withdrawn or expires, -32002 when too many wait.
   */
  ask(
    request: ApprovalRequest,
    work: (given: ApprovedWork) => Promise<JsonValue>,
    prepare: (update: ApprovedWork['update'], signal: AbortSignal) => Promise<void>,
  ): Promise<JsonValue>
  /** Withdraws all requests without an approval. */
  abortAll(): void
  /** Withdraws requests for another network (T61). */
  moved(network: CaipNetworkId): void
}

/** Milliseconds for which the visitor waits for what the nodes say. */
const longestAsking = 12_000

interface Waiting {
  readonly request: ApprovalRequest
  /** After the approval it counts only if nothing was signed: else a transaction may be pending. */
  refuse(cause: unknown): void
}

/** The approvals of one page: a stack of screens, bounded, each with an end (SPEC §4 "Wallet request rejected or errored"). */
export function createApprovals(deps: Pick<ProviderDeps, 'login' | 'show' | 'clock'>): Approvals {
  const waiting = new Set<Waiting>()

  /**
   * A press counts as activity, so an unlocked wallet stays unlocked for the signing. The work itself refuses a visitor
   * who logged out meanwhile.
   */
  async function isLocked(): Promise<boolean> {
    const login = await deps.login()
    await login?.touch()
    return (await login?.isLocked()) ?? false
  }

  return {
    ask(request, work, prepare) {
      if (waiting.size >= mostApprovals)
        throw refusal('unavailable', { message: 'Too many requests wait for the visitor.' })
      return new Promise<JsonValue>((resolve, reject) => {
        const life = new AbortController()
        const listeners = new Set<() => void>()
        let running: Promise<void> | undefined
        /** Why it is over, said while the approved work ran. */
        let overBy: { readonly cause: unknown } | undefined
        let progress: ApprovalProgress = { at: 'asking', tokens: {}, known: [], sent: 0 }
        const update = (change: Partial<ApprovalProgress>) => {
          progress = { ...progress, ...change }
          for (const listener of listeners) listener()
        }
        const end = () => {
          waiting.delete(entry)
          stopTimer()
          stopWaiting()
          life.abort()
        }
        const entry: Waiting = {
          request,
          refuse(cause) {
            if (running) {
              overBy ??= { cause }
              return
            }
            reject(cause)
            end()
            shown.close()
          },
        }
        const pending: PendingApproval = {
          request,
          progress: () => progress,
          watch(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
          async approve() {
            // What comes in from here on was not seen (T62).
            const agreed = progress
            if (request.is === 'blocked') return true
            if (!running && (await isLocked())) return life.signal.aborted
            if (life.signal.aborted && !running) return true
            // A second press of the button is none, and ends as the first does (T73).
            running ??= run(agreed)
            await running
            return true
          },
        }
        async function run(agreed: ApprovalProgress): Promise<void> {
          stopTimer()
          try {
            resolve(await work({ agreed, update, answer: resolve }))
            end()
          } catch (cause) {
            if (isPasskeyRefusal(cause) && progress.sent === 0) waitAgain()
            else {
              reject(cause)
              end()
            }
            throw cause
          }
        }
        /** Nothing was signed: unless it was refused or withdrawn meanwhile, the visitor may press again. */
        function waitAgain(): void {
          running = undefined
          stopTimer = startTimer()
          if (overBy) entry.refuse(overBy.cause)
        }
        const startTimer = () =>
          deps.clock.after(approvalExpiry, () =>
            entry.refuse(refusal('rejected', { message: 'The request has expired.' })),
          )
        let stopTimer = startTimer()
        waiting.add(entry)
        const shown = deps.show(pending)
        shown.result.then(
          () => entry.refuse(request.is === 'blocked' ? blocked() : refusal('rejected')),
          cause => entry.refuse(cause),
        )
        const known = () => update({ at: 'known' })
        // What comes later than that is shown when it comes.
        const stopWaiting = deps.clock.after(longestAsking, known)
        prepare(update, life.signal).then(known, known).finally(stopWaiting)
      })
    },
    abortAll() {
      for (const each of [...waiting]) each.refuse(aborted())
    },
    moved(network) {
      for (const each of [...waiting])
        if (isMoved(each.request.chainId, network)) each.refuse(refusal('chainDisconnected'))
    },
  }
}

/** A wallet is on one network of each namespace. */
function isMoved(asked: CaipNetworkId, network: CaipNetworkId): boolean {
  return asked !== network && namespaceOf(asked) === namespaceOf(network)
}

/** The error of a request that could never be approved; it is not the visitor's refusal (T37). */
function blocked() {
  return refusal('unauthorized', {
    code: 'ACTION_NOT_ALLOWED',
    message: 'The message would sign in at another site.',
  })
}
