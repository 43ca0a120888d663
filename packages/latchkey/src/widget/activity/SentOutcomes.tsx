import { useEffect, useRef } from 'react'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type ActivityTranslate, legWords, titleKey } from './activityWords.ts'
import type { ActivityFormats } from './createFormats.ts'

export declare namespace SentOutcomes {
  interface Props {
    readonly entries: readonly ActivityEntry[]
    readonly t: ActivityTranslate
    readonly formats: ActivityFormats
  }
}

/** Announces each pending entry that was just confirmed, or has failed; draws nothing. */
export function SentOutcomes({ entries, t, formats }: SentOutcomes.Props) {
  const widget = useWidget()
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const entry of entries) {
      const { status } = entry
      const isSettled = status !== 'pending' && status !== 'unknown' && status !== 'asked'
      if (!isSettled || !waiting.current.has(entry.id)) continue
      const amounts = entry.legs.map(leg => legWords(t, entry, leg, formats))
      const what = [t(titleKey(entry)), ...amounts].join(' ')
      widget.announce(status === 'confirmed' ? t('activity.confirmed', { what }) : what)
    }
    waiting.current = new Set(entries.flatMap(({ id, status }) => (status === 'pending' ? id : [])))
  }, [entries, widget, t, formats])
  return null
}
