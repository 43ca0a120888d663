import { limits } from 'latchkey/contract'
import { socialWindow } from 'latchkey/services'

/**
 * Answers a window of the wallet's own origin that asks for the secret of a login: once, and for as long as the login can go
 * on. The window is then known to be of this browser, so its visitor is not asked whether the login is theirs (S2).
 */
export function answerWindow(
  view: Window,
  { flow, secret, signal }: { readonly flow: string; readonly secret: string; readonly signal: AbortSignal },
): void {
  const { origin } = view.location
  const life = new AbortController()
  view.setTimeout(() => life.abort(), limits.socialLogin)
  view.addEventListener(
    'message',
    ({ source, origin: from, data }: MessageEvent<unknown>) => {
      // A page of another origin neither asks nor hears the answer.
      if (from !== origin || source === null || !isQuestion(data, flow)) return
      life.abort()
      ;(source as Window).postMessage({ type: socialWindow.answer, flow, secret }, origin)
    },
    { signal: AbortSignal.any([signal, life.signal]) },
  )
}

function isQuestion(data: unknown, flow: string): boolean {
  if (typeof data !== 'object' || data === null) return false
  const { type, flow: asked } = data as { readonly type?: unknown; readonly flow?: unknown }
  return type === socialWindow.question && asked === flow
}
