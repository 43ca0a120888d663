import type { AppContext } from '../http/appTypes.ts'
import { formatCodeMail } from '../mail/formatCodeMail.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import type { Project } from '../projects/findProject.ts'
import { codeLifetime } from '../signin/createEmailCodes.ts'
import type { LoginCalls, LoginDeps } from './loginCalls.ts'

/** Makes a code for a device and mails it; a code that was not sent is forgotten. */
export async function sendCode(
  { signIn, login, now }: Pick<LoginDeps, 'signIn' | 'login' | 'now'>,
  calls: Pick<LoginCalls, 'send'>,
  c: AppContext,
  of: {
    readonly project: Project
    readonly page: string
    readonly device: string
    readonly email: string
    /** Names the address. */
    readonly address: string
    /** Of the device that asked; of the request itself unless given. */
    readonly browser?: string | null
    readonly purpose?: string
  },
): Promise<string> {
  const { project, page, device, email, address, purpose } = of
  const { codes } = signIn
  const asker = { project: project.id, origin: page, key: device }
  const { flow, code } = await codes.begin(asker, email, address, login.codeForm)
  const browser =
    of.browser === undefined ? nameBrowser(c.req.header('user-agent')) : (of.browser ?? undefined)
  const mail = formatCodeMail({
    to: email,
    code,
    project: project.name,
    origin: page,
    browser,
    at: now(),
    minutes: codeLifetime / 60_000,
    ...(purpose !== undefined && { purpose }),
  })
  try {
    await calls.send(c, mail)
  } catch (error) {
    await codes.drop(flow)
    throw error
  }
  return flow
}
