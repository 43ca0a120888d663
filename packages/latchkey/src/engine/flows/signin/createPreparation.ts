import type { Siwx } from '../../../contract/siwx.ts'
import type { Machine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { failureOf } from './failureOf.ts'
import type { SignInSubject } from './signIn.ts'
import type { PreparedSignIn, SignInEvent, SignInFailure, SignInState } from './signInTransition.ts'

/** Nonces live five minutes: what has lain unsigned this long is asked for anew. */
const freshness = 240_000

/** Fetches the text to sign in time, and keeps it fresh until it is signed. */
export interface Preparation {
  /** Asks for it; `failure` is what is said beside it, of the one before. */
  begin(subject: SignInSubject, failure?: SignInFailure): void
  /** It is not asked for anew by itself any more. */
  stop(): void
}

export function createPreparation(
  { clock, signal, alert }: Pick<EngineContext, 'clock' | 'signal' | 'alert'>,
  machine: Machine<SignInState, SignInEvent>,
  source: () => Promise<Siwx>,
): Preparation {
  let stop = () => {}

  async function write({ address, caipNetworkId }: SignInSubject): Promise<PreparedSignIn> {
    const siwx = await source()
    const message = await orAborted(
      siwx.createMessage({ accountAddress: address, chainId: caipNetworkId }),
      signal,
    )
    const text = message.toString()
    const { toString: _toString, ...data } = message
    return { data: { ...data, serializedMessage: text }, text, staleAt: clock.now() + freshness }
  }

  /** Without taking away what is being read until the new one is here. */
  function renew(subject: SignInSubject, told?: SignInFailure): void {
    write(subject).then(
      prepared => {
        const now = machine.getState()
        const failure = told ?? (now.at === 'ready' ? now.failure : undefined)
        machine.dispatch({ type: 'prepared', subject, prepared, ...(failure && { failure }) })
        stop()
        stop = clock.setTimeout(() => {
          if (machine.getState().at === 'ready') renew(subject)
        }, freshness)
      },
      cause => {
        machine.dispatch({ type: 'unprepared', subject, failure: failureOf(cause) })
        if (!signal.aborted) alert('SIGN_FAILED', { reason: String(cause) })
      },
    )
  }

  return {
    begin(subject, failure) {
      stop()
      machine.dispatch({ type: 'preparing', subject })
      renew(subject, failure)
    },
    stop: () => stop(),
  }
}
