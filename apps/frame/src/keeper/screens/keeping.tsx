import { type ComponentType, useCallback, useState } from 'react'
import type { ScreenProps } from '../../screens/screen.ts'
import { keeperOf } from '../keeperOf.ts'
import { KeepScreen } from './KeepScreen.tsx'

/** A screen of logging in, after which a wallet that would end with this page can be kept. */
export function keeping(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function Keeping(props: ScreenProps) {
    const { frame, done } = props
    const [isAsking, setAsking] = useState(false)
    const through = useCallback(() => {
      keeperOf(frame)
        .isWanted()
        .then(
          isWanted => (isWanted ? setAsking(true) : done()),
          () => done(),
        )
    }, [frame, done])
    return isAsking ? <KeepScreen {...props} /> : <Screen {...props} done={through} />
  }
}
