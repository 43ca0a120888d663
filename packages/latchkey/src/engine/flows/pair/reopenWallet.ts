import { type LinkPlatform, linkPlatform } from '../../base/linkPlatform.ts'
import type { EngineContext } from '../../context.ts'
import type { SessionClient } from '../../nouns/sessions/sessionClient.ts'
import { forgetLink, recallLink } from './linkChoice.ts'
import { openLink } from './openLink.ts'
import { requestLink } from './walletLinks.ts'

/** Brings the wallet to the front that was opened on this device, each time a person is asked for something there. */
export function reopenWallet(
  ctx: EngineContext,
  { pairing }: SessionClient,
  page: { readonly platform: () => LinkPlatform; readonly hasFocus: () => boolean } = {
    platform: linkPlatform,
    hasFocus: () => document.hasFocus(),
  },
): () => void {
  const stops = [
    pairing.on('requestSent', ({ topic, id, prompt }) => {
      if (!prompt) return
      const session = pairing.sessions.find(each => each.topic === topic)
      const choice = recallLink()
      // The code was scanned with another device, or the visitor is not here to see another app come up.
      if (!choice || !session || session.disableDeepLink || ctx.signal.aborted || !page.hasFocus()) return
      const platform = page.platform()
      const { native, universal } = session.peer.redirect ?? {}
      // What the wallet says of itself now is better than what its listing said.
      const own = platform.os === 'ios' ? (universal ?? native) : (native ?? universal)
      const href = platform.os === 'desktop' ? choice.href : (own ?? choice.href)
      const link = requestLink({ ...choice, href }, { requestId: id, sessionTopic: topic }, platform)
      if (link) openLink(link)
    }),
    pairing.on('sessionEnded', () => {
      if (pairing.sessions.length === 0) forgetLink()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
