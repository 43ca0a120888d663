import { useContext } from 'react'
import { createError } from '../../contract/errors/createError.ts'
import { WidgetContext } from './WidgetContext.tsx'
import type { Widget } from './widget.ts'

/** The widget a view belongs to. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext)
  if (!widget) throw createError('NO_PROVIDER')
  return widget
}
