import { createError, limits } from 'latchkey/contract'
import { postSocialPoll, type RouteResponse } from 'latchkey/services'
import { type CustodyClient, CustodyRefusal } from '../keys/custodyClient.ts'
import { isRefusal } from './isRefusal.ts'
import type { LoginDeps } from './loginDeps.ts'

type Ending = Extract<RouteResponse<typeof postSocialPoll>, { state: 'done' | 'linked' | 'proven' }>

/**
 * Asks until a flow by way of a provider is over, as who began it: services that cannot be reached are asked again.
 * @throws LatchkeyError SOCIAL_FAILED with the `reason`, RPC_ABORTED; CustodyRefusal LOGIN_ENDED
 */
export async function pollSocial(
  { now, wait, signal }: Pick<LoginDeps, 'now' | 'wait' | 'signal'>,
  options: { readonly client: CustodyClient; readonly flow: string; readonly attempt: AbortSignal },
): Promise<Ending> {
  const { client, flow, attempt } = options
  /** Undefined when this poll got no answer. */
  const ask = async () => {
    try {
      return await client.call(postSocialPoll, { flow })
    } catch (error) {
      if (isRefusal(error, 'offline') || isRefusal(error, 'APKT010')) return undefined
      throw error
    }
  }
  const until = now() + limits.socialLogin
  for (;;) {
    const began = now()
    if (signal.aborted || attempt.aborted) throw createError('RPC_ABORTED')
    if (began > until) throw new CustodyRefusal('LOGIN_ENDED')
    const step = await ask()
    if (step?.state === 'done' || step?.state === 'linked' || step?.state === 'proven') return step
    if (step?.state === 'failed') throw createError('SOCIAL_FAILED', { context: { reason: step.reason } })
    if (attempt.aborted) throw createError('RPC_ABORTED')
    // Services that stop answer at once.
    if (now() - began < 1_000) await wait(step ? 1_000 : 3_000)
  }
}
