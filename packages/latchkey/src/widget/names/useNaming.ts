import type { Naming } from '../../engine/flows/name/naming.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The widget's naming; undefined until its chunk is here. */
export function useNaming(): Naming | undefined {
  const { part } = useLater(true, useWidget().engine.naming)
  return part === 'failed' ? undefined : part
}
