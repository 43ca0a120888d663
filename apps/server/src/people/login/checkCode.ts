import type { AppContext } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { mostFails } from './createAddresses.ts'
import { formatLoginNotice } from './formatLoginMail.ts'
import type { LoginCalls, LoginDeps, LoginFeature } from './loginCalls.ts'

/** A code of no flow, so that an unknown flow takes as long as a known one. */
const nobody = { flow: 'none', page: '', email: '', identity: '' } as const

/**
 * Allows one guess at a code: counted for the client, for the address and for the feature, before it is compared (T38–T40).
 * @throws RouteFault EMAIL_CODE_INVALID for any error in it; APKT010 when no guess is allowed now.
 */
export async function checkCode(
  { signIn, login, now }: Pick<LoginDeps, 'signIn' | 'login' | 'now'>,
  calls: Pick<LoginCalls, 'subject' | 'trySend'>,
  c: AppContext,
  guess: {
    readonly project: Project
    readonly feature: LoginFeature
    readonly code: string
    /** The key that the request was made with, which has to be the one that the code was sent for (T43). */
    readonly device: string
    /** The sent code; undefined when none was sent. */
    readonly asked:
      | { readonly flow: string; readonly page: string; readonly email: string; readonly identity: string }
      | undefined
  },
): Promise<void> {
  const { project, feature, code, device } = guess
  const { flow, page, email, identity } = guess.asked ?? nobody
  const subject = await calls.subject(c, { project, feature, device }, identity)
  const { address } = subject
  const claim = await signIn.limits.claimGuess({ ...subject, flow })
  if (claim.refused !== undefined) throw new RouteFault('APKT010', { retryAfter: claim.wait })
  if (!(await login.limits.mayGuess(address))) throw new RouteFault('EMAIL_CODE_INVALID')
  const asker = { project: project.id, origin: page, key: device }
  const result = await signIn.codes.check(asker, flow, code)
  if (result !== undefined && !('failed' in result)) return
  if (result !== undefined) {
    await signIn.limits.countFail({ ...subject, address: result.failed })
    const fails = await login.limits.countFail(address)
    // Said once, at the guess that was one too many.
    if (fails === mostFails)
      await calls.trySend(c, formatLoginNotice({ to: email, news: 'guessed', at: now() }))
  }
  throw new RouteFault('EMAIL_CODE_INVALID')
}
