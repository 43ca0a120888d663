import type { ViewName } from '../../contract/views.ts'
import { FramePlace } from '../frame/FramePlace.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { loginTexts } from './loginTexts.ts'

/** CSS pixels of the frame's login screens, before they were measured. */
const screenSize = 380

/** Shows the frame's request; before the first one, that the visitor is being authenticated. */
export function AskedByFrame({ view }: { readonly view: ViewName }) {
  const t = useTexts(loginTexts)
  return (
    <FramePlace
      view={view}
      fits={screen => screen !== null && screen !== 'APPROVE'}
      size={screenSize}
      waiting={t('login.authenticating')}
    />
  )
}
