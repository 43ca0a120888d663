import { oneOf } from '../../engine/base/oneOf.ts'
import { createSocialFlow, type SocialFlow } from '../../engine/flows/login/createSocialFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** The login of this widget by a provider, Farcaster or a passkey: one at a time. */
export function socialFlowOf(widget: Widget): SocialFlow {
  return oneOf(widget.engine.ctx, createSocialFlow)
}
