import { useWidget } from '../shell/useWidget.ts'
import type { SendReview } from './createReview.ts'
import { reviewOf } from './reviewOf.ts'

/** The review of the widget that a view belongs to. */
export function useSendReview(): SendReview {
  return reviewOf(useWidget())
}
