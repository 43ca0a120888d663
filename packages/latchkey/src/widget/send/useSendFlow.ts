import { useWidget } from '../shell/useWidget.ts'
import type { SendFlow } from './createSendFlow.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** The sending of the widget that a view belongs to. */
export function useSendFlow(): SendFlow {
  return sendFlowOf(useWidget())
}
