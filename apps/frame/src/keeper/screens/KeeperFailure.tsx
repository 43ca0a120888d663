import type { Words } from '../../login/screens/loginWords.ts'
import type { keeperTexts } from '../keeperTexts.ts'

/** Why a window did not do its part. */
export type KeeperTrouble = 'blocked' | 'closed' | 'failed' | 'gone'

/** Says it, read out as it appears. */
export function KeeperFailure({
  trouble,
  t,
}: {
  readonly trouble: KeeperTrouble | undefined
  readonly t: Words<keyof typeof keeperTexts>
}) {
  if (trouble === undefined) return null
  return (
    <p className="login-error" role="alert">
      {t(`keeper.${trouble}`)}
    </p>
  )
}
