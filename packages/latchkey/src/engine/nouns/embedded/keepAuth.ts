import type { ConnectionAuth } from '../../../contract/connection.ts'
import type { FrameUser } from '../../../contract/frame.ts'
import type { EngineContext } from '../../context.ts'

/** How they logged in, and as whom. */
export function authOf({ authProvider, email, userName }: FrameUser): ConnectionAuth {
  const username = email ?? userName
  return {
    name: authProvider ?? 'email',
    ...(username != null && { username }),
    ...(email != null && { email }),
    ...(userName != null && { userName }),
  }
}

/** Keeps it for the next visit of the page, which asks the frame whether it still holds. */
export async function keepAuth(ctx: EngineContext, { name, username }: ConnectionAuth): Promise<void> {
  const { loginKey } = await import('../../../embedded/restoreLogin.ts')
  void ctx.storage.write(loginKey, { provider: name, ...(username !== undefined && { username }) })
}
