import type { SendFlow } from '../../engine/flows/send/createSendFlow.ts'
import { useWidget } from '../shell/useWidget.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** The sending of the widget that a view belongs to. */
export function useSendFlow(): SendFlow {
  return sendFlowOf(useWidget())
}
