import type { Proof } from '../../contract/siwx.ts'
import type { Attempt, SessionWorld } from './sessionWorld.ts'
import { type StoredSession, toPairedSession } from './storedSession.ts'

/** How long a tab waits for its own reading of what was signed, once another tab has stored the session (ms). */
const readingPatience = 1_000

/** Resolves the attempt of this tab whose session this is, if it is one. */
export function resolveAttempt(world: SessionWorld, session: StoredSession): void {
  const attempt = world.attempts.get(session.pairingTopic)
  if (!attempt) return
  const resolve = () => {
    cancel()
    const proofs = attempt.proofs ?? []
    attempt.resolve({ session: toPairedSession(session), ...(proofs.length > 0 && { proofs }) })
  }
  const isKnown = !attempt.proposal.auth || attempt.proofs !== undefined
  const cancel = isKnown ? () => undefined : world.clock.setTimeout(resolve, readingPatience)
  if (isKnown) resolve()
  else attempt.signed = resolve
}

/** Keeps what this tab read of what was signed. */
export function noteProofs(attempt: Attempt, proofs: readonly Proof[]): void {
  attempt.proofs = proofs
  attempt.signed?.()
}
