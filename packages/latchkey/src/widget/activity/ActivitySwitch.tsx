import { Switch } from '../../ui/switch/Switch.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { activityAsideTexts } from './activityTexts.ts'

export declare namespace ActivitySwitch {
  interface Props extends Omit<Switch.Props, 'children'> {
    readonly count: number
  }
}

/** Shows what others sent to fool the visitor, or hides it again. */
export function ActivitySwitch({ count, ...props }: ActivitySwitch.Props) {
  const t = useTexts(activityAsideTexts)
  return <Switch {...props}>{count === 1 ? t('activity.hiddenOne') : t('activity.hidden', { count })}</Switch>
}
