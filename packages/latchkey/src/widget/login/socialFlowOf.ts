import { createSocialFlow, type SocialFlow } from '../../engine/flows/login/createSocialFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { keptOf } from './keptOf.ts'

/** The login of this widget by a provider, Farcaster or a passkey: one at a time. */
export function socialFlowOf(widget: Widget): SocialFlow {
  return keptOf(widget, 'socialFlow', ctx => createSocialFlow(ctx))
}
