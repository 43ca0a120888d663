import type { CoreSettings } from '../../core/context/readCoreSettings.ts'
import type { SignInSettings } from './readSignInSettings.ts'

/**
 * The problem of a server in production that does not know its own URLs: it would take the `Host` of a request for what a
 * proof has to name, and a proof made for another server would count (T32).
 */
export function checkPublicUrls(
  settings: Pick<CoreSettings, 'production' | 'development'> & { readonly signIn: SignInSettings },
): readonly string[] {
  const { production, development, signIn } = settings
  if (!production || development || signIn.publicUrls.length > 0) return []
  return ['PUBLIC_URLS must be set in production: the URLs under which pages call the services']
}
