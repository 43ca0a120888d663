import { isLatchkeyError } from 'latchkey/contract'
import type { SocialPurpose } from '../../login/createSocialLinks.ts'
import { Failure } from '../../login/screens/Failure.tsx'
import type { SettingsText } from '../settingsTexts.ts'
import type { PageProps } from './page.ts'

const reasons: Readonly<Record<string, SettingsText>> = {
  denied: 'settings.socialDenied',
  taken: 'settings.socialTaken',
  other: 'settings.socialOther',
}

/** Why nothing came of going to a provider, by its name. */
export function SocialFailure({
  failure,
  purpose,
  name,
  t,
}: Pick<PageProps, 't'> & {
  readonly failure: unknown
  readonly purpose: SocialPurpose
  readonly name: string
}) {
  const words = wordsOf(failure, purpose)
  if (words === undefined) return <Failure failure={failure} t={t} />
  return (
    <p className="login-error" role="alert">
      {t(words, { provider: name })}
    </p>
  )
}

function wordsOf(failure: unknown, purpose: SocialPurpose): SettingsText | undefined {
  if (!isLatchkeyError(failure)) return undefined
  if (failure.code === 'POPUP_CLOSED') return 'settings.socialClosed'
  const { reason } = failure.context
  if (purpose === 'prove' && reason === 'provider') return 'settings.socialUnproven'
  return typeof reason === 'string' && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
}
