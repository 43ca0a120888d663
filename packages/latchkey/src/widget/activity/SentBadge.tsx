import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { clock, failure, warning } from '../../ui/icon/shapes.ts'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import css from './activitysent.css'

export declare namespace SentBadge {
  interface Props {
    readonly entry: ActivityEntry
  }
}

/** The status of a transfer outside the chain: pending, unknown, replaced or dropped. */
export function SentBadge({ entry: { status, alike } }: SentBadge.Props) {
  useCss(css)
  if (status === 'pending') {
    return (
      <span className="activity-badge" data-tone="busy">
        <Spinner />
      </span>
    )
  }
  const isBad = status === 'dropped'
  return (
    <span className="activity-badge" data-tone={isBad ? 'danger' : alike ? 'warning' : undefined}>
      <Icon shape={isBad ? failure : alike ? warning : clock} size={12} />
    </span>
  )
}
