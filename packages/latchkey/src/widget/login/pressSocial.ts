import { loginNames, type SocialMethod } from '../../engine/login/loginNames.ts'
import type { SocialWindow } from '../../engine/login/socialWindow.ts'
import type { Widget } from '../shell/widget.ts'
import { socialTexts } from '../texts/socialTexts.ts'
import { createTranslate } from '../texts/translate.ts'
import { openSocialWindow } from './openSocialWindow.ts'

/** A window that a click opened, for the view which it led to. */
export interface OpenedSocial {
  readonly method: SocialMethod
  readonly opened: SocialWindow | undefined
}

const pressed = 'socialPressed'

/** Opens what a way to log in needs, in the task of the click, and goes to its view. */
export function pressSocial(widget: Widget, method: SocialMethod): void {
  takePressed(widget)?.opened?.close()
  widget.kept.set(pressed, { method, opened: openFor(widget, method) } satisfies OpenedSocial)
  if (method === 'farcaster') widget.push('ConnectingFarcaster')
  else widget.push('ConnectingSocial', { provider: method })
}

/** The window that a provider is asked in; the others need none. */
export function openFor(widget: Widget, method: SocialMethod): SocialWindow | undefined {
  if (method === 'farcaster' || method === 'passkey') return undefined
  const t = createTranslate(socialTexts, widget.snapshot().config.texts)
  return openSocialWindow(t('social.going', { name: loginNames[method] }))
}

/** What was pressed, once. */
export function takePressed({ kept }: Widget): OpenedSocial | undefined {
  const last = kept.get(pressed) as OpenedSocial | undefined
  kept.delete(pressed)
  return last
}
