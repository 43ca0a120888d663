import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { activityAsideTexts } from '../texts/activityAsideTexts.ts'
import css from './activityaside.css'

export declare namespace ActivitySwitch {
  interface Props {
    readonly count: number
    readonly isOn: boolean
    readonly onSwitch: (isOn: boolean) => void
  }
}

/** Shows what others sent to fool the visitor, or hides it again. */
export function ActivitySwitch({ count, isOn, onSwitch }: ActivitySwitch.Props) {
  useCss(css)
  const t = useTexts(activityAsideTexts)
  return (
    <button
      type="button"
      className="activity-switch"
      role="switch"
      aria-checked={isOn}
      onClick={() => onSwitch(!isOn)}
    >
      {count === 1 ? t('activity.hiddenOne') : t('activity.hidden', { count })}
      <span className="activity-track" aria-hidden="true" />
    </button>
  )
}
