import type { SendReview } from '../../engine/flows/send/createReview.ts'
import { useWidget } from '../shell/useWidget.ts'
import { reviewOf } from './reviewOf.ts'

/** The review of the widget that a view belongs to. */
export function useSendReview(): SendReview {
  return reviewOf(useWidget())
}
