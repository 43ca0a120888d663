import { enterSwap } from './enterSwap.ts'
import { SwapView } from './SwapView.tsx'

/** The form and its `enter`, fetched together, so that the press fetches nothing twice. */
export const swapForm = { View: SwapView, enter: enterSwap } as const
