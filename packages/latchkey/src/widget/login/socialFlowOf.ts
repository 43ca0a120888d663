import { createSocialFlow, type SocialFlow } from '../../engine/login/createSocialFlow.ts'
import type { Widget } from '../shell/widget.ts'

const kept = 'socialFlow'

/** The login of this widget by a provider, Farcaster or a passkey: one at a time. */
export function socialFlowOf(widget: Widget): SocialFlow {
  const known = widget.kept.get(kept) as SocialFlow | undefined
  if (known) return known
  const made = createSocialFlow(widget.engine.ctx)
  widget.kept.set(kept, made)
  return made
}
