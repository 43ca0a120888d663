import { loadOnce } from '../../base/loadOnce.ts'
import type { EngineContext } from '../../context.ts'
import type { PageKey } from './createPageKey.ts'
import type { EmailCapture } from './emailCapture.ts'
import { isEmailWanted } from './isEmailWanted.ts'

/** What the sign-in knows of an address that may be wanted before the signature; how it is proven comes with the first need. */
export interface EmailStep {
  readonly load: () => Promise<EmailCapture>
  readonly isWanted: () => boolean
  /** What to await before `isWanted` decides something: the project's flags, for 1.5 s at most. Undefined where they change nothing. */
  readonly whenKnown: () => Promise<void> | undefined
  /** Whether a proof ran out before anything was signed with it. */
  readonly hasLapsed: () => boolean
  /** The visitor declined to give an address, or proved one: the step is not shown again. */
  settle(): void
  /** What the sign-in call takes, if there is one that is still good. */
  readonly proof: string | undefined
  /** A sign-in with the proof succeeded. A proof counts once, so it is not handed out again. */
  spend(proof: string | undefined): void
}

/** Makes it; `proven` follows the right code. */
export function createEmailStep(
  ctx: EngineContext,
  key: () => Promise<PageKey>,
  proven: () => void,
): EmailStep {
  let isSettled = false
  let capture: EmailCapture | undefined
  let spent: string | undefined
  const load = loadOnce(async () => {
    const { createEmailCapture } = await import('./createEmailCapture.ts')
    capture = createEmailCapture(ctx, key)
    capture.machine.subscribe(({ at }) => {
      if (at !== 'proven') return
      isSettled = true
      proven()
    })
    return capture
  })
  const told = () => {
    const state = capture?.machine.getState()
    return state?.at === 'proven' ? state.proof : undefined
  }
  const hasLapsed = () => {
    const proof = told()
    return proof !== undefined && proof !== spent && capture?.proof === undefined
  }
  return {
    load,
    isWanted: () => isEmailWanted(ctx) && (!isSettled || hasLapsed()),
    whenKnown: () => (ctx.config.endpoints?.api === undefined ? undefined : ctx.flags.settle()),
    hasLapsed,
    settle() {
      isSettled = true
      spent = told()
    },
    get proof() {
      const proof = capture?.proof
      return proof === spent ? undefined : proof
    },
    spend(proof) {
      spent = proof ?? spent
    },
  }
}
