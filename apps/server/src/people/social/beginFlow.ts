import { provingSocials } from 'latchkey/services'
import type { AppContext } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'
import type { Custody } from '../custody/createCustody.ts'
import { requireKeyHere } from '../custody/requireKeyHere.ts'
import type { LoginCalls } from '../login/loginCalls.ts'
import { requireFresh } from '../login/requireFresh.ts'
import { requireLogin } from '../login/requireLogin.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import type { Social } from './createSocial.ts'
import type { SocialPurpose, SocialRow } from './createSocialFlows.ts'

/**
 * Begins a login of the device that asks; with `link`, one by which its session's account is to be known as well; with `prove`,
 * one that shows that the session's owner is there.
 * @throws RouteFault REQUEST_INVALID, SIGN_IN_INVALID, LOGIN_STEP_UP, APKT002
 */
export async function beginFlow(
  { social, custody }: { readonly social: Social; readonly custody: Custody },
  calls: LoginCalls,
  c: AppContext,
  asked: {
    readonly project: Project
    readonly provider: string
    /** Whether the services have it set up. */
    readonly isOffered: boolean
    readonly body: {
      readonly page: string
      readonly returnTo?: string | undefined
      readonly link?: boolean | undefined
      readonly prove?: boolean | undefined
    }
  },
): Promise<SocialRow> {
  const { project, provider, isOffered, body } = asked
  requireLogin(project, provider)
  if (!isOffered) throw notOffered(provider)
  const purpose = purposeOf(provider, body)
  const caller = purpose === 'login' ? undefined : await calls.caller(c, project, body)
  if (caller !== undefined && purpose === 'link') {
    requireFresh(caller)
    await requireKeyHere(custody, caller)
  }
  const device = caller?.deviceThumbprint ?? (await calls.device(c, body)).key
  if (!isAllowedOrigin(project, body.page)) throw new RouteFault('APKT002')
  return social.flows.begin({
    project_id: project.id,
    device,
    provider,
    purpose,
    page: body.page,
    return_to: body.returnTo ?? null,
    account_id: caller?.accountId ?? null,
    browser: nameBrowser(c.req.header('user-agent')) ?? null,
  })
}

/** @throws RouteFault REQUEST_INVALID for a proof by a provider that would give none, and for both at once. */
function purposeOf(
  provider: string,
  {
    link = false,
    prove = false,
  }: { readonly link?: boolean | undefined; readonly prove?: boolean | undefined },
): SocialPurpose {
  if (!prove) return link ? 'link' : 'login'
  if (link) throw invalid('prove', 'A proof adds nothing')
  // A Farcaster app signs each request, and prompts its user.
  if (provider !== 'farcaster' && !provingSocials.some(name => name === provider))
    throw invalid('provider', `${provider} cannot ask for a fresh login`)
  return 'prove'
}

const notOffered = (provider: string) =>
  invalid('provider', `The services have login by ${provider} not set up`)

function invalid(name: string, description: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description }] })
}
