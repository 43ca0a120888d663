import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import type { Snackbar } from '../../ui/notice/Snackbar.tsx'
import { shellTexts } from './shellTexts.ts'
import { useTexts } from './useTexts.ts'
import { useWidget } from './useWidget.ts'

/** The card's notice; what draws it is fetched with the first one. */
export function NoticeBar() {
  const { notices } = useWidget()
  const t = useTexts(shellTexts)
  const [Bar, setBar] = useState<ComponentType<Snackbar.Props>>()
  const isNeeded = useSyncExternalStore(notices.subscribe, () => notices.getSnapshot().phase !== 'closed')
  useEffect(() => {
    if (!isNeeded) return
    import('../../ui/notice/Snackbar.tsx').then(
      module => setBar(() => module.Snackbar),
      // Only the words are lost; what they were about is in the state.
      () => undefined,
    )
  }, [isNeeded])
  return Bar ? <Bar notices={notices} closeLabel={t('shell.dismiss')} /> : null
}
