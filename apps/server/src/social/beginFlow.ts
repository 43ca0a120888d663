import type { AppContext } from '../http/appTypes.ts'
import { isAllowedOrigin } from '../http/createGate.ts'
import { RouteFault } from '../http/routeFault.ts'
import type { LoginCalls, LoginDeps } from '../login/loginCalls.ts'
import { requireFresh } from '../login/requireFresh.ts'
import { requireLogin } from '../login/requireLogin.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import type { Project } from '../projects/findProject.ts'
import type { Social } from './createSocial.ts'
import type { SocialRow } from './createSocialFlows.ts'

/**
 * Begins a login of the device that asks; with `link`, one by which its session's account is to be known as well.
 * @throws RouteFault REQUEST_INVALID, SIGN_IN_INVALID, LOGIN_STEP_UP, APKT002
 */
export async function beginFlow(
  { social, clientAddress }: Pick<LoginDeps, 'clientAddress'> & { readonly social: Social },
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
    }
  },
): Promise<SocialRow> {
  const { project, provider, isOffered, body } = asked
  requireLogin(project, provider)
  if (!isOffered) throw notOffered(provider)
  const caller = body.link === true ? await calls.caller(c, project, body) : undefined
  if (caller !== undefined) requireFresh(caller)
  const device = caller?.deviceThumbprint ?? (await calls.device(c, body)).key
  if (!isAllowedOrigin(project, body.page)) throw new RouteFault('APKT002')
  return social.flows.begin({
    project_id: project.id,
    device,
    provider,
    page: body.page,
    return_to: body.returnTo ?? null,
    account_id: caller?.accountId ?? null,
    client_mac: social.clientMac(clientAddress(c), c.req.header('user-agent')),
    browser: nameBrowser(c.req.header('user-agent')) ?? null,
  })
}

function notOffered(provider: string): RouteFault {
  const description = `The services have login by ${provider} not set up`
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name: 'provider', description }] })
}
