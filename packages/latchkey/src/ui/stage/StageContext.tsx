import { createContext } from 'react'
import type { Stage } from './createStage.ts'

/** What parts need of a stage. A custom element that draws a part in its own root provides just this. */
export type StageSurface = Pick<
  Stage,
  'adopt' | 'announce' | 'isOpen' | 'setLabel' | 'requestClose' | 'showToasts'
>

/** The stage that the parts below are drawn on. */
export const StageContext = createContext<StageSurface | null>(null)
