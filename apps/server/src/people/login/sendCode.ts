import type { LoginCodeForm } from 'latchkey/services'
import type { AppContext } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'
import { formatCodeMail } from '../mail/formatCodeMail.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import { codeLifetime } from '../signin/createEmailCodes.ts'
import type { LoginCalls, LoginDeps } from './loginCalls.ts'

/** Makes a code for a device and mails it; one that was not sent is forgotten, and the one before counts on. */
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
    /** Default: the login's own, as long as a code has to be that may open a wallet. */
    readonly form?: LoginCodeForm
  },
): Promise<string> {
  const { project, page, device, email, address, purpose } = of
  const { codes } = signIn
  const asker = { project: project.id, origin: page, key: device }
  const browser =
    of.browser === undefined ? nameBrowser(c.req.header('user-agent')) : (of.browser ?? undefined)
  const { flow } = await codes.begin(asker, { email, address, form: of.form ?? login.codeForm }, code =>
    calls.send(
      c,
      formatCodeMail({
        to: email,
        code,
        project: project.name,
        origin: page,
        browser,
        at: now(),
        minutes: codeLifetime / 60_000,
        ...(purpose !== undefined && { purpose }),
      }),
    ),
  )
  return flow
}
