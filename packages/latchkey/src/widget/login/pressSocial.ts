import { loginNames, type SocialMethod } from '../../contract/loginNames.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { SocialWindow } from '../../engine/flows/login/socialWindow.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { isVisit } from './isVisit.ts'
import { loginTexts, socialTexts } from './loginTexts.ts'
import { openSocialWindow } from './openSocialWindow.ts'

/** A window that a click opened, for the view which it led to. */
export interface OpenedSocial {
  readonly method: SocialMethod
  readonly opened: SocialWindow | undefined
  /** Of the wallet to open, which needs no login. */
  readonly note?: string
}

interface Press extends OpenedSocial {
  /** The visit that it is for. */
  readonly key: number
  stop(): void
}

const createPressed = (): Kept<Press | undefined> => ({ value: undefined })

/** Opens what a way to log in needs, in the task of the click, and goes to its view. */
export function pressSocial(widget: Widget, method: SocialMethod): void {
  if (method === 'farcaster') {
    // It needs no window, and begins by itself.
    widget.push('ConnectingFarcaster')
    return
  }
  const opened = openFor(widget, method)
  widget.push('ConnectingSocial', { provider: method })
  keep(widget, { method, opened })
}

/** Opens a wallet that a window keeps, in the task of the click, and goes to the view in which the frame says how it goes. */
export function pressOpen(widget: Widget, note: string): void {
  const t = createTranslate(loginTexts, widget.snapshot().config.texts)
  const opened = openSocialWindow(t('login.opening'))
  widget.push('ConnectingSocial', { provider: 'passkey' })
  keep(widget, { method: 'passkey', opened, note })
}

/** Keeps it for the visit that it led to: its code may come later than the visitor leaves. */
function keep(widget: Widget, press: OpenedSocial): void {
  const { snapshot, subscribe, engine } = widget
  drop(widget)
  const { key } = snapshot().modal.entry
  const off = subscribe(() => {
    if (!isVisit(widget, key)) drop(widget)
  })
  const end = () => drop(widget)
  engine.ctx.signal.addEventListener('abort', end)
  const stop = () => {
    off()
    engine.ctx.signal.removeEventListener('abort', end)
  }
  oneOf(widget, createPressed).value = { ...press, key, stop }
}

/** Drops a press that no view took, and closes its empty window. */
function drop(widget: Widget): void {
  const pressed = oneOf(widget, createPressed)
  const last = pressed.value
  pressed.value = undefined
  last?.stop()
  last?.opened?.close()
}

/** The window that a provider is asked in; the others need none. */
export function openFor(widget: Widget, method: SocialMethod): SocialWindow | undefined {
  if (method === 'farcaster' || method === 'passkey') return undefined
  const t = createTranslate(socialTexts, widget.snapshot().config.texts)
  return openSocialWindow(t('social.going', { name: loginNames[method] }))
}

/** Returns the press that belongs to the current visit, once. */
export function takePressed(widget: Widget): OpenedSocial | undefined {
  const pressed = oneOf(widget, createPressed)
  const last = pressed.value
  if (last === undefined || !isVisit(widget, last.key)) {
    drop(widget)
    return undefined
  }
  pressed.value = undefined
  last.stop()
  return last
}
