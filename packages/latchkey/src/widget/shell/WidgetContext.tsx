import { createContext } from 'react'
import type { Widget } from './widget.ts'

/** The widget that the views below belong to. */
export const WidgetContext = createContext<Widget | null>(null)
