import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useTexts } from '../shell/useTexts.ts'
import css from './activityaside.css'
import { activityAsideTexts } from './activityTexts.ts'
import { alikeWords } from './alikeWords.ts'

export declare namespace ActivitySuspicion {
  interface Props {
    readonly entry: ActivityEntry
    /** The visitor's own addresses. */
    readonly own: readonly string[]
  }
}

/** Why an entry deserves distrust: whom an address of it imitates, and what else speaks against it (T63). */
export function ActivitySuspicion({ entry, own }: ActivitySuspicion.Props) {
  useCss(css)
  const t = useTexts(activityAsideTexts)
  const { addresses } = useFacts()
  const alike = alikeWords(t, entry, own, addresses)
  const [mark] = entry.marks
  return (
    <>
      {alike === undefined ? null : <span className="activity-alike">{alike}</span>}
      {mark && <span className="activity-mark">{t(`activity.mark.${mark}`)}</span>}
    </>
  )
}
