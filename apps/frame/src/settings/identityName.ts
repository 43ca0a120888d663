import type { LoginUser } from 'latchkey/contract'
import type { SocialName } from '../login/createSocialLinks.ts'
import type { Words } from '../login/screens/loginWords.ts'
import type { SettingsText } from './settingsTexts.ts'

/** Providers as they write themselves. */
export const providerNames: Readonly<Record<SocialName, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

/** What an identity is of: an address, a passkey, or the provider's name. */
export function identityName(
  { kind, issuer }: Pick<LoginUser['identities'][number], 'kind' | 'issuer'>,
  t: Words<SettingsText>,
): string {
  if (kind === 'email') return t('settings.email')
  if (kind === 'passkey') return t('settings.passkey')
  if (kind === 'farcaster') return t('settings.farcaster')
  return Object.hasOwn(providerNames, issuer) ? providerNames[issuer as SocialName] : issuer
}
