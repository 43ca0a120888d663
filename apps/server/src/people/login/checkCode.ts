import type { AppContext } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { codeLength } from '../signin/createEmailCodes.ts'
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
    /** The mailbox's owner let this device ask for the code, by a link that others do not need: it has its own day. */
    readonly isApproved?: boolean
  },
): Promise<void> {
  const { project, feature, code, device, isApproved } = guess
  const { flow, page, email, identity } = guess.asked ?? nobody
  const subject = await calls.subject(c, { project, feature, device, isApproved }, identity)
  const { address, isKnown } = subject
  const claim = await signIn.limits.claimGuess({ ...subject, flow })
  if (claim.refused !== undefined) throw new RouteFault('APKT010', { retryAfter: claim.wait })
  // What no code was sent for is counted for no address.
  const isCounted = guess.asked !== undefined
  const fails = isCounted
    ? await login.limits.claimGuess(address)
    : Number(await login.limits.mayGuess(address))
  if (fails === undefined) throw new RouteFault('EMAIL_CODE_INVALID')
  // No other code is as short, so no longer guess is right at one.
  const isShort = isCounted && !isKnown && code.length === codeLength.short
  const mayCompare = !isShort || (await signIn.limits.claimShort(subject))
  const asker = { project: project.id, origin: page, key: device }
  const result = mayCompare ? await signIn.codes.check(asker, flow, code) : undefined
  if (result !== undefined && 'failed' in result) {
    await signIn.limits.countFail({ ...subject, address: result.failed }, { isClaimed: isShort })
    // Said once, at the guess that was one too many.
    if (fails === mostFails) {
      const news = isKnown || isApproved || login.checksDevice ? 'guessed' : 'guessedElsewhere'
      await calls.trySend(c, formatLoginNotice({ to: email, news, at: now() }))
    }
  } else {
    if (isCounted) await login.limits.giveBackGuess(address)
    if (isShort && mayCompare) await signIn.limits.giveBackShort(subject)
    if (result !== undefined) return
  }
  throw new RouteFault('EMAIL_CODE_INVALID')
}
